import type { JobStatus } from "@analytics-engines/core";

/**
 * The status of a run: the worst status of its jobs, with the most uncertain as the worst.
 *
 * @param stopped whether the caller stopped the run: it counts as canceled if any job was canceled
 */
export function wholeStatus(statuses: readonly JobStatus[], stopped = false): JobStatus {
  if (stopped && statuses.some((status) => status === "canceled" || status === "unknown")) return "canceled";
  const order = ["unknown", "timed-out", "canceled", "failure"] as const;
  return order.find((status) => statuses.includes(status)) ?? "success";
}
