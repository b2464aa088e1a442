import { JobDeadlineError } from "../../service/errors/errors.ts";
import { handleOf, type JobDeadline, type JournaledJob } from "../context.ts";
import { createOnce, findCreated, type RetryContext } from "../create/retry-create.ts";
import { findCommentary } from "../handle.ts";
import type { CommentaryApi, CommentaryStatus, CommentaryText } from "../protocol/commentary-api.ts";

/** What the request for a commentary uses of its job. */
export interface CommentaryCreateContext extends JournaledJob, RetryContext, JobDeadline {}

/**
 * Asks the service for the commentary of a unit, once: looks first for a commentary that an earlier execution may have requested. The
 * journal has an entry before the request leaves.
 * @returns the commentary, if it came at once
 */
export async function requestCommentary(
  job: CommentaryCreateContext,
  api: CommentaryApi,
  unitId: string,
): Promise<CommentaryText | undefined> {
  const earlier = findCommentary(handleOf(job), unitId);
  if (earlier?.state === "created") return undefined;
  if (earlier?.state === "create") {
    const existing = await findCommentaryStatus(job, api, unitId, job.api.deliveryMs);
    if (existing !== undefined) return accept(job, unitId, existing);
  }
  const { jobId, createdAt } = handleOf(job);
  const end = await createOnce(job, {
    checkDeadline() {
      if (job.clock.now() < job.deadlineAt(Date.parse(createdAt))) return;
      throw new JobDeadlineError("The deadline passed before the commentary was asked for", { jobId });
    },
    async send() {
      await job.log.write({ type: "commentary", unitId, state: "create" });
      return api.create(jobId, unitId, { signal: job.abortRequests });
    },
    findExisting: (_error, leastMs) => findCommentaryStatus(job, api, unitId, leastMs),
  });
  return accept(job, unitId, "answer" in end ? end.answer : end.existing);
}

/** A commentary that came at once is journaled as any other: if it cannot be stored now, it is read again. */
async function accept(
  job: CommentaryCreateContext,
  unitId: string,
  answer: CommentaryStatus | CommentaryText,
): Promise<CommentaryText | undefined> {
  const requestKey = answer.state === "gone" ? undefined : answer.meta.requestKey;
  const key = requestKey === undefined ? {} : { requestKey };
  await job.log.write({ type: "commentary", unitId, state: "created", ...key });
  job.emit({ type: "commentary-created", key: job.key, unitId });
  return answer.state === "text" ? answer : undefined;
}

/** Asks the service whether it has the commentary: its state, or `undefined` if it does not have it and, after `leastMs`, never gets it. */
function findCommentaryStatus(
  job: CommentaryCreateContext,
  api: CommentaryApi,
  unitId: string,
  leastMs: number,
): Promise<CommentaryStatus | undefined> {
  return findCreated(job, "request", leastMs, async () => {
    const status = await api.status(handleOf(job).jobId, unitId, { signal: job.stop });
    job.outage.answered();
    return status.state === "gone" ? undefined : status;
  });
}
