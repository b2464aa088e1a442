import { ServiceError, type ServiceErrorDetails } from "./service-error.ts";

/** An answer whose body is not what the operation declares. The message names the place. */
export class MalformedAnswerError extends ServiceError {
  static override readonly advice: string =
    "Check whether a proxy changes answers; otherwise report the place named, with the request key.";
  override readonly name: string = "MalformedAnswerError";
  override readonly code: string = "malformed-answer";
}

/** The answer belongs to another request, because its API request key came with an earlier answer. The outcome of this request is not known. */
export class DisplacedAnswerError extends MalformedAnswerError {
  static override readonly advice =
    "Try again: nothing of that answer was used. If it recurs, look for a proxy that repeats or mixes up answers, and report the key to the service's support.";
  override readonly name = "DisplacedAnswerError";
  override readonly code = "displaced-answer";
}

export interface AnswerTooLargeDetails extends ServiceErrorDetails {
  readonly limitBytes?: number | undefined;
}

/** A body that is not a result and is longer than the limit of its kind. The client stopped reading it. */
export class AnswerTooLargeError extends MalformedAnswerError {
  static override readonly advice =
    "Check the base URL, and whether a proxy answers in the service's place. For a list, ask for a part of it: name a directory or a category.";
  override readonly name = "AnswerTooLargeError";
  override readonly code = "answer-too-large";
  /** The limit that the body exceeds, bytes after decompression. */
  readonly limitBytes: number | undefined;
  constructor(message: string, details?: AnswerTooLargeDetails) {
    super(message, details);
    this.limitBytes = details?.limitBytes;
  }
}
