import type { ChecksReport } from "@analytics-engines/runs/review";
import { attemptPage } from "./attempt-page.ts";

/** Writes `report.html` into a run folder; a problem is a warning. @returns the file, if it was written */
export function writeRunPage(folder: string, checks: ChecksReport | undefined): Promise<string | undefined> {
  return attemptPage(async () => {
    // Large, so it is loaded when the results are there.
    const { writeReport } = await import("@analytics-engines/viewer/report");
    return writeReport({ folder, checks });
  });
}
