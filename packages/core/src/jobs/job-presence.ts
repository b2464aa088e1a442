import { handleOf, type JobContext } from "./context.ts";

/** The service denied a result for good. Where other results are still to be read, looks whether the job has a status. */
export async function resultDenied(job: JobContext): Promise<void> {
  const unread = (handleOf(job).units ?? []).length - job.settled.size - 1;
  if (unread <= 0 || job.api.statusIsResult || job.api.resultRepeats) return;
  if (job.jobPresence === "suspect") job.jobPresence = "gone";
  else if (await hasNoStatus(job)) job.jobPresence = "suspect";
}

/** A result came, so the job has results, whatever the status says. */
export function resultCame(job: JobContext): void {
  job.jobPresence = "there";
}

async function hasNoStatus(job: JobContext): Promise<boolean> {
  try {
    const { state } = await job.api.status(handleOf(job).jobId, { signal: job.stop });
    return state === "gone" || state === "canceled";
  } catch {
    // The status could not be read, so it proves nothing: the next result is asked for as this one was.
    return false;
  }
}
