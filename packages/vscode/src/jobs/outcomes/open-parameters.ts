import { UserError } from "@analytics-engines/runs/host";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { toRange } from "../../common/places.ts";
import { uriOfSweepFile } from "../../editor/documents/sweep-files.ts";
import type { Services } from "../../services/services.ts";
import type { ResolvedRef } from "../runs/refs.ts";
import { openCurrent } from "./open-current.ts";
import { unitPointer } from "./problems.ts";

/** Opens the parameter file of a job, at the unit if one is given. Without the file, opens the request that was sent. */
export async function openParameters(services: Services, { store, run, job, unit }: ResolvedRef): Promise<void> {
  const index = job === undefined ? 0 : run.record.files.findIndex(({ path }) => path === job.path);
  const file = run.record.files[index];
  if (file === undefined)
    throw new UserError(l10n.t("The run does not contain this file. Choose one of its files in the Jobs view."));
  const document =
    (await openParameterFile(file.uri)) ??
    (await vscode.workspace.openTextDocument({
      language: "json",
      content: JSON.stringify((await store.requests(run))[index], undefined, 2),
    }));
  const currentOf = unit && (await openCurrent(services, document.uri, document.getText()));
  const place = unit && currentOf?.(file, unit.id)?.whole.rangeOf(unitPointer(unit.id), "key");
  // The row of a unit of a sweep is in another file.
  const rows = place?.path === undefined ? undefined : uriOfSweepFile(document.uri, place.path);
  const editor = await vscode.window.showTextDocument(
    rows === undefined ? document : await vscode.workspace.openTextDocument(rows),
  );
  if (unit === undefined) return;
  const range = place === undefined ? new vscode.Range(0, 0, 0, 0) : toRange(place);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** The document of a parameter file; undefined if the file is gone, or was never saved and is closed. */
export async function openParameterFile(uri: string | undefined): Promise<vscode.TextDocument | undefined> {
  if (uri === undefined) return undefined;
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
  const parsed = vscode.Uri.parse(uri);
  // VS Code would open a new, empty document under the name of one that was never saved.
  if (open !== undefined || parsed.scheme === "untitled") return open;
  try {
    return await vscode.workspace.openTextDocument(parsed);
  } catch {
    return undefined;
  }
}
