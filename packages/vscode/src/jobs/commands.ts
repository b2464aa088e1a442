import { UserError } from "@analytics-engines/runs/progress";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { CommandHandlers } from "../common/command-ids.ts";
import { confirm, pickOne } from "../common/questions.ts";
import { baseName } from "../common/texts.ts";
import { isWritten } from "../editor/documents/issue-diagnostics.ts";
import { readWritten } from "../editor/documents/written-file.ts";
import { executeCommand } from "../services/commands.ts";
import type { Services } from "../services/services.ts";
import { compareWithCurrentFile, openParameters } from "./outcomes/parameters.ts";
import { tracesOf } from "./runs/presentation.ts";
import { type ResolvedRef, type RunRef, resolveRef, runRefOf, runRefsOf } from "./runs/refs.ts";
import { runsOf } from "./runs/runs.ts";
import { unitsOfSource } from "./start/prepare.ts";
import { findParameterFiles, runSet } from "./start/sources.ts";
import { runPrepared, runSources, type SubmitOptions } from "./start/submit.ts";
import { unitAtCursor } from "./start/unit-at-cursor.ts";
import type { RunRecord } from "./store/history.ts";
import { canCancel, canCancelJob, canResume, hasResults, isActive, type RunView } from "./store/run.ts";
import { deleteRuns, deleteStoredData, renameRun } from "./view/manage-runs.ts";
import { runItem, showRunning } from "./view/rows.ts";
import type { JobsView } from "./view/view.ts";

/** The result of the commands that start a run. */
export interface StartedRun {
  readonly id: string;
  /** The run in its current state. */
  current(): RunView | undefined;
}

/** The commands for runs of parameter files. */
export function jobCommands(services: Services, { selection }: Pick<JobsView, "selection">): CommandHandlers<"jobs"> {
  const runs = runsOf(services);
  const any = () => true;
  return {
    runFile: (uri) => runInEditor(uriOf(uri)),
    /** Without a unit, runs the one at the cursor. */
    async runUnit(uri, unitId) {
      const file = uriOf(uri);
      if (typeof unitId === "string") return runInEditor(file, { unitId });
      services.connections.requireTrust();
      const target = unitAtCursor(services);
      if (target === "no units") return runInEditor(file);
      return runInEditor(file, { unitId: await unitOf(file, target.unit) });
    },
    async runSelected(uri, selected) {
      const uris = Array.isArray(selected) ? selected.filter((item) => item instanceof vscode.Uri) : [];
      return run(await findParameterFiles(uris.length > 0 ? uris : [uriOf(uri)]));
    },
    async runSet(name, projectFile) {
      services.connections.requireTrust();
      const set = typeof name === "string" ? name : undefined;
      return startedRun(await runSet(services, runs, set, projectFile instanceof vscode.Uri ? projectFile : undefined));
    },
    async cancel(ref) {
      const { store, run: resolvedRun, job } = await resolve(ref, l10n.t("Cancel which run?"), canCancel);
      const { id, files } = resolvedRun.record;
      if (job === undefined || files.length === 1) return store.cancel(id);
      if (!canCancelJob(resolvedRun, job))
        throw new UserError(l10n.t("This job is not in progress. To end the other jobs, cancel the run."));
      store.cancelJob(id, job.path);
    },
    async resume(ref) {
      const { store, run: resolvedRun } = await resolve(ref, l10n.t("Resume which run?"), canResume);
      await store.resume(resolvedRun.record.id);
    },
    async rerun(ref) {
      const { store, run: resolvedRun } = await resolve(ref, l10n.t("Repeat which run?"), any);
      const requests = await store.requests(resolvedRun);
      const files = resolvedRun.record.files.map((file, index) => ({ file, request: requests[index] }));
      return startedRun(await runPrepared(services, runs, files, repeated(resolvedRun.record)));
    },
    async remove(ref, selected) {
      const several = runRefsOf(selected ?? (ref === undefined ? selection() : undefined));
      const store = await runs.loadedStore();
      if (several.length > 0)
        return deleteRuns(
          store,
          several.flatMap(({ run: id }) => store.run(id) ?? []),
        );
      const { run: resolvedRun } = await resolve(ref, l10n.t("Delete which run?"), (candidate) => !isActive(candidate));
      return deleteRuns(store, [resolvedRun]);
    },
    async rename(ref) {
      const resolvedRun = await resolve(ref ?? selection()[0], l10n.t("Rename which run?"), any);
      await renameRun(resolvedRun);
    },
    async clearHistory() {
      const store = await runs.loadedStore();
      const count = store.runs.filter((storedRun) => !isActive(storedRun)).length + store.unreadableCount;
      if (count === 0) throw new UserError(l10n.t("The history has no run to delete."));
      if (!(await confirm(l10n.t("Delete {0} runs and their results from this machine?", count), l10n.t("Delete"))))
        return;
      await store.clear();
    },
    async deleteAllData() {
      await deleteStoredData(services, await runs.loadedStore());
    },
    showRunning: () => showRunning(runs, services.clock),
    async showResults(ref) {
      const isFinished = (run: RunView) => run.state === "finished" || hasResults(run);
      const resolvedRun = await resolve(ref, l10n.t("Show the results of which run?"), isFinished);
      const unit = resolvedRun.job && resolvedRun.unit && { path: resolvedRun.job.path, unit: resolvedRun.unit.id };
      await executeCommand("analyticsEngines.results.open", { run: resolvedRun.run.record.id, ...unit });
    },
    async showLastResults() {
      const last = (await runs.loadedStore()).runs.find(hasResults);
      if (last === undefined) throw new UserError(l10n.t("No run has results yet. Run a parameter file first."));
      await executeCommand("analyticsEngines.results.open", { run: last.record.id });
    },
    async openParameters(ref) {
      await openParameters(services, await resolve(ref, l10n.t("Open the parameters of which run?"), any));
    },
    async compareParameters(ref) {
      await compareWithCurrentFile(services, await resolve(ref, l10n.t("Compare the parameters with which run?"), any));
    },
    async copyRequestKeys(ref) {
      const { run: resolvedRun, job } = await resolve(
        ref,
        l10n.t("Copy the job ids and request keys of which run?"),
        any,
      );
      if (resolvedRun.state === "finished") await runs.requireFolder(resolvedRun);
      const keys = (job === undefined ? await runs.jobsOf(resolvedRun) : [job]).flatMap(tracesOf);
      if (keys.length === 0) throw new UserError(l10n.t("The service gave no job ids and no request keys."));
      await vscode.env.clipboard.writeText(keys.join("\n"));
    },
  };

  async function run(uris: readonly vscode.Uri[], options?: SubmitOptions): Promise<StartedRun | undefined> {
    // Comes first: a run that may not start saves no file.
    services.connections.requireTrust();
    const sources = await Promise.all(uris.map((uri) => readWritten(services, uri)));
    return startedRun(await runSources(services, runs, sources, options));
  }

  /** Runs a file from its editor. The results open beside the editor. */
  async function runInEditor(uri: vscode.Uri, options?: SubmitOptions): Promise<StartedRun | undefined> {
    const started = await run([uri], options);
    if (started !== undefined) runs.startingFiles.set(started.id, uri);
    return started;
  }

  async function startedRun(view: RunView | undefined): Promise<StartedRun | undefined> {
    if (view === undefined) return undefined;
    const { id } = view.record;
    const store = await runs.store();
    return { id, current: () => store.run(id) };
  }

  /** The unit that a command was given, or that the user picks. */
  async function unitOf(uri: vscode.Uri, unitId: unknown): Promise<string> {
    if (typeof unitId === "string") return unitId;
    const units = unitsOfSource(await readWritten(services, uri));
    if (units.length === 0) throw new UserError(l10n.t("This family has no units. Run the file."));
    const items = units.map((label) => ({ label }));
    return (await pickOne(items, { placeHolder: l10n.t("Run which unit?") })).label;
  }

  /** The run that a command was given, or that the user picks. */
  async function resolve(
    argument: unknown,
    question: string,
    matches: (run: RunView) => boolean,
  ): Promise<ResolvedRef> {
    return resolveRef(runs, runRefOf(argument) ?? (await chooseRun(question, matches)));
  }

  async function chooseRun(placeHolder: string, matches: (run: RunView) => boolean): Promise<RunRef> {
    const matchingRuns = (await runs.loadedStore()).runs.filter(matches);
    if (matchingRuns.length === 0)
      throw new UserError(l10n.t("The history has no run for this command. Run a parameter file first."));
    const now = services.clock.now();
    const items = await Promise.all(matchingRuns.map((matchingRun) => runItem(runs, matchingRun, now)));
    return (await pickOne(items, { placeHolder, matchOnDetail: true })).ref;
  }
}

/** The options of a run that is repeated. The rule `moved` compares with it. */
function repeated({ concurrency, checks, set, id }: RunRecord) {
  return { concurrency, checks: checks && { ...checks, earlier: id }, set };
}

/** The file that a command was given, or that of the active editor. @throws UserError if there is none to run */
function uriOf(value: unknown): vscode.Uri {
  if (value instanceof vscode.Uri) return value;
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) throw new UserError(l10n.t("No parameter file is open. Open one to run it."));
  if (!isWritten(document))
    throw new UserError(
      l10n.t(
        "This editor shows a version of {0} that cannot change, so it is not run. Open the file to run it.",
        baseName(document.uri.path),
      ),
    );
  return document.uri;
}
