import { ConflictError, JobCanceledError, JobDeadlineError, ServiceError } from "../../service/errors/errors.ts";
import { withCommentaries } from "../commentary/commentaries.ts";
import { handleOf, type JobContext } from "../context.ts";
import { StorageError, UnreachableError } from "../errors.ts";
import { MAX_RUN_CANCEL_SECONDS, mayHaveActed } from "../policy.ts";
import type { JobOutcome } from "../types.ts";
import { cancelOnService } from "./cancel.ts";
import { driveJob } from "./drive-job.ts";
import { type Ending, endingOf, outcomeOfEnding, outcomeOfUnits, where } from "./outcome.ts";
import { JOB_CANCELED } from "./resume.ts";

/** The code of a job that was not created, since the service gave no answer. */
const NOT_CREATED = "not-created";

/**
 * Runs one job of a run to its outcome, and journals that. Errors of the job are in the outcome.
 * @throws only StorageError, which ends the whole run
 */
export async function runJob(job: JobContext, body: unknown, cancelOnAbort: boolean): Promise<JobOutcome> {
  return finish(job, await reachOutcome(job, body, cancelOnAbort));
}

/** Continues the commentaries of a job that has an outcome from an earlier execution. Throws as `runJob`. */
export async function runCommentaries(job: JobContext, body: unknown, outcome: JobOutcome): Promise<JobOutcome> {
  const units = await withCommentaries(job, body, outcome.units);
  const requestKeys = new Set([...outcome.requestKeys, ...(job.log.handle?.requestKeys ?? []), ...job.failedKeys]);
  return finish(job, { ...outcome, requestKeys: [...requestKeys], units });
}

async function finish(job: JobContext, outcome: JobOutcome): Promise<JobOutcome> {
  await job.log.write({ type: "finished", outcome });
  job.emit({ type: "job-finished", key: job.key, outcome });
  return outcome;
}

async function reachOutcome(job: JobContext, body: unknown, cancelOnAbort: boolean): Promise<JobOutcome> {
  try {
    job.stop.throwIfAborted();
    const steps = driveJob(job, body);
    let step = await steps.next();
    for (; !step.done; step = await steps.next()) {
      const { handle, progress } = step.value;
      if (handle.jobId !== undefined) job.emit({ type: "job-progress", key: job.key, jobId: handle.jobId, progress });
    }
    return outcomeOfUnits(job, await withCommentaries(job, body, step.value));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    if (job.stop.aborted && !wasRefused(job, error)) return stopped(job, cancelOnAbort || job.isUnwanted());
    if (error instanceof ServiceError && error.requestKey !== undefined) job.failedKeys.add(error.requestKey);
    const ending = endingOf(job, error);
    if (error instanceof JobDeadlineError && job.log.handle?.phase === "running")
      return outcomeOfEnding(job, await cancelEnding(job, ending, cancelOnAbort));
    if (error instanceof JobCanceledError) await job.log.write({ type: "canceled", jobId: handleOf(job).jobId });
    return outcomeOfEnding(job, ending, { cause: error, body });
  }
}

/** Whether the service refused the create. Then there is nothing to cancel, even if the run was stopped meanwhile. */
function wasRefused({ log: { handle } }: JobContext, error: unknown): boolean {
  if (!(error instanceof ServiceError) || error instanceof ConflictError || mayHaveActed(error)) return false;
  const isCreate = error.method === "PUT" || error.method === "POST";
  return isCreate && handle?.phase === "creating" && (error.status ?? 0) >= 400;
}

/** The outcome of a job that was stopped, before or after its start. */
async function stopped(job: JobContext, cancelOnAbort: boolean): Promise<JobOutcome> {
  const { reason } = job.stop;
  if (reason instanceof StorageError) throw reason;
  if (reason instanceof UnreachableError) return outcomeOfEnding(job, unanswered(job, reason.message));
  const { handle } = job.log;
  const ending: Ending = job.isUnwanted()
    ? { status: "canceled", code: JOB_CANCELED, message: "The job was canceled." }
    : reason instanceof JobDeadlineError
      ? { status: "timed-out", code: reason.code, message: `${reason.message}.` }
      : { status: "canceled", code: "canceled", message: "The run was canceled." };
  if (handle === undefined)
    return outcomeOfEnding(job, { ...ending, message: `${ending.message} The job had not begun.` });
  if (handle.jobId === undefined) {
    const message =
      "The run was stopped while it created the calculation, so it may be running. List the calculations of the family.";
    return outcomeOfEnding(job, { status: "unknown", code: "ambiguous-create", message });
  }
  if (handle.phase === "done") {
    const advice = job.isUnwanted() ? "." : ": resume the run to read them.";
    const message = `${ending.message} The job is finished and some of its results are still with the service${advice}`;
    const mayBeRead = !cancelOnAbort && ending.status === "canceled";
    return outcomeOfEnding(job, { ...ending, ...(mayBeRead && { status: "unknown", code: "not-collected" }), message });
  }
  return outcomeOfEnding(job, await cancelEnding(job, ending, cancelOnAbort));
}

/** The end of a job of a run that got no answer. A job that was not sent does not exist; the state of others is not known. */
function unanswered(job: JobContext, reason: string): Ending {
  const { handle } = job.log;
  if (handle === undefined || (handle.phase === "creating" && !job.sending.mayArrive)) {
    const message = `${reason} The job was not created: resume the run when the service can be reached.`;
    return { status: "failure", code: NOT_CREATED, message };
  }
  if (handle.jobId === undefined) {
    const message = `${reason} The job may have been created, under an id of the service's choice: list the calculations of the family.`;
    return { status: "unknown", code: "ambiguous-create", message };
  }
  const state = handle.phase === "creating" ? "The job may have been created" : "The job was left as it is";
  const message = `${reason} ${state}: resume the run to find out.${where(job)}`;
  return { status: "unknown", code: "unreachable", message };
}

/** Cancels a running job, once. @returns the end with the outcome of the cancel */
async function cancelEnding(job: JobContext, ending: Ending, cancelOnAbort: boolean): Promise<Ending> {
  const { jobId, phase } = handleOf(job);
  if (!cancelOnAbort) {
    const message = `${ending.message} The job was left to run on the service: resume the run to collect it.${where(job)}`;
    if (ending.status === "timed-out") return { ...ending, message };
    return { ...ending, status: "unknown", code: "still-running", message };
  }
  // A full disk must not leave the job running. The entry after the cancel reports the full disk.
  if (job.api.cancel !== undefined) await job.log.write({ type: "cancel", jobId }).catch(() => {});
  const result = await cancelOnService(job.api, jobId, { clock: job.clock, seconds: MAX_RUN_CANCEL_SECONDS });
  if (result.state === "failed") {
    const message = `${ending.message} It could not be canceled (${result.reason}) and may still run.${where(job)}`;
    return { ...ending, status: "unknown", code: "still-running", message };
  }
  if (result.state === "gone" && phase === "creating" && job.sending.mayArrive) {
    const message = `${ending.message} The answer to its create did not arrive, and a gateway may still deliver it: resume the run to find out.${where(job)}`;
    return { ...ending, status: "unknown", code: "still-running", message };
  }
  await job.log.write({ type: "canceled", jobId });
  return { ...ending, message: `${ending.message} It was canceled on the service.` };
}
