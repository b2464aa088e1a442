import type {
  FamilyId,
  JobStatus,
  RunEvent,
  ServiceErrorItem,
  StoredFile,
  UnitOutcome,
  UnitStatus,
} from "@analytics-engines/core";
import type { Manifest, ManifestFile } from "@analytics-engines/runs";
import * as l10n from "@vscode/l10n";
import type { RunRecord } from "./history.ts";

/** A run for the views. */
export interface RunView {
  readonly record: RunRecord;
  readonly state: RunState;
  /** The jobs of a run in progress. Those of a finished run are in its manifest. */
  readonly jobs: readonly RunJobView[];
  /** Why the run is paused. */
  readonly problem?: string;
  /** Why the run waits at the moment: no answer, or the rate limit. It continues by itself. */
  readonly hold?: Hold;
}

export type Hold = Extract<RunEvent, { type: "unreachable" | "waiting" }>;

/**
 * `otherWindow`: another window drives the run. `paused`: the run is open and no window drives it, for the reason in `problem`.
 */
export type RunState = "running" | "canceling" | "otherWindow" | "paused" | "finished";

/** `canceling`: the request to cancel has no answer yet. */
export type OpenJobStatus = "waiting" | "running" | "canceling";

/** Whether a job or a unit has not ended. */
export function isOpenStatus(status: RunJobView["status"] | UnitView["status"]): status is OpenJobStatus {
  return status === "waiting" || status === "running" || status === "canceling";
}

export interface RunJobView {
  readonly path: string;
  readonly family: FamilyId;
  readonly status: OpenJobStatus | JobStatus;
  readonly jobId?: string | undefined;
  /** Percent, if the service reports it. */
  readonly progress?: number | undefined;
  readonly requestKeys: readonly string[];
  readonly problem?: string | undefined;
  readonly units: readonly UnitView[];
}

export interface UnitView {
  readonly id: string;
  readonly status: "waiting" | "running" | UnitStatus;
  /** The content type of the result, if there is one. */
  readonly contentType?: string;
  /** The stored result, while this window drives the run. Later its manifest has it. */
  readonly stored?: StoredFile;
  readonly warnings: readonly string[];
  readonly errors: readonly ServiceErrorItem[];
}

/** A run that starts or continues. */
export function beginRun(record: RunRecord): RunView {
  const jobs = record.files.map(({ path, family, units }): RunJobView => {
    return { path, family, status: "waiting", requestKeys: [], units: units.map((id) => openUnit(id, "waiting")) };
  });
  return { record, state: "running", jobs };
}

/** The run after an event. */
export function advanceRun(run: RunView, event: RunEvent): RunView {
  if (event.type === "waiting" || event.type === "unreachable") return { ...run, hold: event };
  // The ends of the jobs contain the copied results.
  if (event.type === "reuse") return run;
  const { hold: _pastHold, ...rest } = run;
  return { ...rest, jobs: run.jobs.map((job) => (job.path === event.key ? advanceJob(job, event) : job)) };
}

function advanceJob(job: RunJobView, event: Exclude<RunEvent, Hold | { type: "reuse" }>): RunJobView {
  switch (event.type) {
    case "job-created":
      return { ...started(job), jobId: event.jobId ?? job.jobId };
    case "job-progress":
      return { ...started(job), jobId: event.jobId, progress: event.progress ?? job.progress };
    case "unit-finished": {
      const unit = closedUnit(event.unit);
      const isPlannedUnit = job.units.some(({ id }) => id === unit.id);
      return {
        ...job,
        units: isPlannedUnit
          ? job.units.map((plannedUnit) => (plannedUnit.id === unit.id ? unit : plannedUnit))
          : [...job.units, unit],
      };
    }
    case "not-reused":
      // The end of the job contains the result.
      return job;
    case "job-finished":
      return endedJob({ ...event.outcome, path: job.path, family: job.family }, event.outcome.units.map(closedUnit));
  }
}

function started(job: RunJobView): RunJobView {
  if (job.status !== "waiting") return job;
  return {
    ...job,
    status: "running",
    units: job.units.map((unit) => (unit.status === "waiting" ? openUnit(unit.id, "running") : unit)),
  };
}

function openUnit(id: string, status: "waiting" | "running"): UnitView {
  return { id, status, warnings: [], errors: [] };
}

function closedUnit({ id, status, stored, warnings, errors }: UnitOutcome): UnitView {
  return { id, status, warnings, errors, ...(stored && { contentType: stored.contentType, stored }) };
}

/** The jobs in the manifest of a run. */
export function jobsOfManifest({ files }: Manifest): readonly RunJobView[] {
  return files.map((file) => {
    const units = file.units.map(({ id, status, file: stored, contentType, warnings, errors }) => ({
      id,
      status,
      warnings,
      errors,
      ...(stored === undefined ? {} : { contentType: contentType ?? "" }),
    }));
    return endedJob(file, units);
  });
}

type EndedJob = Omit<RunJobView, "problem" | "progress" | "units"> & Pick<ManifestFile, "problem">;

function endedJob({ path, family, status, jobId, requestKeys, problem }: EndedJob, units: RunJobView["units"]) {
  return { path, family, status, jobId, requestKeys, problem: problem?.message, units };
}

/** The progress of a run in percent. All jobs count the same; a job without progress counts once it is finished. */
export function progressOf({ jobs }: Pick<RunView, "jobs">): number {
  if (jobs.length === 0) return 0;
  const sum = jobs.reduce((total, { status, progress = 0 }) => {
    return total + (isOpenStatus(status) ? progress : 100);
  }, 0);
  return Math.floor(sum / jobs.length);
}

/** Whether a job can be canceled alone: it is open, this window drives the run, and the run has several. */
export function canCancelJob({ state, record }: RunView, { status }: RunJobView): boolean {
  const isOpen = status === "waiting" || status === "running";
  return isOpen && record.files.length > 1 && state === "running";
}

/** The run with some of its jobs being canceled. */
export function cancelingJobs(run: RunView, isCanceling: (path: string) => boolean): RunView {
  const jobs = run.jobs.map((job): RunJobView => {
    return canCancelJob(run, job) && isCanceling(job.path) ? { ...job, status: "canceling" } : job;
  });
  return { ...run, jobs };
}

/** Whether the run is in progress, in this window or another. */
export function isActive({ state }: Pick<RunView, "state">): boolean {
  return state === "running" || state === "canceling" || state === "otherWindow";
}

/** Whether the run has results to show: those that are stored so far, while this window drives it. */
export function hasResults({ state, record, jobs }: RunView): boolean {
  if (state === "finished") return (record.end?.succeeded ?? 0) > 0;
  return jobs.some(({ units }) => units.some(({ stored }) => stored !== undefined));
}

/** Whether this window can cancel the run. */
export function canCancel({ state }: Pick<RunView, "state">): boolean {
  return state === "running" || state === "canceling" || state === "paused";
}

/** Whether the run can continue: it is paused, or its end is not known. */
export function canResume({ state, record }: Pick<RunView, "state" | "record">): boolean {
  return state === "paused" || record.end?.status === "unknown";
}

/** Title and detail of an error of the service. */
export function outcomeErrorText({ title, detail, code }: ServiceErrorItem): string {
  return (
    [title, detail].filter(Boolean).join(": ") || (code ?? "") || l10n.t("The service gave no text for this error.")
  );
}
