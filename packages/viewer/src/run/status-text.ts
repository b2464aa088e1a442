import type { UnitStatus } from "@analytics-engines/core";

export function statusText(status: UnitStatus): string {
  return status === "timed-out" ? "timed out" : status;
}
