import type { Clock } from "../clock.ts";
import { messageOf } from "../text/errors.ts";
import { OUTAGE_REPORT_MS } from "./policy.ts";
import type { RunEvent } from "./types.ts";

/** Reports that the service gives no usable answer: at once, then every 30 s at most, until it answers. All jobs of a run share one. */
export interface Outage {
  /** @param begunAt when the failed request began, ms of the clock */
  failed(error: unknown, begunAt: number): void;
  answered(): void;
}

export function createOutage(clock: Clock, report: (event: RunEvent) => void): Outage {
  let since: number | undefined;
  let reportedAt: number | undefined;
  return {
    failed(error, begunAt) {
      const now = clock.now();
      since ??= begunAt;
      if (reportedAt !== undefined && Math.abs(now - reportedAt) < OUTAGE_REPORT_MS) return;
      reportedAt = now;
      const seconds = Math.max(0, Math.round((now - since) / 1000));
      report({ type: "unreachable", reason: messageOf(error), seconds });
    },
    answered() {
      since = undefined;
    },
  };
}
