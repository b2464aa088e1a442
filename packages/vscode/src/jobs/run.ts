import type { FamilyId, JobStatus, RunEvent, ServiceErrorItem, UnitOutcome, UnitStatus } from "@analytics-engines/core";
import type { Manifest } from "@analytics-engines/runs";
import type { RunRecord } from "./run-record.ts";

/** A run as the window shows it. */
export interface Run {
  readonly record: RunRecord;
  readonly state: RunState;
  /** Its jobs while they are under way. Of a finished run they are in its manifest. */
  readonly jobs: readonly JobView[];
  /** Why it does not go on. */
  readonly problem?: string;
  /** Why nothing happens at the moment: no answer, or the service's limit. Core goes on trying. */
  readonly hold?: Hold;
}

export type Hold = Extract<RunEvent, { type: "unreachable" | "waiting" }>;

/**
 * `elsewhere`: another window carries on with it. `paused`: something is left to do and nobody does it, for the reason in `problem`.
 */
export type RunState = "running" | "canceling" | "elsewhere" | "paused" | "finished";

/** `canceling`: it was asked for, and the service has not answered yet. */
export type OpenJobStatus = "waiting" | "running" | "canceling";

export interface JobView {
  readonly path: string;
  readonly family: FamilyId;
  readonly status: OpenJobStatus | JobStatus;
  readonly jobId?: string;
  /** Percent, where the service says it. */
  readonly progress?: number;
  readonly requestKeys: readonly string[];
  readonly problem?: string;
  readonly units: readonly UnitView[];
}

export interface UnitView {
  readonly id: string;
  readonly status: "waiting" | "running" | UnitStatus;
  /** Type of its result, where there is one. */
  readonly contentType?: string;
  readonly warnings: readonly string[];
  readonly errors: readonly ServiceErrorItem[];
}

/** A run that begins or is taken up again. */
export function beginRun(record: RunRecord): Run {
  const jobs = record.files.map(({ path, family, units }): JobView => {
    return { path, family, status: "waiting", requestKeys: [], units: units.map((id) => openUnit(id, "waiting")) };
  });
  return { record, state: "running", jobs };
}

/** The run after something happened in it. */
export function advanceRun(run: Run, event: RunEvent): Run {
  if (event.type === "waiting" || event.type === "unreachable") return { ...run, hold: event };
  const { hold: _over, ...rest } = run;
  return { ...rest, jobs: run.jobs.map((job) => (job.path === event.key ? advanceJob(job, event) : job)) };
}

function advanceJob(job: JobView, event: Exclude<RunEvent, Hold>): JobView {
  switch (event.type) {
    case "job-created":
      return { ...started(job), ...(event.jobId === undefined ? {} : { jobId: event.jobId }) };
    case "job-progress": {
      const { jobId, progress } = event;
      return { ...started(job), jobId, ...(progress === undefined ? {} : { progress }) };
    }
    case "unit-finished": {
      const unit = closedUnit(event.unit);
      const known = job.units.some(({ id }) => id === unit.id);
      return {
        ...job,
        units: known ? job.units.map((one) => (one.id === unit.id ? unit : one)) : [...job.units, unit],
      };
    }
    case "commentary-created":
    case "commentary-finished":
      // What came of it is said with the job's end.
      return job;
    case "job-finished": {
      const { status, jobId, requestKeys, problem, units } = event.outcome;
      return {
        path: job.path,
        family: job.family,
        status,
        requestKeys,
        units: units.map(closedUnit),
        ...(jobId === undefined ? {} : { jobId }),
        ...(problem && { problem: problem.message }),
      };
    }
  }
}

function started(job: JobView): JobView {
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

function closedUnit({ id, status, stored, errors, ...unit }: UnitOutcome): UnitView {
  const { commentaryProblem } = unit;
  const warnings = commentaryProblem === undefined ? unit.warnings : [...unit.warnings, commentaryProblem];
  return { id, status, warnings, errors, ...(stored && { contentType: stored.contentType }) };
}

/** The jobs of a run whose end, or whose state so far, stands in its manifest. */
export function jobsOfManifest({ files }: Manifest): readonly JobView[] {
  return files.map(({ path, family, status, jobId, requestKeys, problem, units }) => ({
    path,
    family,
    status,
    requestKeys,
    ...(jobId === undefined ? {} : { jobId }),
    ...(problem && { problem: problem.message }),
    units: units.map(({ id, status: unitStatus, file, contentType, warnings, errors }) => ({
      id,
      status: unitStatus,
      warnings,
      errors,
      ...(file === undefined ? {} : { contentType: contentType ?? "" }),
    })),
  }));
}

/** How far a run is, in percent: jobs count alike, and one without a progress of its own counts when it is finished. */
export function progressOf({ jobs }: Run): number {
  if (jobs.length === 0) return 0;
  const sum = jobs.reduce((total, { status, progress = 0 }) => {
    return total + (status === "waiting" ? 0 : status === "running" || status === "canceling" ? progress : 100);
  }, 0);
  return Math.floor(sum / jobs.length);
}

/** Whether a job of a run can be canceled alone: one of several, which has not come to its end. */
export function canCancelJob({ state, record }: Run, { status }: JobView): boolean {
  const isOpen = status === "waiting" || status === "running";
  return isOpen && record.files.length > 1 && (state === "running" || state === "elsewhere");
}

/** The run while some of its jobs are canceled. */
export function cancelingJobs(run: Run, isCanceling: (path: string) => boolean): Run {
  const jobs = run.jobs.map((job): JobView => {
    return canCancelJob(run, job) && isCanceling(job.path) ? { ...job, status: "canceling" } : job;
  });
  return { ...run, jobs };
}

/** Whether something is under way in this window or another. */
export function isActive({ state }: Run): boolean {
  return state === "running" || state === "canceling" || state === "elsewhere";
}

/** Title and detail, as the service gave them. */
export function wordsOf({ title, detail, code }: ServiceErrorItem): string {
  return [title, detail].filter(Boolean).join(": ") || (code ?? "") || "The service gave no words for this error.";
}
