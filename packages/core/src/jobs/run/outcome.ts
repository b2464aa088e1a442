import { toPointer } from "../../json/pointer.ts";
import type { ServiceErrorItem } from "../../service/errors/errors.ts";
import {
  AmbiguousCreateError,
  ConflictError,
  JobCanceledError,
  JobDeadlineError,
  NotFoundError,
  ServiceError,
} from "../../service/errors/errors.ts";
import { messageOf } from "../../text/message-of.ts";
import { unitsSoFar } from "../collect/read-results.ts";
import type { JobContext } from "../context.ts";
import { UnreachableError } from "../errors.ts";
import { pointerInRequest } from "../protocol/request-pointer.ts";
import type { JobOutcome, JobStatus, UnitOutcome } from "../types.ts";

/** The end of a job before all its units were read. */
export interface Ending {
  readonly status: JobStatus;
  readonly code: string;
  /** Sentences. */
  readonly message: string;
}

/** The outcome of a job whose units are all decided. */
export function outcomeOfUnits(job: JobContext, units: readonly UnitOutcome[]): JobOutcome {
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
 * The outcome of a job that ended before its units were all decided.
 * @param options `cause`: the error that ended it. `body`: the request, which that error may point into
 */
export function outcomeOfEnding(
  job: JobContext,
  { status, code, message }: Ending,
  { cause, body }: { readonly cause?: unknown; readonly body?: unknown } = {},
): JobOutcome {
  const items = cause instanceof ServiceError ? cause.errors.map((item) => placedIn(body, item)) : [];
  const endingItem: ServiceErrorItem = { code, title: "The job ended early", detail: message };
  const units = unitsSoFar(job, status, (id) => (items.length === 0 ? [endingItem] : itemsFor(id, items)));
  return outcome(job, status, units, { code, message });
}

function outcome(
  job: JobContext,
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
  const pointer = source?.pointer === undefined ? undefined : pointerInRequest(source.pointer, body);
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

/** The end of a job by an error. */
export function endingOf(job: JobContext, error: unknown): Ending {
  const { handle } = job.log;
  const isCreated = handle !== undefined && handle.phase !== "creating";
  const message = sentences(error);
  if (error instanceof JobDeadlineError) return { status: "timed-out", code: error.code, message };
  if (error instanceof JobCanceledError) return { status: "canceled", code: error.code, message };
  if (error instanceof UnreachableError)
    return {
      status: "unknown",
      code: "unreachable",
      message: `${message}${where(job)} Resume the run to ask again.`,
    };
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
  return { status: "unknown", code, message: message + where(job) };
}

/** The address of the job, in a sentence. */
export function where(job: JobContext): string {
  const jobId = job.log.handle?.jobId;
  return jobId === undefined ? "" : ` The job's address is ${job.api.address(jobId)}.`;
}

function sentences(error: unknown): string {
  const message = messageOf(error).replace(/\.?$/, ".");
  return error instanceof ServiceError ? `${message} ${error.advice}` : message;
}
