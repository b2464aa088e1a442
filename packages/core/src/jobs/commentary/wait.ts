import { JobDeadlineError } from "../../service/errors.ts";
import { isOutage, isRefusal, isTransient, MAX_NOT_FOUND, retryAfterMs, SECOND_LOOK_MS } from "../ambiguity.ts";
import { backoffMs, handleOf, type JobContext, pause } from "../context.ts";
import { messageOf, UnreachableError } from "../errors.ts";
import { findCommentary } from "../handle.ts";
import { createPollPlan } from "../schedule.ts";
import type { CommentaryApi, CommentarySeen } from "./api.ts";
import { CommentaryError } from "./problem.ts";

/** A commentary takes seconds. The results are there: nothing waits longer for a text about them. */
const PATIENCE_MS = 30 * 60_000;
/** So often credentials may be refused in a row: a token service may be down for a moment. */
const MAX_REFUSALS = 5;

/** Asks for the status until the service has generated the commentary, as the poll plan says, and once more at the deadline. */
export async function waitForCommentary(job: JobContext, api: CommentaryApi, unitId: string): Promise<void> {
  const handle = handleOf(job);
  const begunAt = Date.parse(findCommentary(handle, unitId)?.at ?? handle.createdAt);
  // A resumed run has its own patience: what was asked for long ago may have been held up as this run was.
  const endAt = Math.min(job.deadlineAt(Date.parse(handle.createdAt)), job.clock.now() + PATIENCE_MS);
  const plan = createPollPlan({ createdAt: Math.min(begunAt, job.clock.now()) });
  let denials = 0;
  let failures = 0;
  let refusals = 0;
  let notBefore = 0;
  for (;;) {
    const next = Math.max(plan.nextAt(job.requestCostSeconds()), notBefore);
    await pause(job, Math.max(0, Math.min(next, endAt) - job.clock.now()));
    const askedAt = job.clock.now();
    let seen: CommentarySeen | undefined;
    let failure: unknown;
    try {
      seen = await api.status(handle.jobId, unitId, { signal: job.stop });
      job.outage.answered();
      failures = refusals = notBefore = 0;
    } catch (error) {
      if (job.stop.aborted || !(isTransient(error) || isRefusal(error))) throw error;
      if (isRefusal(error) && ++refusals >= MAX_REFUSALS) throw error;
      if (isOutage(error)) job.outage.failed(error, askedAt);
      failure = error;
      notBefore = job.clock.now() + (retryAfterMs(error) ?? backoffMs(++failures, job.random));
    }
    if (seen?.state === "done") return;
    if (seen?.state === "failed") throw await failed(job, unitId, seen.word);
    if (seen?.state === "none") {
      if (++denials >= MAX_NOT_FOUND) throw new CommentaryError("The service no longer knows of it.");
      notBefore = job.clock.now() + SECOND_LOOK_MS;
    } else if (seen !== undefined) {
      denials = 0;
      plan.observe({ at: job.clock.now(), ...seen.meta });
    }
    if (job.clock.now() < endAt) continue;
    if (failure !== undefined) throw new UnreachableError(`The service gives no status of it: ${messageOf(failure)}`);
    throw new JobDeadlineError("The service did not finish it in time", { jobId: handle.jobId });
  }
}

/** The service ended it: no later execution needs to ask again. */
async function failed(job: JobContext, unitId: string, word: string): Promise<CommentaryError> {
  const message = `The service ended it with the status "${word.slice(0, 100).toWellFormed()}". Run the parameter file again for another.`;
  await job.log.write({ type: "commentary", unitId, state: "failed", message });
  return new CommentaryError(message);
}
