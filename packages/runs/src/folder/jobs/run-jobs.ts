import { type JobHandle, type JobStatus, replay } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/basics";
import { readJournal } from "../journal/journal-file.ts";
import { readManifest } from "../manifest/manifest-file.ts";

/**
 * The state of a job as its run last saw it. `not-created`: no request was sent. `creating`: the request may have been sent. `running`: the
 * service computes it. `ready`: the service has finished it, and its results are not all read. Or how it ended.
 */
export type RunJobState = "not-created" | "creating" | "running" | "ready" | JobStatus;

/** A job of a run folder. */
export interface RunJob {
  /** The parameter file. */
  readonly path: string;
  readonly family: FamilyId;
  readonly state: RunJobState;
  /** Absent where the service has not named it. */
  readonly jobId?: string;
  /** ISO 8601, UTC; absent where the job was not created. */
  readonly createdAt?: string;
  /** Why it did not succeed, in sentences. */
  readonly problem?: string;
}

/** The jobs of a run folder. */
export interface RunJobs {
  /** Origin of the service. */
  readonly service: string;
  readonly jobs: readonly RunJob[];
}

/**
 * The jobs of a run folder and their states, in the order of the parameter files, from its manifest and its journal. Asks no service, and
 * changes nothing; a run may be using the folder.
 *
 * @throws UserError for a folder without a run, or whose manifest or journal is damaged
 */
export async function readRunJobs(folder: string): Promise<RunJobs> {
  const { service, files } = await readManifest(folder);
  const handles = replay(await readJournal(folder));
  const jobs = files.map(({ path, family, problem, status }): RunJob => {
    const handle = handles.get(path);
    // A file whose results were all reused has no job.
    const withoutJob = status === "success" ? status : "not-created";
    const state = handle === undefined ? withoutJob : stateOf(handle);
    const hasProblem = problem !== undefined && handle?.outcome?.status === state;
    return {
      path,
      family,
      state,
      ...(handle?.jobId !== undefined && { jobId: handle.jobId, createdAt: handle.createdAt }),
      ...(hasProblem && { problem: problem.message }),
    };
  });
  return { service, jobs };
}

function stateOf(handle: JobHandle): RunJobState {
  const { phase, canceled, outcome, jobId } = handle;
  if (canceled) return "canceled";
  if (outcome !== undefined && (jobId === undefined || !isOpenEnd(outcome.status))) return outcome.status;
  return phase === "done" ? "ready" : phase;
}

/** Whether a job may still run on the service. */
export function mayRun({ phase, canceled, outcome }: JobHandle): boolean {
  return !canceled && phase !== "done" && (outcome === undefined || isOpenEnd(outcome.status));
}

/** A job that was too late runs on, unless it was canceled. */
function isOpenEnd(status: JobStatus): boolean {
  return status === "unknown" || status === "timed-out";
}
