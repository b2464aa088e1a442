import { handleOf, type JobContext } from "../context.ts";

/** Notes that a result is gone. If other results are unread, checks whether the job has a status. */
export async function resultDenied(job: JobContext): Promise<void> {
  const unread = (handleOf(job).units ?? []).length - job.settled.size - 1;
  if (unread <= 0 || job.api.statusIsResult || job.api.resultRepeats) return;
  if (job.jobPresence === "suspect") job.jobPresence = "gone";
  else if (await hasNoStatus(job)) job.jobPresence = "suspect";
}

async function hasNoStatus(job: JobContext): Promise<boolean> {
  try {
    const { state } = await job.api.status(handleOf(job).jobId, { signal: job.stop });
    return state === "gone" || state === "canceled";
  } catch {
    // An unreadable status proves nothing: the next result is read as this one was.
    return false;
  }
}
