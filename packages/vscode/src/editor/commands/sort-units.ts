import { UserError } from "@analytics-engines/runs/host";
import * as vscode from "vscode";
import { rangeAt } from "../../common/places.ts";
import type { Documents } from "../documents/documents.ts";
import { loadChecks, loadFeatures } from "../language/load.ts";
import { LANGUAGE_ID } from "../language/text/kinds.ts";

/** Sorts the units of the active document by name. */
export async function sortUnits(documents: Documents): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== LANGUAGE_ID)
    throw new UserError(vscode.l10n.t("No parameter file is open. Open the file whose units to sort."));
  const [{ sortedByUnit, placedUnits }, { editsBetween }, checked] = await Promise.all([
    loadChecks(),
    loadFeatures(),
    documents.check(document),
  ]);
  const { issues, text, sweep } = checked;
  if (sweep !== undefined)
    throw new UserError(vscode.l10n.t("A sweep has rows in place of units. Sort the rows in their file."));
  // Comments belong to no unit, and a text with syntax errors has no certain units.
  if (issues.some(({ code }) => code === "syntax" || code === "comment" || code === "duplicate-key"))
    throw new UserError(
      vscode.l10n.t(
        "The units were not sorted: the file has syntax errors, comments or repeated names. Remove them and sort again.",
      ),
    );
  const sorted = sortedByUnit(text, placedUnits(checked));
  if (sorted === undefined || document.getText() !== text) return;
  const edit = new vscode.WorkspaceEdit();
  for (const { offset, length, content } of editsBetween(text, sorted))
    edit.replace(document.uri, rangeAt(document, { start: offset, end: offset + length }), content);
  await vscode.workspace.applyEdit(edit);
}
