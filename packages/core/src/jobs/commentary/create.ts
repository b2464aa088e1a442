import { JobDeadlineError, RateLimitError } from "../../service/errors.ts";
import { wasNotSent } from "../../service/request-not-sent.ts";
import { isOutage, isTransient, MAX_NOT_FOUND, mayHaveActed } from "../ambiguity.ts";
import { backoffMs, handleOf, type JobContext, pause } from "../context.ts";
import { MAX_HOLD_MS, MAX_LOOKS, MAX_SENDS } from "../create-job.ts";
import { messageOf, UnreachableError } from "../errors.ts";
import { findCommentary } from "../handle.ts";
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
    const seen = await look(job, api, unitId, undelivered(job, earlier.at));
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
        const seconds = error.retryAfterSeconds ?? backoffMs(sends, job.random) / 1000;
        if (job.clock.now() + seconds * 1000 > startedAt + MAX_HOLD_MS) throw error;
        job.emit({ type: "waiting", seconds, reason: "retry-after" });
        await pause(job, seconds * 1000);
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

/** For how long a create of an earlier execution may still be delivered, ms. */
function undelivered({ api: { deliveryMs }, clock }: JobContext, at: string): number {
  const left = Date.parse(at) + deliveryMs - clock.now();
  return Number.isNaN(left) ? deliveryMs : Math.min(Math.max(left, 0), deliveryMs);
}

/** Asks the service whether it has the commentary: what it says of it, or `undefined` if it did not take the request and, after `leastMs`, will not. */
async function look(
  job: JobContext,
  api: CommentaryApi,
  unitId: string,
  leastMs: number,
): Promise<CommentarySeen | undefined> {
  let denials = 0;
  let failures = 0;
  let waited = 0;
  for (let looks = 1; ; looks++) {
    const backoff = backoffMs(looks, job.random);
    const wait = failures === 0 && waited < leastMs ? Math.min(backoff, leastMs - waited) : backoff;
    await pause(job, wait);
    waited += wait;
    const begunAt = job.clock.now();
    try {
      const seen = await api.status(handleOf(job).jobId, unitId, { signal: job.stop });
      job.outage.answered();
      if (seen.state !== "none") return seen;
      if (++denials >= MAX_NOT_FOUND && waited >= leastMs) return undefined;
    } catch (error) {
      if (job.stop.aborted) throw error;
      if (isOutage(error)) job.outage.failed(error, begunAt);
      if (!isTransient(error) || ++failures >= MAX_LOOKS)
        throw new UnreachableError(`The service cannot say whether it took the request: ${messageOf(error)}`, {
          cause: error,
        });
    }
  }
}
