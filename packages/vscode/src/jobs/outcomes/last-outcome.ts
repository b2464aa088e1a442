import { isolated } from "@analytics-engines/core/basics";
import type { CheckFinding } from "@analytics-engines/runs/review";
import * as l10n from "@vscode/l10n";
import { type ChecksOutcome, levelOf, outcomeOf, remarksOf } from "../runs/outcome.ts";
import { presentJob, runStatusText, stateText } from "../runs/presentation.ts";
import { elapsedText, whenText } from "../runs/run-titles.ts";
import type { RecordedFile } from "../store/history.ts";
import { isActive, isOpenStatus, progressOf, type RunJobView, type RunView } from "../store/run.ts";

/** The last run of a parameter file or a sweep, or of a unit of it. */
export interface LastRun {
  readonly run: RunView;
  /** The file in the record of the run; the jobs of a sweep. */
  readonly files: readonly [RecordedFile, ...RecordedFile[]];
  /** Whether an earlier run has ended, so that both can be compared. */
  readonly hasEarlier: boolean;
}

/**
 * Finds the last run of a file, or of a unit of it. A run of a single unit does not count as a run of its file.
 * @param runs newest first
 * @param units the units of the file, or the one unit
 */
export function lastRunOf(runs: readonly RunView[], uri: string, units: readonly string[]): LastRun | undefined {
  const [only] = units;
  const fileRuns = runs.flatMap((run) => {
    const [file, ...others] = run.record.files.filter((runFile) => runFile.uri === uri);
    if (file === undefined) return [];
    const ran = [file, ...others].flatMap((runFile) => runFile.units);
    const isOf = units.length === 1 && only !== undefined ? ran.includes(only) : ran.length > 1;
    return isOf || units.length === 0 ? [{ run, files: [file, ...others] as const }] : [];
  });
  const [last, ...earlier] = fileRuns;
  return last && { ...last, hasEarlier: earlier.some(({ run }) => run.state === "finished") };
}

/** An outcome as text, and what a click offers. */
export interface OutcomeText {
  readonly text: string;
  readonly state: "active" | "good" | "warned" | "bad";
  /** Whether the parameters have changed since. */
  readonly isEarlier?: true;
}

/** The outcome of parameters that have changed since. */
export function ofEarlierVersion({ record }: RunView, { state }: OutcomeText, now: number): OutcomeText {
  const text = l10n.t("of an earlier version, {0}", whenText(record.end?.finishedAt ?? record.startedAt, now));
  return { text: `${state === "active" ? "✗" : signs[state]} ${text}`, state, isEarlier: true };
}

/** The outcome with the set whose dates or currency the file ran with: it is none of the file as it stands. */
export function withSet(outcome: OutcomeText, { run: { record }, files }: Pick<LastRun, "run" | "files">): OutcomeText {
  if (files.every(({ fixedValues }) => fixedValues === undefined)) return outcome;
  const set = record.set === undefined ? l10n.t("of a set") : l10n.t("of the set {0}", isolated(record.set));
  return { ...outcome, text: `${outcome.text}, ${set}` };
}

const signs = { good: "✓", warned: "⚠", bad: "✗" } as const;

/** How far a file is in a run that goes on, in the words of its row in the Jobs view. */
function openText(run: RunView, jobs: readonly RunJobView[], fileJobs: readonly RunJobView[]): string {
  const [job, ...others] = fileJobs;
  if (run.state === "canceling") return runStatusText("canceling");
  if (run.hold?.type === "unreachable") return stateText(run);
  // The row of a run of one file has the progress of the run, and a job among others has a row of its own.
  return job !== undefined && others.length === 0 && (jobs.length > 1 || job.status === "canceling")
    ? presentJob(run, job).description
    : l10n.t("{0} %", progressOf({ jobs: fileJobs }));
}

/** What is known of the jobs of a run. */
export interface KnownJobs {
  /** For a finished run, those of its manifest. */
  readonly jobs: readonly RunJobView[];
  readonly checks: ChecksOutcome;
}

/**
 * The outcome of a file in its last run, or of a unit of it.
 * @param files the jobs of the file in the run
 */
export function lastOutcome(
  { run, files }: { readonly run: RunView; readonly files: readonly Pick<RecordedFile, "path">[] },
  { jobs, checks }: KnownJobs,
  unitId: string | undefined,
  now: number,
): OutcomeText {
  const fileJobs = jobs.filter((jobView) => files.some(({ path }) => path === jobView.path));
  const job = fileJobs.length === 1 ? fileJobs[0] : undefined;
  const allUnits = fileJobs.flatMap((jobView) => jobView.units);
  const unit = allUnits.find(({ id }) => id === unitId);
  const isOpen = unit === undefined || isOpenStatus(unit.status);
  if (isActive(run) && isOpen) return { text: openText(run, jobs, fileJobs), state: "active" };
  if (run.state === "paused") return { text: runStatusText("paused"), state: "active" };
  const units = unit ? [unit] : allUnits;
  const isMeant = (path: string | undefined) => path === undefined || files.some((file) => file.path === path);
  // A finding without a unit is about the file or the run as a whole.
  const ofPlace = (finding: CheckFinding) => isMeant(finding.path) && (unit === undefined || finding.unit === unit.id);
  const status = units.every((one) => one.status === "success") ? "success" : (run.record.end?.status ?? "unknown");
  const outcome = outcomeOf(status, units, Array.isArray(checks) ? checks.filter(ofPlace) : checks);
  const level = levelOf(outcome);
  const when = whenText(run.record.end?.finishedAt ?? run.record.startedAt, now);
  const { succeeded } = outcome;
  if (units.length > 0 && level === "good")
    return { text: `✓ ${elapsedText(run.record, now)}, ${when}`, state: "good" };
  const words =
    units.length > 1 && succeeded < units.length
      ? l10n.t("{0} of {1} succeeded", succeeded, units.length)
      : runStatusText(units[0]?.status ?? job?.status ?? run.record.end?.status ?? "unknown");
  const state = units.length > 0 && level === "warned" ? "warned" : "bad";
  return { text: [`${signs[state]} ${words}`, ...remarksOf(outcome), when].join(", "), state };
}
