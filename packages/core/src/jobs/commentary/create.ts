import { JobDeadlineError, RateLimitError } from "../../service/errors.ts";
import { wasNotSent } from "../../service/request-not-sent.ts";
import { isOutage, mayHaveActed } from "../ambiguity.ts";
import { backoffMs, handleOf, type JobContext, pause } from "../context.ts";
import { findCommentary } from "../handle.ts";
import { holdBack, lookFor, MAX_LOOKS, MAX_SENDS } from "../resend.ts";
import { undeliveredMs } from "../undelivered.ts";
import type { CommentaryApi, CommentarySeen, CommentaryText } from "./api.ts";

/**
 * Asks the service for the commentary of a unit, once: what an earlier execution may have asked for is looked for first. The journal knows of it
 * before the request leaves.
 * @returns the commentary, where it came at once
 */
export async function createCommentary(
  job: JobContext,
  api: CommentaryApi,
  unitId: string,
): Promise<CommentaryText | undefined> {
  const earlier = findCommentary(handleOf(job), unitId);
  if (earlier?.state === "created") return undefined;
  if (earlier?.state === "create") {
    const seen = await look(job, api, unitId, undeliveredMs({ createdAt: earlier.at }, job.api, job.clock));
    if (seen !== undefined) return accept(job, unitId, seen);
  }
  return send(job, api, unitId);
}

async function send(job: JobContext, api: CommentaryApi, unitId: string): Promise<CommentaryText | undefined> {
  const { jobId, createdAt } = handleOf(job);
  const startedAt = job.clock.now();
  let unreached = 0;
  for (let sends = 1; ; sends++) {
    job.stop.throwIfAborted();
    if (job.clock.now() >= job.deadlineAt(Date.parse(createdAt)))
      throw new JobDeadlineError("The deadline passed before the commentary was asked for", { jobId });
    await job.log.write({ type: "commentary", unitId, state: "create" });
    const begunAt = job.clock.now();
    try {
      const seen = await api.create(jobId, unitId, { signal: job.halt });
      job.outage.answered();
      return await accept(job, unitId, seen);
    } catch (error) {
      if (job.halt.aborted) throw error;
      if (error instanceof RateLimitError) {
        await holdBack(job, error, sends, startedAt);
        continue;
      }
      if (!mayHaveActed(error)) throw error;
      if (isOutage(error)) job.outage.failed(error, begunAt);
      if (wasNotSent(error)) {
        if (++unreached >= MAX_LOOKS) throw error;
        await pause(job, backoffMs(unreached, job.random));
        continue;
      }
      const seen = await look(job, api, unitId, job.api.deliveryMs);
      if (seen !== undefined) return accept(job, unitId, seen);
      if (sends >= MAX_SENDS) throw error;
    }
  }
}

async function accept(
  job: JobContext,
  unitId: string,
  seen: CommentarySeen | CommentaryText,
): Promise<CommentaryText | undefined> {
  const requestKey = seen.state === "none" ? undefined : seen.meta.requestKey;
  // What came at once is journaled as any other that the service has: if it cannot be kept now, it is read again.
  await job.log.write({
    type: "commentary",
    unitId,
    state: "created",
    ...(requestKey !== undefined && { requestKey }),
  });
  job.emit({ type: "commentary-created", key: job.key, unitId });
  return seen.state === "text" ? seen : undefined;
}

/** Asks the service whether it has the commentary: what it says of it, or `undefined` if it did not take the request and, after `leastMs`, will not. */
function look(
  job: JobContext,
  api: CommentaryApi,
  unitId: string,
  leastMs: number,
): Promise<CommentarySeen | undefined> {
  return lookFor(job, "request", leastMs, async () => {
    const seen = await api.status(handleOf(job).jobId, unitId, { signal: job.stop });
    job.outage.answered();
    return seen.state === "none" ? undefined : seen;
  });
}
