import type { JobStatus } from "@analytics-engines/core";
import type { RunInputs } from "./inputs.ts";

/** Whether what the jobs came to fails the step. `running`: nobody waited, and nothing failed. */
export function failsStep(
  status: JobStatus | "running",
  warnings: number,
  { failOn }: Pick<RunInputs, "failOn">,
): boolean {
  switch (failOn) {
    case "never":
      return false;
    case "warning":
      return warnings > 0 || failsStep(status, 0, { failOn: "error" });
    case "error":
      return status !== "success" && status !== "running";
  }
}
