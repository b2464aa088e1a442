import type { Clock } from "../clock.ts";
import { messageOf } from "./errors.ts";
import type { RunEvent } from "./types.ts";

/** Between two words on a service that gives no answer. */
const TOLD_EVERY_MS = 30_000;

/** Tells of a service that gives no usable answer: at once, then every 30 s at most, until it answers. One for all jobs of a run. */
export interface Outage {
  /** @param begunAt when the request that failed was begun, ms of the clock */
  failed(error: unknown, begunAt: number): void;
  answered(): void;
}

export function createOutage(clock: Clock, tell: (event: RunEvent) => void): Outage {
  let since: number | undefined;
  let toldAt: number | undefined;
  return {
    failed(error, begunAt) {
      const now = clock.now();
      since ??= begunAt;
      if (toldAt !== undefined && Math.abs(now - toldAt) < TOLD_EVERY_MS) return;
      toldAt = now;
      const seconds = Math.max(0, Math.round((now - since) / 1000));
      tell({ type: "unreachable", reason: messageOf(error), seconds });
    },
    answered() {
      since = undefined;
    },
  };
}
