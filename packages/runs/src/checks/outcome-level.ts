import type { RunStatus } from "../folder/manifest/manifest-build.ts";
import type { ChecksReport } from "./checks-report.ts";

/** How a reader takes a run with its checks: a run whose check failed is not good, although its jobs succeeded. */
export function outcomeLevel(
  status: RunStatus,
  counts: Pick<ChecksReport["counts"], "errors" | "warnings"> = { errors: 0, warnings: 0 },
): "good" | "warned" | "bad" {
  if (status !== "success" || counts.errors > 0) return "bad";
  return counts.warnings > 0 ? "warned" : "good";
}
