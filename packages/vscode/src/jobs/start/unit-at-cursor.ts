import { readParameterFile } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { kindOptions } from "../../editor/documents/written-file.ts";
import type { Services } from "../../services/services.ts";
import { unitAt } from "./unit-at.ts";

/**
 * The unit at the cursor of the active editor; undefined if the cursor is outside all units.
 * @throws UserError if several cursors are in several units
 */
export function unitAtCursor(services: Services): { readonly unit: string | undefined } | "no units" {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return { unit: undefined };
  const { document, selections } = editor;
  const text = document.getText();
  const file = readParameterFile(text, kindOptions(services, document.uri));
  if (file.units.length === 0) return "no units";
  const units = new Set(selections.map(({ active }) => unitAt(text, file, document.offsetAt(active))));
  if (units.size > 1)
    throw new UserError(
      l10n.t("The cursors are in several units, and one unit runs alone. Leave one cursor, or run the file."),
      { actions: [{ title: l10n.t("Run File"), command: "analyticsEngines.jobs.runFile", args: [document.uri] }] },
    );
  const [unit] = units;
  return { unit };
}
