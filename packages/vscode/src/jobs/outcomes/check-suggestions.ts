import { checkMatcher } from "@analytics-engines/core/files";
import {
  cellValue,
  findNamedColumns,
  labelColumns,
  numberedLabels,
  plainText,
  type Table,
} from "@analytics-engines/core/results";
import * as vscode from "vscode";
import { rangeAt } from "../../common/vscode-util.ts";
import { type ChecksPlace, checksPlaceAt } from "../../editor/language/text/checks-place.ts";
import { sourcePaths } from "../runs/run-titles.ts";
import type { Runs } from "../runs/runs.ts";
import { lastTables } from "./last-tables.ts";

/** The most texts of one list. */
const MAX_TEXTS = 1000;

/** A text of a result that a checks file may name. */
interface CheckSuggestion {
  readonly text: string;
  /** The unit of the result; undefined for the name of a file or of a unit. */
  readonly unit: string | undefined;
}

/** What the text at the cursor of a checks file may be: the names of the last results of the units that its check selects. */
export async function completeCheck(
  runs: Runs,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<readonly vscode.CompletionItem[]> {
  const place = checksPlaceAt(document.getText(), document.offsetAt(position));
  if (place === undefined) return [];
  const byText = new Map((await suggestionsFor(runs, place)).map((item) => [item.text, item]));
  const range = rangeAt(document, place);
  return [...byText.values()].slice(0, MAX_TEXTS).map(({ text, unit }, index) => {
    const item = new vscode.CompletionItem(text, vscode.CompletionItemKind.Value);
    item.range = range;
    item.insertText = JSON.stringify(text);
    item.filterText = place.start === place.end ? text : JSON.stringify(text);
    item.sortText = `0${String(index).padStart(5, "0")}`;
    if (unit !== undefined) item.detail = vscode.l10n.t("in the last result of {0}", unit);
    return item;
  });
}

async function suggestionsFor(runs: Runs, { names, check }: ChecksPlace): Promise<readonly CheckSuggestion[]> {
  if (names.kind === "unit" || names.kind === "file") {
    const matches = checkMatcher(check);
    const files = (await runs.loadedStore()).runs.flatMap(({ record }) => record.files);
    const texts =
      names.kind === "unit"
        ? files.flatMap(({ path, units }) => units.filter((unit) => matches(path, unit)))
        : sourcePaths(files.filter(({ path, units }) => units.some((unit) => matches(path, unit))));
    return texts.map((text) => ({ text, unit: undefined }));
  }
  const results = await lastTables(runs, check);
  return results.flatMap(({ unit, tables }) => {
    const meant = check.table === undefined ? tables : tables.slice(check.table, check.table + 1);
    const textsOf = (table: Table) =>
      names.kind === "column" ? numberedLabels(labelColumns(table.columns)) : cellTexts(table, names.column);
    return meant.flatMap(textsOf).map((text) => ({ text, unit }));
  });
}

/** The different texts of the cells of a column, in the order of the rows. */
function cellTexts({ columns, rowCount }: Table, name: string): readonly string[] {
  const texts = new Set<string>();
  for (const { column } of findNamedColumns(name, labelColumns(columns)))
    for (let row = 0; row < rowCount && texts.size < MAX_TEXTS; row++) texts.add(plainText(cellValue(column, row)));
  texts.delete("");
  return [...texts];
}
