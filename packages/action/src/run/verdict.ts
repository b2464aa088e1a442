import type { JobStatus } from "@analytics-engines/core";
import type { RunInputs } from "./inputs.ts";

/** Whether what the jobs came to fails the step. Where nobody waits, jobs whose end is not known do not. */
export function failsStep(
  status: JobStatus,
  warnings: number,
  { failOn, wait }: Pick<RunInputs, "failOn" | "wait">,
): boolean {
  switch (failOn) {
    case "never":
      return false;
    case "warning":
      return warnings > 0 || failsStep(status, 0, { failOn: "error", wait });
    case "error":
      return status !== "success" && (wait || status !== "unknown");
  }
}
