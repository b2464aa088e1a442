import * as vscode from "vscode";
import { createPause, type Pause } from "../../common/async.ts";
import type { Documents } from "../../editor/documents/documents.ts";
import { isWritten } from "../../editor/documents/issue-diagnostics.ts";
import { loadChecks } from "../../editor/language/load.ts";
import { LANGUAGE_ID } from "../../editor/language/text/kinds.ts";
import { watchUnitsInView } from "../../editor/providers/units-in-view.ts";
import { logError } from "../../services/commands.ts";
import type { Services } from "../../services/services.ts";
import type { RunRef } from "../runs/refs.ts";
import { type Runs, runsOf } from "../runs/runs.ts";
import type { RunView } from "../store/run.ts";
import { loadOutcomes } from "./diagnostics.ts";
import type { KnownJobs, LastRun, OutcomeText } from "./last-outcome.ts";
import type { FindCurrent } from "./open-current.ts";

/** The progress of a run changes more often than anyone reads. */
const REFRESH_MS = 500;

/** Shows the progress or the outcome of the last run above a file and above each of its units. */
export function showRunLenses(services: Services, documents: Documents): void {
  const { clock, subscriptions } = services;
  const runs = runsOf(services);
  const changed = new vscode.EventEmitter<void>();
  const unitsInView = watchUnitsInView(subscriptions, () => changed.fire());
  let renderedRuns = "";
  let cancelTimer: (() => void) | undefined;

  /** Requests the lenses again if they would differ. */
  function refresh(): void {
    cancelTimer = undefined;
    const current = JSON.stringify(
      runs.loadedRuns().map((run) => [run.record.id, run.state, run.jobs, runs.isGone(run)]),
    );
    if (current === renderedRuns) return;
    renderedRuns = current;
    changed.fire();
  }

  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document) {
      const isWanted = vscode.workspace.getConfiguration("analyticsEngines.editor").get("codeLens", true);
      if (!isWanted || !isWritten(document)) return [];
      // Loads the runs of earlier windows; the event then shows their lenses.
      if (runs.mayHaveHistory() && vscode.workspace.isTrusted)
        runs.loadedStore().catch((error: unknown) => logError(services, error));
      return runLensesOf(services, document, documents, unitsInView);
    },
  };
  subscriptions.push(
    changed,
    { dispose: () => cancelTimer?.() },
    vscode.languages.registerCodeLensProvider({ language: LANGUAGE_ID }, provider),
    runs.onDidChange(() => {
      cancelTimer ??= clock.setTimer(REFRESH_MS, refresh);
    }),
    // A run folder may have been deleted in another program.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused && runs.loadedRuns().length > 0) changed.fire();
    }),
    documents.onDidCheck(({ uri }) => {
      // Only for files with runs: a request for lenses delays those of the other provider.
      const isRun = ({ uri: run }: { readonly uri?: string | undefined }) => run === uri.toString();
      if (runs.loadedRuns().some(({ record }) => record.files.some(isRun))) changed.fire();
    }),
  );
}

async function runLensesOf(
  services: Services,
  document: vscode.TextDocument,
  documents: Documents,
  inView: ReturnType<typeof watchUnitsInView>,
): Promise<vscode.CodeLens[]> {
  const runs = runsOf(services);
  const uri = document.uri.toString();
  const fileRuns = runs.loadedRuns().filter(({ record }) => record.files.some((file) => file.uri === uri));
  const latest = documents.latest(document);
  if (fileRuns.length === 0 || latest?.kind === undefined) return [];
  const [{ placedUnits }, { lastRunOf, lastOutcome, ofEarlierVersion, openCurrent, withSet }] = await Promise.all([
    loadChecks(),
    loadOutcomes(),
  ]);
  const currentOf = await openCurrent(services, document.uri, latest.text, latest);
  // The units of a sweep are in another file.
  const units = latest.sweep === undefined ? placedUnits(latest) : [];
  const ids = latest.sweep?.jobs.flatMap((job) => job.units) ?? units.map(({ id }) => id);
  const ofUnits = inView.of(document, units).map(({ id, start }) => ({ id, ids: [id], start }));
  const lensSubjects = [{ id: undefined, ids, start: 0 }, ...ofUnits];
  const pause = createPause(services.clock);
  const jobsByRun = new Map<RunView, Promise<KnownJobs>>();
  const readJobs = async (run: RunView): Promise<KnownJobs> => ({
    jobs: await runs.jobsOf(run),
    checks: run.state === "finished" ? await runs.checksOf(run) : undefined,
  });
  const jobsIn = (run: RunView) => {
    const jobs = jobsByRun.get(run) ?? readJobs(run);
    jobsByRun.set(run, jobs);
    return jobs;
  };
  const lenses = await Promise.all(
    lensSubjects.map(async ({ id, ids: unitIds, start }) => {
      const last = lastRunOf(fileRuns, uri, unitIds);
      if (last === undefined) return [];
      const { run, files } = last;
      // A run folder that is gone has no outcome.
      const known = await jobsIn(run).catch(() => undefined);
      if (known === undefined) return [];
      const path = files.length === 1 ? files[0].path : undefined;
      const ref: RunRef = {
        run: run.record.id,
        ...(path !== undefined && { path }),
        ...(id !== undefined && { unit: id }),
      };
      const outcome = lastOutcome(last, known, id, services.clock.now());
      const hasAllJobs = latest.sweep === undefined || latest.sweep.jobs.length === files.length;
      const isCurrent =
        outcome.state === "active" || (hasAllJobs && (await isSame(runs, currentOf, last, { unit: id, pause })));
      const shown = isCurrent ? outcome : ofEarlierVersion(run, outcome, services.clock.now());
      return lensesFor(document, start, withSet(shown, last), ref, last.hasEarlier);
    }),
  );
  return lenses.flat();
}

/** Whether a file, or a unit of it, is as its last run computed it. */
async function isSame(
  runs: Runs,
  currentOf: FindCurrent,
  { run, files }: LastRun,
  { unit, pause }: { readonly unit: string | undefined; readonly pause: Pause },
): Promise<boolean> {
  for (const file of files) {
    await pause();
    const current = currentOf(file, unit);
    const isCurrent =
      unit === undefined
        ? await current?.isFile(file)
        : await current?.hasUnit(unit, file, await runs.requestOf(run, file.path).catch(() => undefined));
    if (isCurrent !== true) return false;
  }
  return true;
}

function lensesFor(
  document: vscode.TextDocument,
  offset: number,
  { text, state, isEarlier }: OutcomeText,
  ref: RunRef,
  hasEarlier: boolean,
): vscode.CodeLens[] {
  const at = document.positionAt(offset);
  const lens = (title: string, command: string, ...args: unknown[]) =>
    new vscode.CodeLens(new vscode.Range(at, at), { title, command, arguments: args });
  if (state === "active") return [lens(`$(sync~spin) ${text}`, "analyticsEngines.jobs.showRunning")];
  const compare = vscode.l10n.t("Compare with Last Run");
  return [
    lens(text, "analyticsEngines.jobs.showResults", ref),
    ...(isEarlier ? [lens(vscode.l10n.t("Compare parameters"), "analyticsEngines.jobs.compareParameters", ref)] : []),
    lens(vscode.l10n.t("Show Results"), "analyticsEngines.jobs.showResults", ref),
    ...(hasEarlier ? [lens(compare, "analyticsEngines.results.compare", document.uri, { unit: ref.unit })] : []),
  ];
}
