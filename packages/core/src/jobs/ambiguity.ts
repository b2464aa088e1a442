import {
  AuthenticationError,
  ConnectionError,
  ForbiddenError,
  ForeignAddressError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ServiceUnavailableError,
  TimeoutError,
  UnexpectedStatusError,
} from "../service/errors.ts";

/** Whether the service may have acted although no usable answer came: none, a 5xx, one that cannot be read or names another place, or of another status. */
export function mayHaveActed(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof ServerError ||
    error instanceof MalformedAnswerError ||
    error instanceof ForeignAddressError ||
    (error instanceof UnexpectedStatusError && leavesOpen(error.status))
  );
}

/**
 * Success by another name than the operation's, any redirect, a gateway that lost patience, and "misdirected", which a gateway may say after
 * the service has acted; the rest says that nothing was done.
 */
function leavesOpen(status = 0): boolean {
  return status < 400 || status === 408 || status === 421;
}

/** Whether an answer that was to hold the only copy of a result came without it, as "see other" or "not modified" do. */
export function isDropped(error: unknown): boolean {
  return error instanceof UnexpectedStatusError && (error.status === 303 || error.status === 304);
}

/** Whether a read is worth asking again later: the fault may pass. */
export function isTransient(error: unknown): boolean {
  return (
    mayHaveActed(error) ||
    isBareNotFound(error) ||
    error instanceof RateLimitError ||
    error instanceof UnexpectedStatusError
  );
}

/**
 * So often the service must say that there is nothing under an id before it is believed: what it has just taken it may not show at once,
 * and a job that runs, or a result that waits, is too dear to be given up for one slip. A 404 gives no bytes, so to ask again spends none.
 */
export const MAX_NOT_FOUND = 2;
/** How long after a denial the service is asked again, ms. */
export const SECOND_LOOK_MS = 2000;

/** A figure that nobody can mean is not waited for: after an hour the service is asked again. */
const LONGEST_ASKED_MS = 3_600_000;

/** How long the service asks to be left alone, ms, where a 429 or a 503 says so; an hour at most. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof RateLimitError || error instanceof ServiceUnavailableError)) return undefined;
  const { retryAfterSeconds } = error;
  return retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds * 1000, LONGEST_ASKED_MS);
}

/** Whether no usable answer of the service came: none, one of a fault, or one that may be somebody else's. */
export function isOutage(error: unknown): boolean {
  return isTransient(error) && !(error instanceof RateLimitError);
}

/** A 404 without the service's error list: somebody in its place may have answered, so it says nothing of the job. */
export function isBareNotFound(error: unknown): boolean {
  return error instanceof NotFoundError && !error.isServiceError;
}

/** Credentials can fail for a moment, where the token service does. They are given less time than the network. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AuthenticationError || error instanceof ForbiddenError;
}
