import { ServiceError, type ServiceErrorDetails } from "./service-error.ts";

/** An answer whose body is not what the operation declares. The message names the place. */
export class MalformedAnswerError extends ServiceError {
  override readonly name: string = "MalformedAnswerError";
  override readonly code: string = "malformed-answer";
  constructor(
    message: string,
    details?: ServiceErrorDetails,
    advice = "Check whether a proxy changes answers; otherwise report the place named, with the request key.",
  ) {
    super(message, details, advice);
  }
}

/** An answer that belongs to another request: its API request key came with an earlier answer. What became of this request is not known. */
export class DisplacedAnswerError extends MalformedAnswerError {
  override readonly name = "DisplacedAnswerError";
  override readonly code = "displaced-answer";
  constructor(message: string, details?: ServiceErrorDetails) {
    super(
      message,
      details,
      "Try again: nothing of that answer was used. If it recurs, look for a proxy that repeats or mixes up answers, and report the key to the service's support.",
    );
  }
}

export interface AnswerTooLargeDetails extends ServiceErrorDetails {
  readonly limitBytes?: number | undefined;
}

/** A body that is no result and longer than any of its kind may be. It was not read to its end. */
export class AnswerTooLargeError extends MalformedAnswerError {
  override readonly name = "AnswerTooLargeError";
  override readonly code = "answer-too-large";
  /** The limit that the body passed, bytes after decompression. */
  readonly limitBytes: number | undefined;
  constructor(message: string, details?: AnswerTooLargeDetails) {
    super(
      message,
      details,
      "Check the base URL, and whether a proxy answers in the service's place. For a list, ask for a part of it: name a directory or a category.",
    );
    this.limitBytes = details?.limitBytes;
  }
  override toJSON() {
    return { ...super.toJSON(), limitBytes: this.limitBytes };
  }
}
