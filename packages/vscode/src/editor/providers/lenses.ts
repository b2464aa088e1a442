import { type FamilyId, isFamilyId, messageOf, sleep } from "@analytics-engines/core/basics";
import type { Sweep } from "@analytics-engines/core/files";
import type { Issue, TemplateKind } from "@analytics-engines/core/parameters";
import * as vscode from "vscode";
import { countText } from "../../common/texts.ts";
import { showIssue } from "../../common/vscode-util.ts";
import type { Services } from "../../services/services.ts";
import type { Documents } from "../documents/documents.ts";
import { HEAD, isVersioned, watchRepositories } from "../documents/git.ts";
import { isWritten } from "../documents/issue-diagnostics.ts";
import { loadChecks } from "../language/load.ts";
import type { CheckedText } from "../language/text/checked-text.ts";
import { hasUnits, LANGUAGE_ID } from "../language/text/kinds.ts";
import { createReminder } from "./reminder.ts";
import { watchUnitsInView } from "./units-in-view.ts";

/** The time that the first request for lenses waits for the check. VS Code's own delay before a request is at least 250 ms. */
const FIRST_CHECK_MS = 200;

/** Shows Run File and Compare above the file, and Run Unit above each unit. */
export function showLenses(services: Services, documents: Documents): void {
  const { clock, log, subscriptions } = services;
  const changed = new vscode.EventEmitter<void>();
  // VS Code requests lenses after a delay, and never if the cursor leaves the editor before.
  const reminder = createReminder(
    clock,
    (key) => vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === key),
    () => changed.fire(),
  );
  /** The check from which VS Code has the lenses of a document; undefined if it asked before the first one. */
  const answered = new WeakMap<vscode.TextDocument, CheckedText | undefined>();
  const unitsInView = watchUnitsInView(subscriptions, () => changed.fire());
  let isWatching = false;

  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, token) {
      const isEnabled = vscode.workspace.getConfiguration("analyticsEngines.editor").get("codeLens", true);
      // A short wait does not delay the next request, and a check seldom takes longer.
      if (documents.latest(document) === undefined)
        await Promise.race([documents.check(document), sleep(clock, FIRST_CHECK_MS)]);
      const lenses = isEnabled && isWritten(document) ? await lensesOf(document, documents, unitsInView) : [];
      if (!token.isCancellationRequested) {
        answered.set(document, documents.latest(document));
        reminder.done(document.uri.toString());
      }
      if (!isWatching) {
        isWatching = true;
        watchRepositories(services, () => changed.fire()).catch((error: unknown) =>
          log.debug(`The git extension did not answer: ${messageOf(error)}`),
        );
      }
      return lenses;
    },
  };
  subscriptions.push(
    changed,
    reminder,
    vscode.languages.registerCodeLensProvider({ language: LANGUAGE_ID }, provider),
    documents.onDidCheck((document) => {
      const [before, latest] = [answered.get(document), documents.latest(document)];
      if (answered.has(document) && before === latest) return;
      // VS Code requests the lenses of a changed text itself, and each event restarts its delay of 250 ms.
      if (answered.has(document) && (before === undefined || before.text === latest?.text)) changed.fire();
      reminder.expect(document.uri.toString());
    }),
    documents.onDidClose(({ uri }) => reminder.done(uri.toString())),
    vscode.window.onDidChangeVisibleTextEditors(() => reminder.check()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("analyticsEngines.editor.codeLens")) changed.fire();
    }),
  );
}

/**
 * The lenses of a document; none before its first check. VS Code delays each request for lenses by the average time of the answers. If the first
 * answer waited for the checker to load, the lenses of the next files would be seconds late. After the check VS Code requests them again.
 */
export async function lensesOf(
  document: vscode.TextDocument,
  documents: Pick<Documents, "latest" | "check">,
  inView?: ReturnType<typeof watchUnitsInView>,
): Promise<vscode.CodeLens[]> {
  const latest = documents.latest(document);
  if (latest === undefined) return [];
  const { checkedUnits } = await loadChecks();
  const checked = latest.text === document.getText() ? latest : await documents.check(document);
  const { kind, file, issues, sweep } = checked;
  const compare = isVersioned(document.uri) ? [compareLens(document)] : [];
  if (sweep !== undefined) return [...sweepLenses(document, sweep), ...compare];
  if (file === undefined || kind === undefined) return [];
  const errors = issues.filter(({ severity }) => severity === "error");
  // A file with errors cannot run, but its other units can.
  const isWrong = errors.length > 0;
  if (!isFamilyId(kind)) return [isWrong ? errorsLens(errors.length) : templateLens(document, kind), ...compare];
  const { units: placed, isBlocked, errorsIn } = checkedUnits(checked);
  const units = (inView?.of(document, placed) ?? placed).flatMap((unit) => {
    const { id, start } = unit;
    const faults = errorsIn(unit);
    if (faults[0]) return [unitErrorsLens(document, start, faults.length, faults[0])];
    // The line above the file leads to the errors.
    if (isBlocked) return [];
    return [unitLens(document, start, `$(play) ${vscode.l10n.t("Run Unit")}`, "runUnit", id)];
  });
  return [isWrong ? errorsLens(errors.length) : runLens(document.uri), ...compare, ...units];
}

/** What a sweep asks for, and Run File; or how many errors it and its files have. */
function sweepLenses({ uri }: vscode.TextDocument, { sources, jobs, family, table }: Sweep): vscode.CodeLens[] {
  const errors = sources.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error");
  if (errors.length > 0 || family === undefined || table === undefined) return [errorsLens(errors.length)];
  const title = sizeText(family, table.units.rows.length, jobs.length);
  return [runLens(uri), lens(top, title, "analyticsEngines.editor.previewRow", [uri])];
}

function sizeText(family: FamilyId, units: number, jobs: number): string {
  if (!hasUnits(family)) return jobs === 1 ? vscode.l10n.t("1 job") : vscode.l10n.t("{0} jobs", countText(jobs));
  if (jobs > 1) return vscode.l10n.t("{0} units in {1} jobs", countText(units), countText(jobs));
  return units === 1 ? vscode.l10n.t("1 unit") : vscode.l10n.t("{0} units", countText(units));
}

function runLens(uri: vscode.Uri): vscode.CodeLens {
  return lens(top, `$(play) ${vscode.l10n.t("Run File")}`, "analyticsEngines.jobs.runFile", [uri]);
}

const top = new vscode.Range(0, 0, 0, 0);

function unitLens(document: vscode.TextDocument, offset: number, title: string, verb: string, id: string) {
  const at = document.positionAt(offset);
  return lens(new vscode.Range(at, at), title, `analyticsEngines.jobs.${verb}`, [document.uri, id]);
}

function compareLens({ uri }: vscode.TextDocument): vscode.CodeLens {
  return lens(top, vscode.l10n.t("Compare with HEAD"), "analyticsEngines.results.compare", [uri, HEAD]);
}

function templateLens({ uri }: vscode.TextDocument, kind: TemplateKind): vscode.CodeLens {
  return kind.endsWith("Update")
    ? lens(top, `$(cloud-upload) ${vscode.l10n.t("Update on Service")}`, "analyticsEngines.templates.update", [uri])
    : lens(top, `$(add) ${vscode.l10n.t("Create on Service")}`, "analyticsEngines.templates.create", [uri]);
}

/** Leads from the top of a file to the list of its errors. */
export function errorsLens(errors: number): vscode.CodeLens {
  return lens(top, errorsTitle(errors), "workbench.actions.view.problems", []);
}

/** Leads to the first error of a unit. */
function unitErrorsLens(document: vscode.TextDocument, offset: number, errors: number, first: Issue): vscode.CodeLens {
  const at = document.positionAt(offset);
  const { command, args } = showIssue(document.uri, first);
  return lens(new vscode.Range(at, at), errorsTitle(errors), command, [...(args ?? [])]);
}

function errorsTitle(errors: number): string {
  return `$(error) ${errors === 1 ? vscode.l10n.t("1 error to fix") : vscode.l10n.t("{0} errors to fix", errors)}`;
}

function lens(range: vscode.Range, title: string, command: string, args: unknown[]): vscode.CodeLens {
  return new vscode.CodeLens(range, { title, command, arguments: args });
}
