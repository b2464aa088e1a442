import * as vscode from "vscode";
import { LANGUAGE_ID } from "../language/text/kinds.ts";
import type { PlacedUnit } from "../language/text/units.ts";
import { unitsAround } from "../language/text/units.ts";

/** VS Code takes 10 s to draw 10,000 lenses, so a file with more units has lenses only near the lines in view. */
const MAX_UNITS = 500;
/** How many units before and after the lines in view have lenses. */
const MARGIN_UNITS = 150;

/** @param onLeave is called when the user has scrolled to units without lenses */
export function watchUnitsInView(subscriptions: vscode.Disposable[], onLeave: () => void) {
  /** The parts of each long document that have lenses. */
  const partsWithLenses = new WeakMap<vscode.TextDocument, readonly vscode.Range[]>();
  subscriptions.push(
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor: { document }, visibleRanges }) => {
      const parts = document.languageId === LANGUAGE_ID ? partsWithLenses.get(document) : undefined;
      if (parts && !visibleRanges.every((range) => parts.some((part) => part.contains(range)))) onLeave();
    }),
  );
  return {
    /** All units of a document, or those near the lines in view of a long one. */
    of(document: vscode.TextDocument, units: readonly PlacedUnit[]): readonly PlacedUnit[] {
      partsWithLenses.delete(document);
      if (units.length <= MAX_UNITS) return units;
      const parts = vscode.window.visibleTextEditors
        .filter((editor) => editor.document === document)
        .flatMap(({ visibleRanges }) => visibleRanges)
        .map(({ start, end }) => unitsAround(units, document.offsetAt(start), document.offsetAt(end), MARGIN_UNITS));
      const textEnd = document.getText().length;
      partsWithLenses.set(
        document,
        parts.map(([from, to]) => {
          const start = from === 0 ? 0 : (units[from]?.start ?? textEnd);
          return new vscode.Range(document.positionAt(start), document.positionAt(units[to]?.start ?? textEnd));
        }),
      );
      return units.filter((_, index) => parts.some(([from, to]) => from <= index && index < to));
    },
  };
}
