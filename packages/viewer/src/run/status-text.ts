import type { UnitStatus } from "@analytics-engines/core";

/** The statuses, the one that a reader must see first first. */
export const STATUS_ORDER: readonly UnitStatus[] = ["failure", "lost", "timed-out", "unknown", "canceled", "success"];

const texts: Readonly<Record<UnitStatus, string>> = {
  failure: "failed",
  lost: "lost",
  "timed-out": "timed out",
  unknown: "unknown",
  canceled: "canceled",
  success: "succeeded",
};

export function statusText(status: UnitStatus): string {
  return texts[status];
}
