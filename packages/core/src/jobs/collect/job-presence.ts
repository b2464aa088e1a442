import { handleOf, type Job } from "../context.ts";

/** Notes that a result is gone. If other results are unread, checks whether the job has a status. */
export async function recordNotFound(job: Job): Promise<void> {
  const unread = (handleOf(job).units ?? []).length - job.settled.size - 1;
  if (unread <= 0 || job.api.statusIsResult || job.api.resultRepeats) return;
  if (job.jobPresence === "maybe-forgotten") job.jobPresence = "forgotten";
  else if (await hasNoStatus(job)) job.jobPresence = "maybe-forgotten";
}

async function hasNoStatus(job: Job): Promise<boolean> {
  try {
    const { state } = await job.api.status(handleOf(job).jobId, { signal: job.stop });
    return state === "gone" || state === "canceled";
  } catch {
    // An unreadable status proves nothing: the next result is read as this one was.
    return false;
  }
}
