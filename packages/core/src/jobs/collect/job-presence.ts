import { handleOf, type JobSignals, type JournaledJob } from "../context.ts";
import type { FamilyAdapter } from "../protocol/family-adapter.ts";
import type { UnitOutcome } from "../types.ts";

/**
 * Whether the service still has the results of a finished job. `suspect`: one result is lost, and the job has no status. `gone`: the next
 * result is lost too, so the run reads no other: to read each of hundreds twice would take half an hour.
 */
export type JobPresence = "there" | "suspect" | "gone";

/** What this check uses of a job. */
export interface PresenceContext extends JournaledJob, Pick<JobSignals, "stop"> {
  readonly api: Pick<FamilyAdapter, "status" | "statusIsResult" | "resultRepeats">;
  /** The outcomes of the units that are decided, by id. */
  readonly settled: ReadonlyMap<string, UnitOutcome>;
  jobPresence: JobPresence;
}

/** Notes that a result is gone. If other results are unread, checks whether the job has a status. */
export async function noteDeniedResult(job: PresenceContext): Promise<void> {
  const unread = (handleOf(job).units ?? []).length - job.settled.size - 1;
  if (unread <= 0 || job.api.statusIsResult || job.api.resultRepeats) return;
  if (job.jobPresence === "suspect") job.jobPresence = "gone";
  else if (await hasNoStatus(job)) job.jobPresence = "suspect";
}

async function hasNoStatus(job: PresenceContext): Promise<boolean> {
  try {
    const { state } = await job.api.status(handleOf(job).jobId, { signal: job.stop });
    return state === "gone" || state === "canceled";
  } catch {
    // An unreadable status proves nothing: the next result is read as this one was.
    return false;
  }
}
