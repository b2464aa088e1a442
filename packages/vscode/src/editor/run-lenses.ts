import * as vscode from "vscode";
import { logError } from "../common/commands.ts";
import type { Services } from "../common/context.ts";
import { type Jobs, jobsOf } from "../jobs/jobs.ts";
import type { OutcomeText } from "../jobs/outcomes.ts";
import type { JobRef } from "../jobs/refs.ts";
import type { Documents } from "./documents.ts";
import { isWritten } from "./issue-diagnostic.ts";
import { languageId } from "./kinds.ts";
import { loadChecker } from "./load.ts";
import { watchUnitsInView } from "./units-in-view.ts";

/** The progress of a run changes more often than anyone reads. */
const refreshMs = 500;

/** Shows the progress or the outcome of the last run above a file and above each of its units. */
export function showRunLenses(services: Services, documents: Documents): void {
  const { clock, subscriptions } = services;
  const jobs = jobsOf(services);
  const changed = new vscode.EventEmitter<void>();
  const unitsInView = watchUnitsInView(subscriptions, () => changed.fire());
  let shown = "";
  let cancelTimer: (() => void) | undefined;

  /** Requests the lenses again if they would differ. */
  function refresh(): void {
    cancelTimer = undefined;
    const current = JSON.stringify(jobs.known().map(({ record, state, jobs: open }) => [record.id, state, open]));
    if (current === shown) return;
    shown = current;
    changed.fire();
  }

  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document) {
      const isWanted = vscode.workspace.getConfiguration("analyticsEngines.editor").get("codeLens", true);
      if (!isWanted || !isWritten(document)) return [];
      // Loads the runs of earlier windows; the event then shows their lenses.
      if (jobs.mayHaveHistory() && vscode.workspace.isTrusted)
        jobs.loaded().catch((error: unknown) => logError(services, error));
      return runLensesOf(document, documents, jobs, clock.now(), unitsInView);
    },
  };
  subscriptions.push(
    changed,
    { dispose: () => cancelTimer?.() },
    vscode.languages.registerCodeLensProvider({ language: languageId }, provider),
    jobs.onDidChange(() => {
      cancelTimer ??= clock.setTimer(refreshMs, refresh);
    }),
    documents.onDidCheck(({ uri }) => {
      // Only for files with runs: a request for lenses delays those of the other provider.
      const isRun = ({ uri: run }: { readonly uri?: string | undefined }) => run === uri.toString();
      if (jobs.known().some(({ record }) => record.files.some(isRun))) changed.fire();
    }),
  );
}

async function runLensesOf(
  document: vscode.TextDocument,
  documents: Documents,
  jobs: Jobs,
  now: number,
  inView: ReturnType<typeof watchUnitsInView>,
): Promise<vscode.CodeLens[]> {
  const uri = document.uri.toString();
  const runs = jobs.known().filter(({ record }) => record.files.some((file) => file.uri === uri));
  const latest = documents.latest(document);
  if (runs.length === 0 || latest?.kind === undefined) return [];
  const [{ placedUnits }, { lastRunOf, lastOutcome }] = await Promise.all([
    loadChecker(),
    import("../jobs/outcomes.ts"),
  ]);
  const units = placedUnits(latest);
  const ids = units.map(({ id }) => id);
  const ofUnits = inView.of(document, units).map(({ id, start }) => ({ id, ids: [id], start }));
  const places = [{ id: undefined, ids, start: 0 }, ...ofUnits];
  const lenses = await Promise.all(
    places.map(async ({ id, ids: wanted, start }) => {
      const last = lastRunOf(runs, uri, wanted);
      if (last === undefined) return [];
      // A run folder that is gone has no outcome.
      const views = await jobs.jobsOf(last.run).catch(() => undefined);
      if (views === undefined) return [];
      const ref: JobRef = { run: last.run.record.id, path: last.path, ...(id === undefined ? {} : { unit: id }) };
      const outcome = lastOutcome(last, views, id, now);
      return lensesFor(document, start, outcome, ref, last.hasEarlier);
    }),
  );
  return lenses.flat();
}

function lensesFor(
  document: vscode.TextDocument,
  offset: number,
  { text, state }: OutcomeText,
  ref: JobRef,
  hasEarlier: boolean,
): vscode.CodeLens[] {
  const at = document.positionAt(offset);
  const lens = (title: string, command: string, ...args: unknown[]) =>
    new vscode.CodeLens(new vscode.Range(at, at), { title, command, arguments: args });
  if (state === "active") return [lens(`$(sync~spin) ${text}`, "analyticsEngines.jobs.showRunning")];
  const show = state === "good" ? vscode.l10n.t("Show results") : vscode.l10n.t("Show");
  const compare = vscode.l10n.t("Compare with last run");
  return [
    lens(text, "analyticsEngines.jobs.showResults", ref),
    lens(show, "analyticsEngines.jobs.showResults", ref),
    ...(hasEarlier ? [lens(compare, "analyticsEngines.results.compareWithLastRun", document.uri, ref.unit)] : []),
  ];
}
