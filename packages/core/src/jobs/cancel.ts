import { type Clock, sleep } from "../clock.ts";
import { messageOf } from "../text/message-of.ts";
import type { FamilyAdapter } from "./family-adapter.ts";
import type { JobHandle } from "./handle.ts";
import { MAX_NOT_FOUND, SECOND_LOOK_MS, undeliveredMs } from "./policy.ts";

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
 * Cancels the job of a handle as `cancelOnService` does. While its create may still be delivered, "gone" counts as a failure.
 *
 * @example
 * ```ts
 * import { type Client, systemClock } from "@analytics-engines/core";
 * import { cancelHandle, familyApi, type JobHandle } from "@analytics-engines/core/jobs";
 *
 * export const cancelNow = (client: Client, handle: JobHandle & { readonly jobId: string }) =>
 *   cancelHandle(familyApi(client, handle.family), handle, { clock: systemClock, seconds: 10 });
 * ```
 */
export async function cancelHandle(
  api: FamilyAdapter,
  handle: JobHandle & { readonly jobId: string },
  limits: CancelLimits,
): Promise<CancelResult> {
  const result = await cancelOnService(api, handle.jobId, limits);
  if (result.state !== "gone" || handle.phase !== "creating") return result;
  const seconds = Math.ceil(undeliveredMs(handle.sentBefore, api.deliveryMs, limits.clock.now()) / 1000);
  if (seconds === 0) return result;
  const reason = `the service does not know the job, and may still get its create, whose answer was lost, for ${seconds} s; cancel it again after that`;
  return { state: "failed", reason };
}

/**
 * Cancels a job on the service, in `seconds` at most. "Not found" counts when the service says it twice. Never throws.
 *
 * @example
 * ```ts
 * import { type Client, systemClock } from "@analytics-engines/core";
 * import { cancelOnService, familyApi } from "@analytics-engines/core/jobs";
 *
 * export async function cancelJob(client: Client, id: string) {
 *   const result = await cancelOnService(familyApi(client, "pa"), id, { clock: systemClock, seconds: 10 });
 *   if (result.state === "failed") console.error(result.reason);
 * }
 * ```
 */
export async function cancelOnService(
  api: FamilyAdapter,
  jobId: string,
  { clock, seconds, signal }: CancelLimits,
): Promise<CancelResult> {
  if (api.cancel === undefined) return { state: "failed", reason: "jobs of this family cannot be canceled" };
  const limit = new AbortController();
  const late = new Error(`the service did not answer within ${seconds} s`);
  const stopTimer = clock.setTimer(seconds * 1000, () => limit.abort(late));
  const until = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
  try {
    for (let denials = 0; denials < MAX_NOT_FOUND; denials++) {
      if (denials > 0) await sleep(clock, SECOND_LOOK_MS, until);
      const state = await api.cancel(jobId, { signal: until });
      if (state === "canceled") return { state };
    }
    return { state: "gone" };
  } catch (error) {
    return { state: "failed", reason: messageOf(error) };
  } finally {
    stopTimer();
  }
}
