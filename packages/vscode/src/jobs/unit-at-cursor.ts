import { readParameterFile } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import type { Services } from "../common/context.ts";
import { kindOptions } from "../editor/written-file.ts";
import { unitAt } from "./unit-at.ts";

/** The unit at the cursor of the active editor; undefined if the cursor is outside all units. */
export function unitAtCursor(services: Services): { readonly unit: string | undefined } | "no units" {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return { unit: undefined };
  const { document, selection } = editor;
  const text = document.getText();
  const file = readParameterFile(text, kindOptions(services, document.uri));
  if (file.units.length === 0) return "no units";
  return { unit: unitAt(text, file, document.offsetAt(selection.active)) };
}
