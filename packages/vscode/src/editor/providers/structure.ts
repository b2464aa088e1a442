import { type DocumentKind, sleep } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import type { DocumentSymbol, Range, SelectionRange } from "vscode-json-languageservice";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { loadChecks, loadFeatures } from "../language/load.ts";
import { hasUnits, LANGUAGE_ID } from "../language/text/kinds.ts";
import { type PlacedUnit, unitNameProblem } from "../language/text/units.ts";

/** For a longer file, the outline and the folds have only the units: their members take seconds, and users seldom look for them. */
const MAX_CHARACTERS_WITH_MEMBERS = 500_000;
const MAX_SYMBOLS = 20_000;
const MAX_FOLDS = 5_000;
/**
 * The first outline and the first folds of a document come after its lenses, which people look at first. The same work before them
 * delays the lenses of 200 units by 100 ms, and those of 10,000 by 500.
 */
const FIRST_MS = 500;
const FIRST_OF_LONG_MS = 1000;

/** Offers outline and breadcrumbs by unit, and the folding, selection and formatting of JSON. */
export function offerStructure({ clock, subscriptions }: Services, documents: Documents): void {
  const selector = { language: LANGUAGE_ID };
  const answered = new WeakSet<vscode.TextDocument>();
  async function lensesFirst(document: vscode.TextDocument): Promise<void> {
    if (answered.has(document)) return;
    await sleep(clock, document.getText().length > MAX_CHARACTERS_WITH_MEMBERS ? FIRST_OF_LONG_MS : FIRST_MS);
    answered.add(document);
  }
  /** The units of a long file; undefined for any other. */
  const unitsOfLong = async (document: vscode.TextDocument) => {
    if (document.getText().length <= MAX_CHARACTERS_WITH_MEMBERS) return undefined;
    const checked = await documents.check(document);
    if (checked.kind === undefined || !hasUnits(checked.kind)) return undefined;
    return (await loadChecks()).placedUnits(checked);
  };
  subscriptions.push(
    vscode.languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(document) {
        await lensesFirst(document);
        const units = await unitsOfLong(document);
        if (units !== undefined) return units.map((unit) => unitSymbol(document, unit));
        const { kind } = await documents.check(document);
        return byUnit((await loadFeatures()).jsonService.symbols(document.getText(), MAX_SYMBOLS).map(symbolOf), kind);
      },
    }),
    vscode.languages.registerFoldingRangeProvider(selector, {
      async provideFoldingRanges(document) {
        await lensesFirst(document);
        const units = await unitsOfLong(document);
        if (units !== undefined) return units.map((unit) => unitFold(document, unit));
        return (await loadFeatures()).jsonService
          .folds(document.getText(), MAX_FOLDS)
          .map(({ startLine, endLine }) => new vscode.FoldingRange(startLine, endLine));
      },
    }),
    vscode.languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (document, positions) =>
        (await loadFeatures()).jsonService.selections(document.getText(), [...positions]).map(selectionOf),
    }),
    vscode.languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (document, options) =>
        (await loadFeatures()).jsonService
          .format(document.getText(), { tabSize: options.tabSize, insertSpaces: options.insertSpaces })
          .map(({ range, newText }) => vscode.TextEdit.replace(rangeOf(range), newText)),
    }),
  );
}

/** The symbols with the units at the top, in place of the `data` that contains them. */
function byUnit(symbols: readonly vscode.DocumentSymbol[], kind: DocumentKind | undefined): vscode.DocumentSymbol[] {
  if (kind === undefined || !hasUnits(kind)) return [...symbols];
  return symbols.flatMap((symbol) => {
    if (symbol.name.toLowerCase() !== "data") return symbol;
    for (const unit of symbol.children) unit.kind = vscode.SymbolKind.Class;
    return symbol.children;
  });
}

function unitSymbol(document: vscode.TextDocument, { id, start, keyEnd, end }: PlacedUnit): vscode.DocumentSymbol {
  const [from, to] = [document.positionAt(start), document.positionAt(end)];
  const name = new vscode.Range(from, document.positionAt(keyEnd));
  return new vscode.DocumentSymbol(
    id === "" ? '""' : id,
    "",
    vscode.SymbolKind.Class,
    new vscode.Range(from, to),
    name,
  );
}

/** A folded unit keeps its last line visible, as any object does. */
function unitFold(document: vscode.TextDocument, { start, end }: PlacedUnit): vscode.FoldingRange {
  return new vscode.FoldingRange(document.positionAt(start).line, document.positionAt(end).line - 1);
}

function symbolOf({ name, detail, kind, range, selectionRange, children }: DocumentSymbol): vscode.DocumentSymbol {
  const symbol = new vscode.DocumentSymbol(
    name === "" ? '""' : name,
    detail ?? "",
    kind - 1,
    rangeOf(range),
    rangeOf(selectionRange),
  );
  symbol.children = (children ?? []).map(symbolOf);
  return symbol;
}

function selectionOf({ range, parent }: SelectionRange): vscode.SelectionRange {
  return new vscode.SelectionRange(rangeOf(range), parent && selectionOf(parent));
}

function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** Renames the unit at the cursor. */
export function offerRename({ subscriptions }: Services, documents: Documents): void {
  const unitsIn = async (document: vscode.TextDocument) => {
    const [{ placedUnits }, checked] = await Promise.all([loadChecks(), documents.check(document)]);
    return placedUnits(checked);
  };
  const provider: vscode.RenameProvider = {
    async prepareRename(document, position) {
      const offset = document.offsetAt(position);
      const unit = (await unitsIn(document)).find(({ start, keyEnd }) => start <= offset && offset <= keyEnd);
      if (unit === undefined)
        throw new Error(vscode.l10n.t("Only units can be renamed. Place the cursor in the name of a unit."));
      return { range: nameRange(document, unit), placeholder: unit.id };
    },
    async provideRenameEdits(document, position, newName) {
      const offset = document.offsetAt(position);
      const units = await unitsIn(document);
      const unit = units.find(({ start, keyEnd }) => start <= offset && offset <= keyEnd);
      if (unit === undefined) return undefined;
      const others = units.filter(({ start }) => start !== unit.start).map(({ id }) => id);
      const problem = unitNameProblem(newName, others);
      if (problem === "taken")
        throw new Error(vscode.l10n.t('The file already has a unit "{0}". Choose another name.', newName));
      if (problem === "unusable")
        throw new Error(vscode.l10n.t('A unit cannot have the name "{0}". Choose another name.', newName));
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, nameRange(document, unit), JSON.stringify(newName).slice(1, -1));
      return edit;
    },
  };
  subscriptions.push(vscode.languages.registerRenameProvider({ language: LANGUAGE_ID }, provider));
}

/** The name between its quotes. */
function nameRange(document: vscode.TextDocument, unit: { readonly start: number; readonly keyEnd: number }) {
  return new vscode.Range(document.positionAt(unit.start + 1), document.positionAt(unit.keyEnd - 1));
}
