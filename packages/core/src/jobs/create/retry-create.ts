import { isLastingFault, wasNotSent } from "../../service/errors/connection-fault.ts";
import { ConflictError, RateLimitError, ServiceError } from "../../service/errors/errors.ts";
import { messageOf } from "../../text/errors.ts";
import { type Job, jobBackoffMs, pause } from "../context.ts";
import { UnreachableError } from "../errors.ts";
import {
  isOutage,
  isTransient,
  MAX_CREATE_DELAY_MS,
  MAX_LOOKS,
  MAX_NOT_FOUND,
  MAX_SENDS,
  mayHaveActed,
} from "../policy.ts";

/** A request that creates something on the service, and must not create it twice. */
export interface CreateRequest<Answer, Existing> {
  /** Throws where the deadline has passed. Called before each send. */
  readonly checkDeadline: () => void;
  /** Journals the request and sends it. */
  readonly send: () => Promise<Answer>;
  /**
   * Asks the service whether it has what was sent.
   * @param error why no usable answer came
   * @param leastMs how long a gateway may still deliver the request
   */
  readonly findExisting: (error: unknown, leastMs: number) => Promise<Existing | undefined>;
  /** After a 409: returns whether to send the request again at once, and not to look. */
  readonly waitForDuplicate?: (conflict: ConflictError, sends: number) => Promise<boolean>;
}

/**
 * Sends a create until the service has it. A create that may have reached the service is sent again only after the service did not
 * know it.
 * @throws the error of the last send, where the service refuses it or does not take it
 */
export async function createOnce<Answer, Existing>(
  job: Job,
  { checkDeadline, send, findExisting, waitForDuplicate }: CreateRequest<Answer, Existing>,
): Promise<{ readonly answer: Answer } | { readonly existing: Existing }> {
  const startedAt = job.clock.now();
  let unsent = 0;
  for (let sends = 1; ; sends++) {
    job.stop.throwIfAborted();
    checkDeadline();
    const begunAt = job.clock.now();
    let error: unknown;
    try {
      const answer = await send();
      job.outage.answered();
      return { answer };
    } catch (thrown) {
      error = thrown;
    }
    if (job.abortRequests.aborted) throw error;
    if (isOutage(error)) job.outage.failed(error, begunAt);
    else if (error instanceof ServiceError) job.outage.answered();

    if (error instanceof RateLimitError) {
      const { retryAfterSeconds } = error;
      const waitMs = retryAfterSeconds === undefined ? jobBackoffMs(job, sends) : retryAfterSeconds * 1000;
      if (job.clock.now() + waitMs > startedAt + MAX_CREATE_DELAY_MS) throw error;
      job.emit({ type: "waiting", seconds: waitMs / 1000, reason: "retry-after" });
      await pause(job, waitMs);
      continue;
    }
    if (error instanceof ConflictError && (await waitForDuplicate?.(error, sends))) continue;
    const mayArrive = mayHaveActed(error);
    if (!mayArrive && !(error instanceof ConflictError && waitForDuplicate !== undefined)) throw error;
    if (wasNotSent(error)) {
      if (isLastingFault(error) || ++unsent >= MAX_LOOKS) throw error;
      await pause(job, jobBackoffMs(job, unsent));
      continue;
    }
    const existing = await findExisting(error, mayArrive ? job.api.deliveryMs : 0);
    if (existing !== undefined) return { existing };
    if (sends >= MAX_SENDS) throw error;
  }
}

/**
 * Asks the service whether it has what was sent.
 * @param what it is, for the message: `job`
 * @param leastMs how long a gateway may still deliver it
 * @param ask returns what the service has, or `undefined` if the service does not know it
 * @returns what it has, or `undefined` if it has none and, after `leastMs`, gets none
 * @throws UnreachableError where the service cannot say
 */
export async function findCreated<Existing>(
  job: Job,
  what: string,
  leastMs: number,
  ask: () => Promise<Existing | undefined>,
): Promise<Existing | undefined> {
  let denials = 0;
  let failures = 0;
  let waited = 0;
  for (let looks = 1; ; looks++) {
    const backoff = jobBackoffMs(job, looks);
    // While the service answers, the last look is exactly at the end of `leastMs`.
    const wait = failures === 0 && waited < leastMs ? Math.min(backoff, leastMs - waited) : backoff;
    await pause(job, wait);
    waited += wait;
    const begunAt = job.clock.now();
    try {
      const existing = await ask();
      if (existing !== undefined) return existing;
      if (++denials >= MAX_NOT_FOUND && waited >= leastMs) return undefined;
    } catch (error) {
      if (job.stop.aborted) throw error;
      if (isOutage(error)) job.outage.failed(error, begunAt);
      if (!isTransient(error) || ++failures >= MAX_LOOKS) {
        throw new UnreachableError(`The service cannot say whether it took the ${what}: ${messageOf(error)}`, {
          cause: error,
        });
      }
    }
  }
}
