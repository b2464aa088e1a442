import {
  AmbiguousCreateError,
  ConflictError,
  JobCanceledError,
  JobDeadlineError,
  NotFoundError,
  ServiceError,
} from "../../service/errors/errors.ts";
import { messageOf } from "../../text/errors.ts";
import { handleOf, type Job } from "../context.ts";
import { StorageError, UnreachableError } from "../errors.ts";
import { MAX_RUN_CANCEL_SECONDS, mayHaveActed } from "../policy.ts";
import type { JobStatus } from "../types.ts";
import { cancelOnService } from "./cancel.ts";
import { JOB_CANCELED } from "./resume.ts";

/** The end of a job before all its units were read. */
export interface Ending {
  readonly status: JobStatus;
  readonly code: string;
  /** Sentences. */
  readonly message: string;
  /** The error that ended it, if that is the reason. */
  readonly cause?: unknown;
}

/** The code of a job that was not created, since the service gave no answer. */
const NOT_CREATED = "not-created";

/**
 * Ends a job that a stop or an error ended, and cancels it on the service where it would run on.
 * @throws only StorageError, which ends the whole run
 */
export async function endJob(job: Job, error: unknown, cancelOnAbort: boolean): Promise<Ending> {
  if (error instanceof StorageError) throw error;
  if (job.stop.aborted && !isRefusedCreate(job, error))
    return endingOfStop(job, cancelOnAbort || job.isCancelRequested());
  if (error instanceof ServiceError && error.requestKey !== undefined) job.failedKeys.add(error.requestKey);
  const ending = endingOfError(job, error);
  if (error instanceof JobDeadlineError && job.log.handle?.phase === "running")
    return cancelJob(job, ending, cancelOnAbort);
  if (error instanceof JobCanceledError) await job.log.write({ type: "canceled", jobId: handleOf(job).jobId });
  return { ...ending, cause: error };
}

/** Whether the service refused the create. Then there is nothing to cancel, even if the run was stopped meanwhile. */
function isRefusedCreate({ log: { handle } }: Job, error: unknown): boolean {
  if (!(error instanceof ServiceError) || error instanceof ConflictError || mayHaveActed(error)) return false;
  const isCreate = error.method === "PUT" || error.method === "POST";
  return isCreate && handle?.phase === "creating" && (error.status ?? 0) >= 400;
}

/** The end of a job that was stopped, before or after its start. */
async function endingOfStop(job: Job, cancelOnAbort: boolean): Promise<Ending> {
  const { reason } = job.stop;
  if (reason instanceof StorageError) throw reason;
  if (reason instanceof UnreachableError) return endingWithoutAnswer(job, reason.message);
  const { handle } = job.log;
  const ending: Ending = job.isCancelRequested()
    ? { status: "canceled", code: JOB_CANCELED, message: "The job was canceled." }
    : reason instanceof JobDeadlineError
      ? { status: "timed-out", code: reason.code, message: `${reason.message}.` }
      : { status: "canceled", code: "canceled", message: "The run was canceled." };
  if (handle === undefined) return { ...ending, message: `${ending.message} The job had not begun.` };
  if (handle.jobId === undefined) {
    const message =
      "The run was stopped while it created the calculation, so it may be running. List the calculations of the family.";
    return { status: "unknown", code: "ambiguous-create", message };
  }
  if (handle.phase === "done") {
    const advice = job.isCancelRequested() ? "." : ": resume the run to read them.";
    const message = `${ending.message} The job is finished and some of its results may still be with the service${advice}`;
    const mayBeRead = !cancelOnAbort && ending.status === "canceled";
    return { ...ending, ...(mayBeRead && { status: "unknown", code: "not-collected" }), message };
  }
  return cancelJob(job, ending, cancelOnAbort);
}

/** The end of a job that the service computes while nobody waits for it. */
export function leaveJob(job: Job): Ending {
  const message = `The run does not wait for this job, which was left to run on the service: resume the run to collect it.${addressText(job)}`;
  return { status: "unknown", code: "still-running", message };
}

/** The end of a job of a run that got no answer. A job that was not sent does not exist; the state of others is not known. */
function endingWithoutAnswer(job: Job, reason: string): Ending {
  const { handle } = job.log;
  if (handle === undefined || (handle.phase === "creating" && !job.create.mayArrive)) {
    const message = `${reason} The job was not created: resume the run when the service can be reached.`;
    return { status: "failure", code: NOT_CREATED, message };
  }
  if (handle.jobId === undefined) {
    const message = `${reason} The job may have been created, under an id of the service's choice: list the calculations of the family.`;
    return { status: "unknown", code: "ambiguous-create", message };
  }
  const state = handle.phase === "creating" ? "The job may have been created" : "The job was left as it is";
  const message = `${reason} ${state}: resume the run to find out.${addressText(job)}`;
  return { status: "unknown", code: "unreachable", message };
}

/** Cancels a running job, once. @returns the end with the outcome of the cancel */
async function cancelJob(job: Job, ending: Ending, cancelOnAbort: boolean): Promise<Ending> {
  const { jobId, phase } = handleOf(job);
  if (!cancelOnAbort) {
    const message = `${ending.message} The job was left to run on the service: resume the run to collect it.${addressText(job)}`;
    if (ending.status === "timed-out") return { ...ending, message };
    return { ...ending, status: "unknown", code: "still-running", message };
  }
  // A full disk must not leave the job running. The entry after the cancel reports the full disk.
  if (job.api.cancel !== undefined) await job.log.write({ type: "cancel", jobId }).catch(() => {});
  const result = await cancelOnService(job.api, jobId, { clock: job.clock, seconds: MAX_RUN_CANCEL_SECONDS });
  if (result.state === "failed") {
    const message = `${ending.message} It could not be canceled (${result.reason}) and may still run.${addressText(job)}`;
    return { ...ending, status: "unknown", code: "still-running", message };
  }
  if (result.state === "gone" && phase === "creating" && job.create.mayArrive) {
    const message = `${ending.message} The answer to its create did not arrive, and a gateway may still deliver it: resume the run to find out.${addressText(job)}`;
    return { ...ending, status: "unknown", code: "still-running", message };
  }
  await job.log.write({ type: "canceled", jobId });
  return { ...ending, message: `${ending.message} It was canceled on the service.` };
}

/** The end of a job by an error of its own. */
function endingOfError(job: Job, error: unknown): Ending {
  const { handle } = job.log;
  const isCreated = handle !== undefined && handle.phase !== "creating";
  const message = sentences(error);
  if (error instanceof JobDeadlineError) return { status: "timed-out", code: error.code, message };
  if (error instanceof JobCanceledError) return { status: "canceled", code: error.code, message };
  if (error instanceof UnreachableError) {
    const advice = `${addressText(job)} Resume the run to ask again.`;
    return { status: "unknown", code: "unreachable", message: message + advice };
  }
  if (error instanceof AmbiguousCreateError) return { status: "unknown", code: error.code, message };
  if (error instanceof NotFoundError && isCreated) return { status: "failure", code: "job-gone", message };
  if (error instanceof ConflictError && error.duplicateId !== undefined) {
    const message = `The service already has job ${error.duplicateId} with the same parameters, which is not of this run, so this run does not read its results. Wait for it to end or cancel it, then run again.`;
    return { status: "failure", code: error.code, message };
  }
  const code = error instanceof ServiceError ? error.code : "internal";
  if (!isCreated) {
    // After an internal error, the service may have taken a create without an id from the client.
    const open = handle !== undefined && handle.jobId === undefined && code === "internal";
    return { status: open ? "unknown" : "failure", code, message };
  }
  return { status: "unknown", code, message: message + addressText(job) };
}

/** The address of the job, in a sentence. */
function addressText(job: Job): string {
  const jobId = job.log.handle?.jobId;
  return jobId === undefined ? "" : ` The job's address is ${job.api.address(jobId)}.`;
}

function sentences(error: unknown): string {
  const message = messageOf(error).replace(/\.?$/, ".");
  return error instanceof ServiceError ? `${message} ${error.advice}` : message;
}
