import { escapeMarkdown } from "@analytics-engines/core/basics";
import * as vscode from "vscode";
import { createKeyTimers, createPause, lazily } from "../../common/async.ts";
import { openDocument, textOf } from "../../common/files.ts";
import { documentsOf } from "../../editor/documents/documents.ts";
import { ROW_FILES } from "../../editor/documents/sweeps.ts";
import { logError } from "../../services/commands.ts";
import { type Services, shared } from "../../services/services.ts";
import { runsOf } from "../runs/runs.ts";
import type { RecordedFile } from "../store/history.ts";
import type { RunView, UnitView } from "../store/run.ts";
import type { ReportedProblem } from "./reported.ts";

/** Loads the code that compares a file with its runs. */
export const loadOutcomes = lazily(() => import("./outcomes.ts"));

/** A reader does not go through the problems of more units of one file. */
const MAX_UNITS = 500;

/** The time from the last key to the next comparison with the runs. */
const DELAY_MS = 150;

/**
 * Shows the errors and warnings of the service about units, and the checks that failed, at their places in the parameter files. They follow from the history of runs: those
 * of the last run of a unit stay, also after a restart, until the parameters of the unit change or the unit runs again.
 */
export const showRunDiagnostics = shared((services: Services) => {
  const { clock, subscriptions } = services;
  const runs = runsOf(services);
  const documents = documentsOf(services);
  /** By parameter file or sweep: two sweeps may read one file. */
  const collections = new Map<string, vscode.DiagnosticCollection>();
  const reported = new Map<string, readonly ReportedProblem[]>();
  /** What was known of the runs of each file when its problems were shown. */
  const shownRuns = new Map<string, string>();
  const timers = createKeyTimers(clock);
  /** The last refresh of each file: an earlier one that ends later shows nothing. */
  const refreshes = new Map<string, symbol>();

  function refreshSoon(uri: string, waitMs: number): void {
    timers.set(uri, waitMs, () => {
      refresh(uri).catch((error: unknown) => logError(services, error));
    });
  }

  async function refresh(uri: string): Promise<void> {
    const turn = Symbol(uri);
    refreshes.set(uri, turn);
    const fileRuns = runsOfFile(runs.loadedRuns(), uri);
    const file = vscode.Uri.parse(uri);
    // No text if the file is gone, or was never saved and is closed.
    const text = fileRuns.length === 0 ? undefined : await textOf(file).catch(() => undefined);
    const list = text === undefined ? [] : await problemsIn(file, text, fileRuns);
    if (refreshes.get(uri) !== turn) return;
    refreshes.delete(uri);
    clear(uri);
    if (list.length === 0) return;
    reported.set(uri, list);
    const collection = vscode.languages.createDiagnosticCollection("analytics-engines-runs");
    collections.set(uri, collection);
    for (const [address, problems] of Map.groupBy(list, (problem) => problem.uri.toString()))
      collection.set(
        vscode.Uri.parse(address),
        problems.map(({ diagnostic }) => diagnostic),
      );
  }

  function clear(uri: string): void {
    reported.delete(uri);
    collections.get(uri)?.dispose();
    collections.delete(uri);
  }

  /** The problems of the last run of each unit of a file. */
  async function problemsIn(
    uri: vscode.Uri,
    text: string,
    fileRuns: readonly FileRun[],
  ): Promise<readonly ReportedProblem[]> {
    const { hasRemark, openCurrent, placeFailedChecks, placeProblems, reportedOf } = await loadOutcomes();
    const document = openDocument(uri);
    // Another read of a large sweep would take as long as its check.
    const checked = document && documents.latest(document)?.sweep && (await documents.check(document));
    const currentOf = await openCurrent(services, uri, text, checked);
    const pause = createPause(clock);
    const decided = new Set<string>();
    const list: ReportedProblem[] = [];
    for (const { run, file } of fileRuns) {
      const units = new Set(file.units.filter((unit) => !decided.has(unit)));
      for (const unit of units) decided.add(unit);
      // A run in progress decides about its units, and has no problems yet.
      if (units.size === 0 || run.state !== "finished") continue;
      const [views, request, checks] = await Promise.all([
        // A run folder that is gone has no problems.
        runs.jobsOf(run).catch(() => []),
        runs.requestOf(run, file.path).catch(() => undefined),
        runs.checksOf(run).catch(() => undefined),
      ]);
      const job = views.find(({ path }) => path === file.path);
      if (job === undefined) continue;
      const same = new Set<string>();
      const findings = checks === "unchecked" || checks === undefined ? [] : checks;
      const failedUnits = new Set(findings.flatMap(({ status, unit }) => (status === "failed" ? unit : undefined)));
      const hasProblem = (unit: UnitView) => units.has(unit.id) && (hasRemark(job, unit) || failedUnits.has(unit.id));
      await pause();
      for (const unit of job.units.filter(hasProblem).slice(0, MAX_UNITS))
        if (await currentOf(file, unit.id)?.hasUnit(unit.id, file, request)) same.add(unit.id);
      const fileOf = (unit: string) => (same.has(unit) ? currentOf(file, unit)?.withUnit(unit) : undefined);
      const problems = [...placeProblems(job, fileOf), ...placeFailedChecks(findings, file.path, fileOf)];
      list.push(...problems.map((problem) => reportedOf(problem, uri, run.record, file.path)));
    }
    return list;
  }

  /** Reads the history of earlier windows for an open parameter file. */
  function loadFor({ languageId }: vscode.TextDocument): void {
    if (languageId !== "analytics-engines" || !runs.mayHaveHistory() || !vscode.workspace.isTrusted) return;
    runs.loadedStore().catch((error: unknown) => logError(services, error));
  }

  /** Shows again what has changed in the history. */
  function followRuns(): void {
    const loadedRuns = runs.loadedRuns();
    const uris = new Set(loadedRuns.flatMap(({ record }) => record.files.flatMap(({ uri }) => uri ?? [])));
    for (const uri of [...shownRuns.keys()].filter((shownUri) => !uris.has(shownUri))) {
      shownRuns.delete(uri);
      refreshSoon(uri, 0);
    }
    for (const uri of uris) {
      const ofFile = runsOfFile(loadedRuns, uri);
      const runStates = JSON.stringify(ofFile.map(({ run: { record, state } }) => [record.id, state]));
      if (shownRuns.get(uri) === runStates) continue;
      shownRuns.set(uri, runStates);
      // The files of the whole history need not be read for runs that succeeded, unless a check can have failed.
      const last = ofFile[0]?.run.record;
      const isBad = last?.end?.status !== "success" || last.checks !== undefined;
      if (openDocument(uri) !== undefined || reported.has(uri) || isBad) refreshSoon(uri, 0);
    }
  }

  subscriptions.push(
    { dispose: () => [...collections.keys()].forEach(clear) },
    timers,
    runs.onDidChange(followRuns),
    documents.onDidCheck((document) => {
      // One of its files may have changed.
      const isSweep = documents.latest(document)?.sweep !== undefined;
      if (isSweep && shownRuns.has(document.uri.toString())) refreshSoon(document.uri.toString(), 0);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const uri = document.uri.toString();
      if (contentChanges.length > 0 && shownRuns.has(uri)) refreshSoon(uri, DELAY_MS);
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      const uri = document.uri.toString();
      if (shownRuns.has(uri)) refreshSoon(uri, 0);
      loadFor(document);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => vscode.workspace.textDocuments.forEach(loadFor)),
    // The next unsaved file may get the name of one that is closed.
    vscode.workspace.onDidCloseTextDocument(({ uri, isUntitled, isClosed }) => {
      if (isUntitled && isClosed) clear(uri.toString());
    }),
    ...offerHelp((uri, range) =>
      [...reported.values()]
        .flat()
        .filter((problem) => problem.uri.toString() === uri.toString() && problem.diagnostic.range.intersection(range)),
    ),
  );
  followRuns();
  vscode.workspace.textDocuments.forEach(loadFor);
});

/** A run of a file, and the file in its record. */
interface FileRun {
  readonly run: RunView;
  readonly file: RecordedFile;
}

/** @param runs newest first */
function runsOfFile(runs: readonly RunView[], uri: string): FileRun[] {
  return runs.flatMap((run) => {
    return run.record.files.flatMap((file) => (file.uri === uri ? [{ run, file }] : []));
  });
}

/** The most cells of a check that the quick fixes offer; its hover has all. */
const MAX_FIXES = 10;

/** Offers what helps with the problems at a place: as quick fixes, and the cells that failed a check as links, too. */
export function offerHelp(problemsAt: (uri: vscode.Uri, range: vscode.Range) => readonly ReportedProblem[]) {
  const selector = [{ language: "analytics-engines" }, { language: "json" }, { pattern: ROW_FILES }];
  const actions: vscode.CodeActionProvider = {
    provideCodeActions: ({ uri }, range) => problemsAt(uri, range).flatMap(actionsOf),
  };
  const links: vscode.HoverProvider = {
    provideHover({ uri }, position) {
      const commands = problemsAt(uri, new vscode.Range(position, position)).flatMap(({ showCells }) => showCells);
      return commands.length === 0 ? undefined : new vscode.Hover(commands.map(linkOf));
    },
  };
  return [
    vscode.languages.registerCodeActionsProvider(selector, actions, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
    // VS Code follows no command in the link of a diagnostic.
    vscode.languages.registerHoverProvider(selector, links),
  ];
}

function actionsOf({ diagnostic, ref, showCells }: ReportedProblem): vscode.CodeAction[] {
  const [copy, show] = [
    vscode.l10n.t("Copy job id and request keys of this job"),
    vscode.l10n.t("Show results of this run"),
  ];
  const commands: readonly vscode.Command[] = [
    ...showCells.slice(0, MAX_FIXES),
    { title: copy, command: "analyticsEngines.jobs.copyRequestKeys", arguments: [ref] },
    { title: show, command: "analyticsEngines.jobs.showResults", arguments: [ref] },
  ];
  return commands.map((command) => {
    const action = new vscode.CodeAction(command.title, vscode.CodeActionKind.QuickFix);
    action.command = command;
    action.diagnostics = [diagnostic];
    return action;
  });
}

function linkOf({ title, command, arguments: args }: vscode.Command): vscode.MarkdownString {
  const link = new vscode.MarkdownString(
    `[${escapeMarkdown(title)}](command:${command}?${encodeURIComponent(JSON.stringify(args))})`,
  );
  link.isTrusted = { enabledCommands: [command] };
  return link;
}
