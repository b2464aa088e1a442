import * as l10n from "@vscode/l10n";
import { elapsedText, runStatusText, whenText } from "../runs/presentation.ts";
import type { RecordedFile } from "../store/history.ts";
import { isActive, progressOf, type RunJobView, type RunView } from "../store/run.ts";

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
  readonly state: "active" | "good" | "bad";
  /** Whether the parameters have changed since. */
  readonly isEarlier?: true;
}

/** The outcome of parameters that have changed since. */
export function ofEarlierVersion({ record }: RunView, { state }: OutcomeText, now: number): OutcomeText {
  const text = l10n.t("of an earlier version, {0}", whenText(record.end?.finishedAt ?? record.startedAt, now));
  return { text: `${state === "good" ? "✓" : "✗"} ${text}`, state, isEarlier: true };
}

/**
 * The outcome of a file in its last run, or of a unit of it.
 * @param files the jobs of the file in the run
 * @param jobs those of the run; for a finished run, those of its manifest
 */
export function lastOutcome(
  { run, files }: { readonly run: RunView; readonly files: readonly Pick<RecordedFile, "path">[] },
  jobs: readonly RunJobView[],
  unitId: string | undefined,
  now: number,
): OutcomeText {
  const fileJobs = jobs.filter((jobView) => files.some(({ path }) => path === jobView.path));
  const job = fileJobs.length === 1 ? fileJobs[0] : undefined;
  const allUnits = fileJobs.flatMap((jobView) => jobView.units);
  const unit = allUnits.find(({ id }) => id === unitId);
  const isOpen = unit === undefined || unit.status === "waiting" || unit.status === "running";
  if (isActive(run) && isOpen) {
    const text = job?.status === "canceling" || run.state === "canceling" ? runStatusText("canceling") : undefined;
    return { text: text ?? l10n.t("{0} %", job?.progress ?? progressOf(run)), state: "active" };
  }
  if (run.state === "paused") return { text: runStatusText("paused"), state: "active" };
  const units = unit ? [unit] : allUnits;
  const succeeded = units.filter(({ status }) => status === "success").length;
  const when = whenText(run.record.end?.finishedAt ?? run.record.startedAt, now);
  if (units.length > 0 && succeeded === units.length)
    return { text: `✓ ${elapsedText(run.record, now)}, ${when}`, state: "good" };
  const outcome =
    units.length > 1
      ? l10n.t("{0} of {1} succeeded", succeeded, units.length)
      : runStatusText(units[0]?.status ?? job?.status ?? run.record.end?.status ?? "unknown");
  return { text: `✗ ${outcome}, ${when}`, state: "bad" };
}
