import { JobDeadlineError } from "../../service/errors/errors.ts";
import { messageOf } from "../../text/message-of.ts";
import { handleOf, type JobDeadline, type JournaledJob } from "../context.ts";
import { UnreachableError } from "../errors.ts";
import { findCommentary } from "../handle.ts";
import { COMMENTARY_PATIENCE_MS } from "../policy.ts";
import type { CommentaryApi, CommentaryStatus } from "../protocol/commentary-api.ts";
import { type StatusContext, watchStatus } from "../watch/watch.ts";
import { CommentaryError } from "./problem.ts";

/** What the wait for a commentary uses of its job. */
export interface CommentaryWaitContext extends JournaledJob, StatusContext, JobDeadline {}

/** Reads the status until the service has generated the commentary, as `watchStatus` does. */
export async function waitForCommentary(job: CommentaryWaitContext, api: CommentaryApi, unitId: string): Promise<void> {
  const { jobId, createdAt, ...handle } = handleOf(job);
  const now = job.clock.now();
  // A resumed run has its own patience: an outage may have delayed the commentary as it delayed the run.
  const deadlineAt = Math.min(job.deadlineAt(Date.parse(createdAt)), now + COMMENTARY_PATIENCE_MS);
  const watching = watchStatus<Extract<CommentaryStatus, { readonly state: "done" | "failed" }>>(job, {
    async read() {
      const status = await api.status(jobId, unitId, { signal: job.stop });
      return status.state === "done" || status.state === "failed" ? { state: "ended", end: status } : status;
    },
    createdAt: Date.parse(findCommentary({ jobId, createdAt, ...handle }, unitId)?.at ?? createdAt),
    deadlineAt,
  });
  let step = await watching.next();
  while (!step.done) step = await watching.next();
  const end = step.value;
  switch (end.state) {
    case "done":
      return;
    case "failed": {
      // The journal says so: a later execution need not ask again.
      const message = `The service ended it with the status "${end.status.slice(0, 100).toWellFormed()}". Run the parameter file again for another.`;
      await job.log.write({ type: "commentary", unitId, state: "failed", message });
      throw new CommentaryError(message);
    }
    case "gone":
      throw new CommentaryError("The service no longer knows of it. Run the parameter file again for another.");
    case "deadline":
      if ("error" in end) throw new UnreachableError(`The service gives no status of it: ${messageOf(end.error)}`);
      throw new JobDeadlineError("The service did not finish it in time", { jobId });
  }
}
