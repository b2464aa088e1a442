import { handleOf, type JobContext } from "./context.ts";

/** A result was denied for good: without others to be read, nobody needs to know more. */
export async function resultDenied(job: JobContext): Promise<void> {
  const unread = (handleOf(job).units ?? []).length - job.settled.size - 1;
  if (unread <= 0 || job.api.statusIsResult || job.api.resultRepeats) return;
  if (job.standing.word === "doubted") job.standing.word = "gone";
  else if (await hasNoStatus(job)) job.standing.word = "doubted";
}

/** A result came: whatever the status says, the job has results. */
export function resultCame(job: JobContext): void {
  job.standing.word = "there";
}

async function hasNoStatus(job: JobContext): Promise<boolean> {
  try {
    const { state } = await job.api.status(handleOf(job).jobId, { signal: job.stop });
    return state === "gone" || state === "canceled";
  } catch {
    // No word is none: the next result is looked for as this one was.
    return false;
  }
}
