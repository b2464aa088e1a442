import { codeQuote } from "@analytics-engines/core/basics";
import { isolateUnit, readParameterFile } from "@analytics-engines/core/parameters";
import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { openDocument } from "../../common/files.ts";
import { baseName } from "../../common/texts.ts";
import { toRange } from "../../common/vscode-util.ts";
import { kindOptions, uriOfSweepFile } from "../../editor/documents/written-file.ts";
import { compareFiles } from "../../editor/language/comparison.ts";
import { showPage } from "../../services/read-only-documents.ts";
import type { Services } from "../../services/services.ts";
import type { ResolvedRef } from "../runs/refs.ts";
import { whenText } from "../runs/run-titles.ts";
import { runsOf } from "../runs/runs.ts";
import { fixedAs } from "./current-file.ts";
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
  const open = openDocument(uri);
  const parsed = vscode.Uri.parse(uri);
  // VS Code would open a new, empty document under the name of one that was never saved.
  if (open !== undefined || parsed.scheme === "untitled") return open;
  try {
    return await vscode.workspace.openTextDocument(parsed);
  } catch {
    return undefined;
  }
}

/**
 * Shows how the parameters of a file, or of one unit, differ from those that a run computed.
 * @throws UserError if the file is gone, or has errors
 */
export async function compareWithCurrentFile(services: Services, { run, job, unit }: ResolvedRef): Promise<void> {
  const { record } = run;
  const file = job === undefined ? record.files[0] : record.files.find(({ path }) => path === job.path);
  const document = await openParameterFile(file?.uri);
  if (file === undefined || document === undefined)
    throw new UserError(
      l10n.t(
        "The parameter file of this run is gone, so there is nothing to compare with. Open its parameters instead.",
      ),
    );
  const name = baseName(file.path);
  const ofSweep = file.sweep && (await openCurrent(services, document.uri, document.getText()))(file, unit?.id);
  const text = file.sweep === undefined ? document.getText() : JSON.stringify(ofSweep?.whole.request ?? {});
  const whole = readParameterFile(text, { ...kindOptions(services, document.uri), family: file.family });
  const id = unit?.id;
  const hasUnits = whole.units.length > 0;
  // A unit without errors can be compared although others have some.
  const part = hasUnits && id !== undefined ? isolateUnit(text, id) : text;
  if (part === undefined)
    throw new UserError(l10n.t('{0} has no unit "{1}" now, so it cannot be compared with the run.', name, id ?? ""));
  const request = JSON.stringify(await runsOf(services).requestOf(run, file.path));
  const before = hasUnits && id !== undefined ? (isolateUnit(request, id) ?? request) : request;
  const read = (content: string) =>
    readParameterFile(content, { path: file.path, family: file.family, unknownProperties: "warning" });
  const comparison = compareFiles(read(before), fixedAs(read(part), file));
  if ("problem" in comparison) throw new UserError(l10n.t("{0} has errors. Fix them to compare it.", name));
  const when = whenText(record.startedAt, services.clock.now());
  const title = l10n.t("Changes in {0} since the run of {1}", codeQuote(name), when);
  const changes = comparison.changes || `${l10n.t("The parameters are the same as in this run.")}\n`;
  await showPage(services, `${name}.changes.md`, `# ${title}\n\n${changes}`);
}
