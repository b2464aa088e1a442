import {
  AuthenticationError,
  ConnectionError,
  ForbiddenError,
  ForeignAddressError,
  MalformedAnswerError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedStatusError,
} from "../service/errors/errors.ts";
import type { Backoff } from "../service/policy.ts";

// Every retry, wait and limit of jobs, each with its reason.

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** What an error says about the request that it ended. */
interface FaultClass {
  readonly matches: (error: unknown) => boolean;
  /** Whether the service may have acted on the request. */
  readonly mayHaveActed: boolean;
  /** Whether the same request may succeed later. */
  readonly isTransient: boolean;
  /** Whether no usable answer of the service came. */
  readonly isOutage: boolean;
}

const lostFault = { mayHaveActed: true, isTransient: true, isOutage: true } as const;
const rejectedFault = { mayHaveActed: false, isTransient: true, isOutage: true } as const;
const throttledFault = { mayHaveActed: false, isTransient: true, isOutage: false } as const;
const finalFault = { mayHaveActed: false, isTransient: false, isOutage: false } as const;

/** The first row that matches counts. Any other error is final: the service answered, and a second try gets the same answer. */
const faultClasses: readonly FaultClass[] = [
  // The request or its answer was lost on the way.
  { matches: (error) => error instanceof ConnectionError, ...lostFault },
  { matches: (error) => error instanceof TimeoutError, ...lostFault },
  // The service or a gateway failed, before or after the service acted.
  { matches: (error) => error instanceof ServerError, ...lostFault },
  // Something answered, and the answer is unreadable, belongs to another request, or names another place.
  { matches: (error) => error instanceof MalformedAnswerError, ...lostFault },
  { matches: (error) => error instanceof ForeignAddressError, ...lostFault },
  // An undeclared success, a redirect, a gateway timeout (408), and "misdirected" (421), which a gateway may send after the service acted.
  { matches: (error) => error instanceof UnexpectedStatusError && mayHaveCreatedJob(error.status), ...lostFault },
  // Any other undeclared status: something in the service's place may have sent it.
  { matches: (error) => error instanceof UnexpectedStatusError, ...rejectedFault },
  // A 404 without the service's error list: a proxy may have sent it, so it does not mean that the job is gone.
  { matches: isBareNotFound, ...rejectedFault },
  // The service works, and asks to wait.
  { matches: (error) => error instanceof RateLimitError, ...throttledFault },
];

function classOf(error: unknown): Omit<FaultClass, "matches"> {
  return faultClasses.find(({ matches }) => matches(error)) ?? finalFault;
}

function mayHaveCreatedJob(status = 0): boolean {
  return status < 400 || status === 408 || status === 421;
}

/** Whether the service may have acted on a request although no usable answer came. */
export function mayHaveActed(error: unknown): boolean {
  return classOf(error).mayHaveActed;
}

/** Whether the same request may succeed later. */
export function isTransient(error: unknown): boolean {
  return classOf(error).isTransient;
}

/** Whether no usable answer of the service came. A run reports such errors as an outage. */
export function isOutage(error: unknown): boolean {
  return classOf(error).isOutage;
}

/** Whether the error is a 404 without the service's error list. */
export function isBareNotFound(error: unknown): boolean {
  return error instanceof NotFoundError && !error.isServiceError;
}

/** Whether the service refused the credentials. This may be temporary, where the token service fails. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AuthenticationError || error instanceof ForbiddenError;
}

/** Whether "see other" or "not modified" came in the place of the only copy of a result. */
export function isRedirected(error: unknown): boolean {
  return error instanceof UnexpectedStatusError && (error.status === 303 || error.status === 304);
}

/** The pauses between two tries of the same request: up to a minute, so that a service that comes back is noticed soon. */
export const jobBackoff: Backoff = { firstMs: SECOND_MS, longestMs: MINUTE_MS, jitter: 0.5 };

// 404 of the service itself.
/** The service must say twice that it does not know a job or a result: it may not show at once what it has just accepted. A 404 spends no result. */
export const MAX_NOT_FOUND = 2;
/** The pause between these two answers. */
export const SECOND_LOOK_MS = 2 * SECOND_MS;
/** The pause between two cancels of a job that the service does not know, and whose create a gateway may deliver. */
export const LATE_LOOK_MS = 10 * SECOND_MS;

// Creates.
/** A create is sent this often at most; before each further time the service did not know the job. */
export const MAX_SENDS = 5;
/** The service is asked this often whether it has what was sent, and tried this often while it cannot be reached: for about three minutes. */
export const MAX_LOOKS = 8;
/** 429 answers delay a create for this long at most: the limit is on running jobs, and those take long. */
export const MAX_CREATE_DELAY_MS = HOUR_MS;

// Status reads.
/** Without a deadline, a service that gives no answer is asked for this long. */
export const OUTAGE_PATIENCE_MS = 30 * MINUTE_MS;
/** Refused credentials are tried for this long: a token service may fail for a moment. */
export const REFUSAL_PATIENCE_MS = 2 * MINUTE_MS;
/** After bare 404 answers for this long, the address is not the service's. */
export const NOT_FOUND_PATIENCE_MS = 10 * MINUTE_MS;
/** After this many answers that say both "complete" and "running" of the same job, the job counts as complete. */
export const MAX_CONTRADICTIONS = 20;

/** The longest validity of an answer without a `max-age`, seconds: less while the job is young. */
export const DEFAULT_MAX_AGE_SECONDS = 5;
/** A status is read at most this often, also with `max-age=0`. */
export const MIN_POLL_WAIT_SECONDS = 1;
/** The longest wait between two status reads, whatever `max-age` and the prediction say: a person or a deadline may wait for the end. */
export const MAX_POLL_WAIT_SECONDS = 300;

// Reads of results.
/** A read without a byte of a result is repeated this often at most. So is an incomplete read, where the service gives the bytes again. */
export const MAX_READS = 5;
/** A result that the service calls not completed, although its job is finished, is read this often at most. */
export const MAX_EARLY_READS = 10;
/** The least pause before such a result is read again. */
export const EARLY_READ_PAUSE_MS = 5 * SECOND_MS;

// The whole run.
/** Jobs in progress at the same time, unless an option says otherwise. */
export const DEFAULT_CONCURRENCY = 10;
/**
 * Units of all running calculations of a user: a create beyond it is answered 429. An earlier version of the service said so; where this one
 * takes fewer, its 429 is waited for.
 */
export const MAX_RUNNING_UNITS = 500;
/** Only the first job runs for this long, or until the service answers: so refused credentials are tried once, and the answer says the rate limit. */
export const FIRST_ANSWER_MS = 5 * SECOND_MS;
/** A run that never got an answer ends after this long. */
export const NO_ANSWER_MS = 2 * MINUTE_MS;
/** The pause between two reports of the same outage. */
export const OUTAGE_REPORT_MS = 30 * SECOND_MS;
/** After a stop, a request in progress has this long to end: a create to be answered, a result to arrive. */
export const GRACE_MS = 2.5 * SECOND_MS;
/** At the run's deadline every job gets one more status read, within this long. */
export const LAST_LOOK_MS = 5 * SECOND_MS;
/** Cancels of a run that stops take this long at most, so that the process ends before its host kills it. */
export const MAX_RUN_CANCEL_SECONDS = 4;
/** The cancel of a single job takes this long at most. */
export const MAX_JOB_CANCEL_SECONDS = 30;

// The check of the connection before a run.
/** The check takes this long at most, however many files there are. */
export const MAX_PREFLIGHT_MS = 10 * SECOND_MS;
/** The pauses before the second and the third try: a name server or a service may be restarting. */
export const preflightPausesMs: readonly number[] = [SECOND_MS, 2 * SECOND_MS];
