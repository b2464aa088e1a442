import { JobDeadlineError } from "../../service/errors/errors.ts";
import { handleOf, type JobContext } from "../context.ts";
import { lookFor, sendOnce } from "../create/retry-create.ts";
import { findCommentary } from "../handle.ts";
import type { CommentaryApi, CommentaryStatus, CommentaryText } from "../protocol/commentary-api.ts";

/**
 * Asks the service for the commentary of a unit, once: looks first for a commentary that an earlier execution may have requested. The
 * journal has an entry before the request leaves.
 * @returns the commentary, if it came at once
 */
export async function requestCommentary(
  job: JobContext,
  api: CommentaryApi,
  unitId: string,
): Promise<CommentaryText | undefined> {
  const earlier = findCommentary(handleOf(job), unitId);
  if (earlier?.state === "created") return undefined;
  if (earlier?.state === "create") {
    const found = await look(job, api, unitId, job.api.deliveryMs);
    if (found !== undefined) return accept(job, unitId, found);
  }
  const { jobId, createdAt } = handleOf(job);
  const end = await sendOnce(job, {
    checkDeadline() {
      if (job.clock.now() < job.deadlineAt(Date.parse(createdAt))) return;
      throw new JobDeadlineError("The deadline passed before the commentary was asked for", { jobId });
    },
    async send() {
      await job.log.write({ type: "commentary", unitId, state: "create" });
      return api.create(jobId, unitId, { signal: job.halt });
    },
    look: (_error, leastMs) => look(job, api, unitId, leastMs),
  });
  return accept(job, unitId, "sent" in end ? end.sent : end.found);
}

/** A commentary that came at once is journaled as any other: if it cannot be stored now, it is read again. */
async function accept(
  job: JobContext,
  unitId: string,
  seen: CommentaryStatus | CommentaryText,
): Promise<CommentaryText | undefined> {
  const requestKey = seen.state === "gone" ? undefined : seen.meta.requestKey;
  const key = requestKey === undefined ? {} : { requestKey };
  await job.log.write({ type: "commentary", unitId, state: "created", ...key });
  job.emit({ type: "commentary-created", key: job.key, unitId });
  return seen.state === "text" ? seen : undefined;
}

/** Asks the service whether it has the commentary: its state, or `undefined` if it does not have it and, after `leastMs`, never gets it. */
function look(
  job: JobContext,
  api: CommentaryApi,
  unitId: string,
  leastMs: number,
): Promise<CommentaryStatus | undefined> {
  return lookFor(job, "request", leastMs, async () => {
    const seen = await api.status(handleOf(job).jobId, unitId, { signal: job.stop });
    job.outage.answered();
    return seen.state === "gone" ? undefined : seen;
  });
}
