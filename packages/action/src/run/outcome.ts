import type { RunStatus } from "@analytics-engines/runs";
import type { FailOn } from "../workspace/inputs.ts";

/** Whether the outcome of the jobs fails the step. */
export function failsRun(status: RunStatus, warnings: number, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  return (status !== "success" && status !== "running") || (failOn === "warning" && warnings > 0);
}
