import { requestPath } from "../../families/request-path.ts";
import { toPointer } from "../../json/value.ts";
import {
  AmbiguousCreateError,
  ConflictError,
  JobCanceledError,
  JobDeadlineError,
  NotFoundError,
  ServiceError,
  type ServiceErrorItem,
} from "../../service/errors/errors.ts";
import { messageOf } from "../../text/errors.ts";
import { unitsSoFar } from "../collect/read-results.ts";
import { handleOf, type Job } from "../context.ts";
import { StorageError, UnreachableError } from "../errors.ts";
import { JOB_CANCELED } from "../handle.ts";
import { MAX_RUN_CANCEL_SECONDS, mayHaveActed } from "../policy.ts";
import type { JobOutcome, JobStatus, UnitOutcome } from "../types.ts";
import { cancelOnService } from "./cancel.ts";

/** Why a job stopped before all its units were read. */
interface StopReason {
  readonly status: JobStatus;
  readonly code: string;
  /** Sentences. */
  readonly message: string;
  /** The error that stopped it, if there is one. */
  readonly cause?: unknown;
}

/**
 * Says why a job stopped, and cancels it on the service where it would run on.
 * @param error what the job threw: its own error, or the reason of the stop
 * @throws only StorageError, which ends the whole run
 */
export async function stopJob(job: Job, error: unknown, cancelOnAbort: boolean): Promise<StopReason> {
  if (error instanceof StorageError) throw error;
  if (job.stop.aborted && !isRefusedCreate(job, error)) return stopByRun(job, cancelOnAbort || job.isCancelRequested());
  if (error instanceof ServiceError && error.requestKey !== undefined) job.failedKeys.add(error.requestKey);
  const reason = reasonOfError(job, error);
  if (error instanceof JobDeadlineError && job.log.handle?.phase === "running")
    return cancelJob(job, reason, cancelOnAbort);
  if (error instanceof JobCanceledError) await job.log.write({ type: "canceled", jobId: handleOf(job).jobId });
  return { ...reason, cause: error };
}

/** Whether the service refused the create. Then there is nothing to cancel, even if the run was stopped meanwhile. */
function isRefusedCreate({ log: { handle } }: Job, error: unknown): boolean {
  if (!(error instanceof ServiceError) || error instanceof ConflictError || mayHaveActed(error)) return false;
  const isCreate = error.method === "PUT" || error.method === "POST";
  return isCreate && handle?.phase === "creating" && (error.status ?? 0) >= 400;
}

/** The reason of a job that its run or its user stopped, before or after its start. */
async function stopByRun(job: Job, cancelOnAbort: boolean): Promise<StopReason> {
  const signalReason: unknown = job.stop.reason;
  if (signalReason instanceof StorageError) throw signalReason;
  if (signalReason instanceof UnreachableError) return withoutAnswer(job, signalReason.message);
  const { handle } = job.log;
  const reason: StopReason = job.isCancelRequested()
    ? { status: "canceled", code: JOB_CANCELED, message: "The job was canceled." }
    : signalReason instanceof JobDeadlineError
      ? { status: "timed-out", code: signalReason.code, message: `${signalReason.message}.` }
      : { status: "canceled", code: "canceled", message: "The run was canceled." };
  if (handle === undefined) return { ...reason, message: `${reason.message} The job had not begun.` };
  if (handle.jobId === undefined) {
    const message =
      "The run was stopped while it created the calculation, so it may be running. List the calculations of the family.";
    return { status: "unknown", code: "ambiguous-create", message };
  }
  if (handle.phase === "done") {
    const advice = job.isCancelRequested() ? "." : ": resume the run to read them.";
    const message = `${reason.message} The job is finished and some of its results may still be with the service${advice}`;
    const mayBeRead = !cancelOnAbort && reason.status === "canceled";
    return { ...reason, ...(mayBeRead && { status: "unknown", code: "not-collected" }), message };
  }
  return cancelJob(job, reason, cancelOnAbort);
}

/** The reason of a job that the service computes while nobody waits for it. */
export function notWaitedFor(job: Job): StopReason {
  const message = `The run does not wait for this job, which was left to run on the service: resume the run to collect it.${addressText(job)}`;
  return { status: "unknown", code: "still-running", message };
}

/** The reason of a job of a run that got no answer. A job that was not sent does not exist; the state of others is not known. */
function withoutAnswer(job: Job, problem: string): StopReason {
  const { handle } = job.log;
  if (handle === undefined || (handle.phase === "creating" && !job.create.mayArrive)) {
    const message = `${problem} The job was not created: resume the run when the service can be reached.`;
    return { status: "failure", code: "not-created", message };
  }
  if (handle.jobId === undefined) {
    const message = `${problem} The job may have been created, under an id of the service's choice: list the calculations of the family.`;
    return { status: "unknown", code: "ambiguous-create", message };
  }
  const state = handle.phase === "creating" ? "The job may have been created" : "The job was left as it is";
  const message = `${problem} ${state}: resume the run to find out.${addressText(job)}`;
  return { status: "unknown", code: "unreachable", message };
}

/** Cancels a running job, once. @returns the reason with the outcome of the cancel */
async function cancelJob(job: Job, reason: StopReason, cancelOnAbort: boolean): Promise<StopReason> {
  const { jobId, phase } = handleOf(job);
  if (!cancelOnAbort) {
    const message = `${reason.message} The job was left to run on the service: resume the run to collect it.${addressText(job)}`;
    if (reason.status === "timed-out") return { ...reason, message };
    return { ...reason, status: "unknown", code: "still-running", message };
  }
  // A full disk must not leave the job running. The entry after the cancel reports the full disk.
  if (job.api.cancel !== undefined) await job.log.write({ type: "cancel", jobId }).catch(() => {});
  const result = await cancelOnService(job.api, jobId, { clock: job.clock, seconds: MAX_RUN_CANCEL_SECONDS });
  if (result.state === "failed") {
    const message = `${reason.message} It could not be canceled (${result.reason}) and may still run.${addressText(job)}`;
    return { ...reason, status: "unknown", code: "still-running", message };
  }
  if (result.state === "gone" && phase === "creating" && job.create.mayArrive) {
    const message = `${reason.message} The answer to its create did not arrive, and a gateway may still deliver it: resume the run to find out.${addressText(job)}`;
    return { ...reason, status: "unknown", code: "still-running", message };
  }
  if (result.state === "gone" && phase !== "creating") {
    const message = `${reason.message} The service says that it does not know the job, which does not prove that it was canceled: resume the run to ask for its status.${addressText(job)}`;
    return { ...reason, status: "unknown", code: "still-running", message };
  }
  await job.log.write({ type: "canceled", jobId });
  const message =
    reason.code === JOB_CANCELED
      ? "The job was canceled on the service."
      : `${reason.message} Its job was canceled on the service.`;
  return { ...reason, message };
}

/** The reason of a job that stopped by an error of its own. */
function reasonOfError(job: Job, error: unknown): StopReason {
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

/** The outcome of a job whose units are all decided. */
export function outcomeOfUnits(job: Job, units: readonly UnitOutcome[]): JobOutcome {
  const status = statusOfUnits(units);
  const bad = units.filter((unit) => unit.status !== "success");
  if (bad.length === 0 && units.length > 0) return outcome(job, status, units);
  if (units.length === 0) {
    const message = "The service calls the job complete and names no units. There is no result.";
    return outcome(job, status, units, { code: "no-units", message });
  }
  const examples = bad.slice(0, 5).map(({ id, status }) => `${id} (${status})`);
  const rest = bad.length > examples.length ? ` and ${bad.length - examples.length} more` : "";
  const message = `${bad.length} of ${units.length} units did not succeed: ${examples.join(", ")}${rest}.`;
  const code = bad.some((unit) => unit.status === "lost") ? "lost-result" : "unit-failed";
  return outcome(job, status, units, { code, message });
}

/** One unknown unit makes the job unknown; otherwise one unsuccessful unit makes it a failure. */
function statusOfUnits(units: readonly UnitOutcome[]): JobStatus {
  if (units.some(({ status }) => status === "unknown")) return "unknown";
  if (units.length > 0 && units.every(({ status }) => status === "success")) return "success";
  if (units.length > 0 && units.every(({ status }) => status === "canceled")) return "canceled";
  return "failure";
}

/**
 * The outcome of a job that stopped before all its units were read.
 * @param body the request, which the error may point into
 */
export function outcomeOfStop(job: Job, { status, code, message, cause }: StopReason, body: unknown): JobOutcome {
  const items = cause instanceof ServiceError ? cause.errors.map((item) => placedIn(body, item)) : [];
  const stopItem: ServiceErrorItem = { code, detail: message };
  const units = unitsSoFar(job, status, (id) => (items.length === 0 ? [stopItem] : itemsFor(id, items)));
  return outcome(job, status, units, { code, message });
}

function outcome(
  job: Job,
  status: JobStatus,
  units: readonly UnitOutcome[],
  problem?: JobOutcome["problem"],
): JobOutcome {
  const { handle } = job.log;
  // A refused job has an id from the client and does not exist.
  const wasRefused = handle?.phase === "creating" && (status === "failure" || status === "timed-out");
  return {
    key: job.key,
    family: job.family,
    jobId: wasRefused ? undefined : handle?.jobId,
    status,
    requestKeys: [...new Set([...(handle?.requestKeys ?? []), ...job.failedKeys])],
    units,
    ...(problem && { problem }),
  };
}

/** The error with a JSON pointer into the request, instead of the service's own notation for the place. */
function placedIn(body: unknown, item: ServiceErrorItem): ServiceErrorItem {
  const { source } = item;
  const { path } = source?.pointer === undefined ? { path: [] } : requestPath(source.pointer, body);
  const pointer = path.length === 0 ? undefined : toPointer(path);
  return pointer === undefined ? item : { ...item, source: { ...source, pointer } };
}

/** The errors that point at the unit, or all errors if none points at it: then they refuse every unit. */
function itemsFor(unitId: string, items: readonly ServiceErrorItem[]): readonly ServiceErrorItem[] {
  const path = toPointer(["data", unitId]).toLowerCase();
  const unitItems = items.filter(({ source }) => {
    const pointer = source?.pointer?.toLowerCase();
    return pointer === path || pointer?.startsWith(`${path}/`);
  });
  return unitItems.length > 0 ? unitItems : items;
}
