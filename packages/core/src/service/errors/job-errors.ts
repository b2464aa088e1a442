import { ServiceError, type ServiceErrorDetails } from "./service-error.ts";

/** What the error of a job contains beyond the details of one request. */
export interface JobErrorDetails extends ServiceErrorDetails {
  readonly jobId?: string | undefined;
  readonly unitId?: string | undefined;
}

class JobError extends ServiceError {
  readonly jobId: string | undefined;
  readonly unitId: string | undefined;
  constructor(message: string, details?: JobErrorDetails) {
    super(message, details);
    this.jobId = details?.jobId;
    this.unitId = details?.unitId;
  }
}

/** A create whose answer was lost, in a family without client-chosen ids: the job may be running. */
export class AmbiguousCreateError extends JobError {
  static override readonly advice =
    "List the calculations of the family before creating the job again: it may be running.";
  override readonly name = "AmbiguousCreateError";
  override readonly code = "ambiguous-create";
}

export interface LostResultDetails extends JobErrorDetails {
  readonly bytesRead?: number | undefined;
}

/** The service sent the result, but not all bytes arrived. The service sends a result only once, so it is lost. */
export class LostResultError extends JobError {
  static override readonly advice =
    "Run the job again to compute this result again; quote the request key to the service's support if it recurs.";
  override readonly name = "LostResultError";
  override readonly code = "lost-result";
  /** Bytes that arrived before the loss. */
  readonly bytesRead: number | undefined;
  constructor(message: string, details?: LostResultDetails) {
    super(message, details);
    this.bytesRead = details?.bytesRead;
  }
}

/** The service no longer has the result: it was read before, it expired, or its job was canceled. */
export class ResultUnavailableError extends JobError {
  static override readonly advice =
    "A result can be read once: check whether an earlier read stored it, or run the job again.";
  override readonly name = "ResultUnavailableError";
  override readonly code = "result-unavailable";
}

/** The job was canceled, here or elsewhere. */
export class JobCanceledError extends JobError {
  static override readonly advice = "Run the job again if its result is still wanted.";
  override readonly name = "JobCanceledError";
  override readonly code = "job-canceled";
}

/** The job did not finish by its deadline. */
export class JobDeadlineError extends JobError {
  static override readonly advice =
    "Allow more time, or split the job. Read its status by its id before you create it again.";
  override readonly name = "JobDeadlineError";
  override readonly code = "job-deadline";
}
