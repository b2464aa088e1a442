import type { RateLimitError } from "../service/errors.ts";
import { isOutage, isTransient, MAX_NOT_FOUND } from "./ambiguity.ts";
import { backoffMs, type JobContext, pause } from "./context.ts";
import { messageOf, UnreachableError } from "./errors.ts";

// What comes before a create is sent again, of a job or of a commentary: a wait, or a look whether the service has it.

/** A create is sent this often at most; between two the service was found not to know it. */
export const MAX_SENDS = 5;
/** The service is asked whether it has what was sent, or tried while it cannot be reached, this often: over about three minutes. */
export const MAX_LOOKS = 8;
/** A create is held back this long by 429 answers, then it fails: the limit is on jobs that run, and those take long. */
const MAX_HOLD_MS = 3_600_000;

/**
 * Waits as long as a 429 to a create asks.
 * @param sends how often it was sent, the first time at `startedAt`
 * @throws the error, where the create would be held back for too long
 */
export async function holdBack(
  job: JobContext,
  error: RateLimitError,
  sends: number,
  startedAt: number,
): Promise<void> {
  const seconds = error.retryAfterSeconds ?? backoffMs(sends, job.random) / 1000;
  if (job.clock.now() + seconds * 1000 > startedAt + MAX_HOLD_MS) throw error;
  job.emit({ type: "waiting", seconds, reason: "retry-after" });
  await pause(job, seconds * 1000);
}

/**
 * Asks the service whether it has what was sent.
 * @param what it is, for the message: `job`
 * @param leastMs how long a gateway may still deliver it
 * @param ask what the service has; `undefined` where it knows of none
 * @returns what it has, or `undefined` if it did not take it and, after `leastMs`, will not
 * @throws UnreachableError where the service cannot say
 */
export async function lookFor<Found>(
  job: JobContext,
  what: string,
  leastMs: number,
  ask: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  let denials = 0;
  let failures = 0;
  let waited = 0;
  for (let looks = 1; ; looks++) {
    const backoff = backoffMs(looks, job.random);
    // Of looks that are answered the last is at the end of the time, and not long after it.
    const wait = failures === 0 && waited < leastMs ? Math.min(backoff, leastMs - waited) : backoff;
    await pause(job, wait);
    waited += wait;
    const begunAt = job.clock.now();
    try {
      const found = await ask();
      if (found !== undefined) return found;
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
