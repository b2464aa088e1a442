import { type Clock, sleep } from "../../clock.ts";
import { messageOf } from "../../text/errors.ts";
import type { JobHandle } from "../handle.ts";
import { LATE_LOOK_MS, MAX_NOT_FOUND, SECOND_LOOK_MS } from "../policy.ts";
import type { JobProtocol } from "../protocol/job-protocol.ts";

/** `gone`: no job runs under that id. `failed`: the job may still be running. */
export type CancelResult =
  | { readonly state: "canceled" | "gone" }
  | { readonly state: "failed"; readonly reason: string };

interface CancelLimits {
  readonly clock: Clock;
  /** The longest that it may take. */
  readonly seconds: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Cancels the job of a handle as `cancelOnService` does. Where its create may still be delivered, it cancels again until that time is over,
 * and fails if the limit comes first.
 */
export async function cancelHandle(
  api: JobProtocol,
  handle: JobHandle & { readonly jobId: string },
  limits: CancelLimits,
): Promise<CancelResult> {
  const { jobId, phase, isCreateOver } = handle;
  const { clock, seconds } = limits;
  const mayArrive = phase === "creating" && isCreateOver !== true;
  let mayArriveMs = mayArrive ? api.deliveryMs : 0;
  let isUnknown = false;
  const result = await withinLimits(limits, async (until) => {
    for (;;) {
      const state = await tryCancel(api, jobId, clock, until);
      if (state === "canceled" || mayArriveMs <= 0) return state;
      isUnknown = true;
      if (seconds * 1000 <= api.deliveryMs) throw new Error("the limit comes before the job can be known to be gone");
      const waitMs = Math.min(mayArriveMs, LATE_LOOK_MS);
      await sleep(clock, waitMs, until);
      mayArriveMs -= waitMs;
    }
  });
  if (result.state !== "failed" || !isUnknown) return result;
  const leastSeconds = Math.ceil(api.deliveryMs / 1000);
  const reason = `the service does not know the job, and may still get its create, whose answer was lost: resume the run, or cancel the job with more than ${leastSeconds} s of time`;
  return { state: "failed", reason };
}

/**
 * Cancels a job on the service, in `seconds` at most. "Not found" counts when the service says it twice. Never throws.
 */
export async function cancelOnService(
  api: Pick<JobProtocol, "cancel">,
  jobId: string,
  limits: CancelLimits,
): Promise<CancelResult> {
  return withinLimits(limits, (until) => tryCancel(api, jobId, limits.clock, until));
}

/** @throws Error where the service does not answer, or refuses */
async function tryCancel(
  api: Pick<JobProtocol, "cancel">,
  jobId: string,
  clock: Clock,
  until: AbortSignal,
): Promise<"canceled" | "gone"> {
  if (api.cancel === undefined) throw new Error("jobs of this family cannot be canceled");
  for (let denials = 0; denials < MAX_NOT_FOUND; denials++) {
    if (denials > 0) await sleep(clock, SECOND_LOOK_MS, until);
    if ((await api.cancel(jobId, { signal: until })) === "canceled") return "canceled";
  }
  return "gone";
}

async function withinLimits(
  { clock, seconds, signal }: CancelLimits,
  work: (until: AbortSignal) => Promise<"canceled" | "gone">,
): Promise<CancelResult> {
  const limit = new AbortController();
  const late = new Error(`the service did not answer within ${seconds} s`);
  const stopTimer = clock.setTimer(seconds * 1000, () => limit.abort(late));
  try {
    return { state: await work(signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal])) };
  } catch (error) {
    return { state: "failed", reason: messageOf(error) };
  } finally {
    stopTimer();
  }
}
