import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { executeCommand, registerCommand } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { UserCanceledError, UserError } from "../common/errors.ts";
import { runDiagnosticsOf } from "./diagnostics.ts";
import { agoText, lookOf, statusWords, titleOf } from "./job-nodes.ts";
import { jobsOf } from "./jobs.ts";
import { type JobRef, type Resolved, refOf, resolveRef } from "./refs.ts";
import { canCancelJob, isActive, type Run } from "./run.ts";
import type { Wishes } from "./submit.ts";
import { jobsViewId } from "./view.ts";

declare module "../common/commands.ts" {
  interface CommandArguments {
    "analyticsEngines.jobs.runFile": [uri?: unknown];
    "analyticsEngines.jobs.runUnit": [uri?: unknown, unitId?: unknown];
    "analyticsEngines.jobs.runUnitWithCommentary": [uri?: unknown, unitId?: unknown];
    "analyticsEngines.jobs.runSelected": [uri?: unknown, selected?: unknown];
    "analyticsEngines.jobs.cancel": [ref?: unknown];
    "analyticsEngines.jobs.resume": [ref?: unknown];
    "analyticsEngines.jobs.rerun": [ref?: unknown];
    "analyticsEngines.jobs.remove": [ref?: unknown];
    "analyticsEngines.jobs.clearHistory": [];
    "analyticsEngines.jobs.showRunning": [];
    "analyticsEngines.jobs.showResults": [ref?: unknown];
    "analyticsEngines.jobs.openParameters": [ref?: unknown];
    "analyticsEngines.jobs.copyRequestKeys": [ref?: unknown];
    "analyticsEngines.jobs.copyJobId": [ref?: unknown];
  }
}

/** What the commands that run something answer, for whoever calls them. */
export interface BegunRun {
  readonly id: string;
  /** The run as it stands now. */
  current(): Run | undefined;
}

/** What is done with parameter files and with runs. */
export function registerJobCommands(context: vscode.ExtensionContext, services: Services): void {
  const jobs = jobsOf(context, services);
  const problems = runDiagnosticsOf(services);
  registerCommand(services, "analyticsEngines.jobs.runFile", (uri) => run([uriOf(uri)]));
  registerCommand(services, "analyticsEngines.jobs.runUnit", async (uri, unitId) => {
    const file = uriOf(uri);
    return run([file], { unitId: typeof unitId === "string" ? unitId : await chooseUnit(file) });
  });
  registerCommand(services, "analyticsEngines.jobs.runUnitWithCommentary", async (uri, unitId) => {
    const file = uriOf(uri);
    const wishes = { unitId: typeof unitId === "string" ? unitId : await chooseUnit(file) };
    // The run has no other unit.
    return run([file], { ...wishes, commentary: ["**"] });
  });
  registerCommand(services, "analyticsEngines.jobs.runSelected", async (uri, selected) => {
    const { findParameterFiles } = await import("./sources.ts");
    const uris = Array.isArray(selected) ? selected.filter((one) => one instanceof vscode.Uri) : [];
    return run(await findParameterFiles(uris.length > 0 ? uris : [uriOf(uri)]));
  });
  registerCommand(services, "analyticsEngines.jobs.cancel", async (ref) => {
    const { store, run: one, job } = await resolve(ref, l10n.t("Cancel which run?"), canCancel);
    const { id, files } = one.record;
    if (job === undefined || files.length === 1) return store.cancel(id);
    if (!canCancelJob(one, job))
      throw new UserError(l10n.t("This job is not under way. Cancel the run to end the rest."));
    store.cancelJob(id, job.path);
  });
  registerCommand(services, "analyticsEngines.jobs.resume", async (ref) => {
    const { store, run: one } = await resolve(ref, l10n.t("Go on with which run?"), canResume);
    await store.resume(one.record.id);
  });
  registerCommand(services, "analyticsEngines.jobs.rerun", async (ref) => {
    const { store, run: one } = await resolve(ref, l10n.t("Run which parameters again?"), () => true);
    const requests = await store.requests(one);
    const files = one.record.files.map((file, index) => ({ file, request: requests[index] }));
    const { submitPrepared } = await import("./submit.ts");
    return begun(await submitPrepared(services, jobs, files, one.record.commentary));
  });
  registerCommand(services, "analyticsEngines.jobs.remove", async (ref) => {
    const { store, run: one } = await resolve(ref, l10n.t("Remove which run?"), (candidate) => !isActive(candidate));
    const question = l10n.t("Remove the run of {0} and its results?", titleOf(one));
    if (await confirmed(question, l10n.t("Remove"))) await store.remove(one.record.id);
  });
  registerCommand(services, "analyticsEngines.jobs.clearHistory", async () => {
    const store = await jobs.store();
    await store.load();
    const count = store.runs.filter((one) => !isActive(one)).length + store.unreadable;
    if (count === 0) return;
    const question = l10n.t("Remove {0} runs and their results from this machine?", count);
    if (!(await confirmed(question, l10n.t("Remove")))) return;
    await store.clear();
    problems.clearAll();
  });
  registerCommand(services, "analyticsEngines.jobs.showRunning", () => showRunning());
  registerCommand(services, "analyticsEngines.jobs.showResults", async (ref) => {
    const found = await resolve(ref, l10n.t("Show the results of which run?"), ({ state }) => state === "finished");
    const unit = found.job && found.unit && { path: found.job.path, unit: found.unit.id };
    await executeCommand("analyticsEngines.results.open", { run: found.run.record.id, ...unit });
  });
  registerCommand(services, "analyticsEngines.jobs.openParameters", async (ref) => {
    const { openParameters } = await import("./open-parameters.ts");
    await openParameters(await resolve(ref, l10n.t("Open the parameters of which run?"), () => true));
  });
  registerCommand(services, "analyticsEngines.jobs.copyRequestKeys", async (ref) => {
    const { run: one, job } = await resolve(ref, l10n.t("Copy the request keys of which run?"), () => true);
    const views = job === undefined ? await jobs.jobsOf(one) : [job];
    await copy(
      views.flatMap(({ requestKeys }) => requestKeys),
      l10n.t("The service gave no request keys."),
    );
  });
  registerCommand(services, "analyticsEngines.jobs.copyJobId", async (ref) => {
    const { run: one, job } = await resolve(ref, l10n.t("Copy the job ids of which run?"), () => true);
    const views = job === undefined ? await jobs.jobsOf(one) : [job];
    await copy(
      views.flatMap(({ jobId }) => jobId ?? []),
      l10n.t("The service has not named the job."),
    );
  });

  async function run(uris: readonly vscode.Uri[], wishes?: Wishes): Promise<BegunRun | undefined> {
    const [{ readWritten }, { submit }] = await Promise.all([
      import("../editor/written-file.ts"),
      import("./submit.ts"),
    ]);
    const sources = await Promise.all(uris.map((uri) => readWritten(context, uri)));
    return begun(await submit(services, jobs, sources, wishes));
  }

  /** What earlier runs said of the same units no longer counts. */
  async function begun(one: Run | undefined): Promise<BegunRun | undefined> {
    if (one === undefined) return undefined;
    const { id, files } = one.record;
    problems.clear(files);
    const store = await jobs.store();
    return { id, current: () => store.run(id) };
  }

  async function chooseUnit(uri: vscode.Uri): Promise<string> {
    const [{ readWritten }, { unitsOfText }] = await Promise.all([
      import("../editor/written-file.ts"),
      import("./prepare-file.ts"),
    ]);
    const units = unitsOfText(await readWritten(context, uri));
    if (units.length === 0) throw new UserError(l10n.t("The requests of this family have no units. Run the file."));
    const chosen = await vscode.window.showQuickPick([...units], { placeHolder: l10n.t("Run which unit?") });
    if (chosen === undefined) throw new UserCanceledError();
    return chosen;
  }

  /** What a command is about: what it was given, or what the user chooses. */
  async function resolve(argument: unknown, question: string, fits: (run: Run) => boolean): Promise<Resolved> {
    const ref = refOf(argument) ?? (await chooseRun(question, fits));
    const found = await resolveRef(jobs, ref);
    if (found === undefined) throw new UserError(l10n.t("This run is no longer in the history."));
    return found;
  }

  async function chooseRun(question: string, fits: (run: Run) => boolean): Promise<JobRef> {
    const store = await jobs.store();
    await store.load();
    const runs = store.runs.filter(fits);
    if (runs.length === 0) throw new UserError(l10n.t("There is no such run."));
    const chosen = await vscode.window.showQuickPick(runs.map(itemOf), { placeHolder: question, matchOnDetail: true });
    if (chosen === undefined) throw new UserCanceledError();
    return { run: chosen.id };
  }

  function itemOf(one: Run) {
    const { record, state } = one;
    const ago = agoText(Date.parse(record.startedAt), services.clock.now());
    const status = statusWords(state === "finished" ? (record.end?.status ?? state) : state);
    const detail = record.files.map(({ path }) => path).join(", ");
    return {
      id: record.id,
      label: titleOf(one),
      description: `${status} · ${record.connection.name} · ${ago}`,
      detail,
    };
  }

  /** What runs, each with a button that cancels it. */
  async function showRunning(): Promise<void> {
    const active = jobs.known().filter(isActive);
    const cancelButton = { iconPath: new vscode.ThemeIcon("debug-stop"), tooltip: l10n.t("Cancel on the service") };
    const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly ref: JobRef }>();
    pick.placeholder = active.length === 0 ? l10n.t("Nothing runs.") : l10n.t("Runs under way");
    pick.items = active.flatMap((one) => {
      const run = one.record.id;
      const jobItems = one.jobs
        .filter((job) => canCancelJob(one, job))
        .map((job) => ({
          label: `$(indent) ${job.path.replaceAll("$(", "$ (")}`,
          description: lookOf({ kind: "job", run: one, job }, services.clock.now()).description,
          ref: { run, path: job.path },
        }));
      return [{ ...itemOf(one), ref: { run } }, ...jobItems].map((item) => ({ ...item, buttons: [cancelButton] }));
    });
    pick.onDidTriggerItemButton(({ item }) => {
      void executeCommand("analyticsEngines.jobs.cancel", item.ref);
      pick.hide();
    });
    pick.onDidAccept(() => {
      void vscode.commands.executeCommand(`${jobsViewId}.focus`);
      pick.hide();
    });
    pick.onDidHide(() => pick.dispose());
    pick.show();
  }
}

function canCancel(run: Run): boolean {
  return isActive(run) || run.state === "paused";
}

function canResume({ state, record }: Run): boolean {
  return state === "paused" || record.end?.status === "unknown";
}

function uriOf(value: unknown): vscode.Uri {
  const uri = value instanceof vscode.Uri ? value : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) throw new UserError(l10n.t("Open a parameter file to run it."));
  return uri;
}

async function confirmed(question: string, action: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true }, action)) === action;
}

async function copy(texts: readonly string[], nothing: string): Promise<void> {
  if (texts.length === 0) throw new UserError(nothing);
  await vscode.env.clipboard.writeText(texts.join("\n"));
}
