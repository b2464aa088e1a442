import { inertText } from "@analytics-engines/core/basics";
import type { SweepCell } from "@analytics-engines/core/files";
import * as vscode from "vscode";
import { toRange } from "../../common/vscode-util.ts";
import type { Services } from "../../services/services.ts";
import type { NameLookupGate } from "../documents/name-lookup-gate.ts";
import { type OpenTable, offsetInRows, ROW_FILES, type Sweeps } from "../documents/sweeps.ts";
import { loadFeatures, loadSweeps } from "../language/load.ts";
import {
  type EditorCursor,
  nameFilter,
  nameItem,
  type SuggestionSource,
  setInsertText,
  suggestAt,
  valueItem,
} from "./completion.ts";

/** Completes a cell of a CSV file by the places that its column fills in the sweeps of the workspace. */
export function offerCellCompletion(services: Services, sweeps: Sweeps, lookupGate: NameLookupGate): void {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position, token) {
      const tables = await sweeps.of(document.uri);
      if (tables.length === 0) return undefined;
      lookupGate.open();
      const cursor = { document, position, token };
      const lists = await Promise.all(tables.map((table) => completeCell(table, { ...services, lookupGate }, cursor)));
      const items = new Map(lists.flatMap((list) => list.items).map((item) => [item.filterText, item]));
      return new vscode.CompletionList(
        [...items.values()],
        lists.some((list) => list.isIncomplete),
      );
    },
  };
  services.subscriptions.push(
    vscode.languages.registerCompletionItemProvider({ pattern: ROW_FILES }, provider, ...',;\t":/ '),
  );
}

async function completeCell(
  { family, table }: OpenTable,
  source: SuggestionSource,
  cursor: EditorCursor,
): Promise<vscode.CompletionList> {
  const [{ readTree }, { cellSuggestion }] = await Promise.all([loadFeatures(), loadSweeps()]);
  const list = new vscode.CompletionList<vscode.CompletionItem>([], false);
  const cell = table.cellAt(offsetInRows(cursor.document, cursor.position));
  const root = cell && readTree(JSON.stringify(table.requestOf(cell.row)));
  if (cell === undefined || root === undefined) return list;
  for (const use of cell.uses) {
    const place = { root, path: [...use.path], typed: use.before + cell.typed };
    const { names, values, isIncomplete } = await suggestAt(family, place, source, cursor);
    list.isIncomplete ||= isIncomplete;
    for (const suggestion of names) {
      const isContinued = suggestion.kind === "directory" || suggestion.kind === "document";
      const id = cellSuggestion(suggestion.id, use, isContinued);
      if (id === undefined) continue;
      const item = intoCell(nameItem(suggestion), nameFilter({ ...suggestion, id }, cell), cell, cursor.document);
      // The service names it, and a spreadsheet may open the file.
      setInsertText(item, cell.write(inertText(id)), isContinued);
      list.items.push(item);
    }
    for (const [index, suggestion] of values.entries()) {
      const text = cellSuggestion(
        typeof suggestion.value === "string" ? suggestion.value : JSON.stringify(suggestion.value),
        use,
        false,
      );
      if (text === undefined) continue;
      const item = intoCell(valueItem(suggestion, index), text, cell, cursor.document);
      setInsertText(item, cell.write(text), false);
      list.items.push(item);
    }
  }
  return list;
}

function intoCell(
  item: vscode.CompletionItem,
  filter: string,
  cell: SweepCell,
  document: vscode.TextDocument,
): vscode.CompletionItem {
  item.range = toRange(cell.range);
  // VS Code compares it with the text before the cursor, which may begin with a quotation mark.
  item.filterText = document.getText(item.range).startsWith('"') ? `"${filter}` : filter;
  return item;
}
