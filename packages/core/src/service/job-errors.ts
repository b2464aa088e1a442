import { ServiceError, type ServiceErrorDetails } from "./service-error.ts";

/** What the errors of a job know beyond those of one request. */
export interface JobErrorDetails extends ServiceErrorDetails {
  readonly jobId?: string | undefined;
  readonly unitId?: string | undefined;
}

class JobError extends ServiceError {
  readonly jobId: string | undefined;
  readonly unitId: string | undefined;
  constructor(message: string, details: JobErrorDetails | undefined, advice: string) {
    super(message, details, advice);
    this.jobId = details?.jobId;
    this.unitId = details?.unitId;
  }
  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), jobId: this.jobId, unitId: this.unitId };
  }
}

/** A create whose answer was lost, in a family without ids of the client's choice: the job may or may not run. */
export class AmbiguousCreateError extends JobError {
  override readonly name = "AmbiguousCreateError";
  override readonly code = "ambiguous-create";
  constructor(message: string, details?: JobErrorDetails) {
    super(message, details, "List the calculations of the family before creating the job again: it may be running.");
  }
}

export interface LostResultDetails extends JobErrorDetails {
  readonly bytesRead?: number | undefined;
}

/** The service gave a result away, and its bytes did not arrive whole. It gives them once, so they are gone. */
export class LostResultError extends JobError {
  override readonly name = "LostResultError";
  override readonly code = "lost-result";
  /** Bytes that arrived before the loss. */
  readonly bytesRead: number | undefined;
  constructor(message: string, details?: LostResultDetails) {
    super(
      message,
      details,
      "Run the job again to compute this result anew; quote the request key to the service's support if it recurs.",
    );
    this.bytesRead = details?.bytesRead;
  }
  override toJSON() {
    return { ...super.toJSON(), bytesRead: this.bytesRead };
  }
}

/** The service does not have the result any more: read before, expired, or its job canceled. */
export class ResultUnavailableError extends JobError {
  override readonly name = "ResultUnavailableError";
  override readonly code = "result-unavailable";
  constructor(message: string, details?: JobErrorDetails) {
    super(message, details, "A result can be read once: look whether it was stored before, or run the job again.");
  }
}

/** The service computed the unit and it failed; `errors` are its own. */
export class UnitFailedError extends JobError {
  override readonly name = "UnitFailedError";
  override readonly code = "unit-failed";
  constructor(message: string, details?: JobErrorDetails) {
    super(
      message,
      details,
      "Correct the unit's parameters as the service's errors say; the other units are not affected.",
    );
  }
}

/** The job was canceled, here or elsewhere. */
export class JobCanceledError extends JobError {
  override readonly name = "JobCanceledError";
  override readonly code = "job-canceled";
  constructor(message: string, details?: JobErrorDetails) {
    super(message, details, "Run the job again if its result is still wanted.");
  }
}

/** The job did not finish by its deadline. */
export class JobDeadlineError extends JobError {
  override readonly name = "JobDeadlineError";
  override readonly code = "job-deadline";
  constructor(message: string, details?: JobErrorDetails) {
    super(
      message,
      details,
      "Allow more time, or split the job; look at its status by its id before creating it again.",
    );
  }
}
