import { mkdir } from "node:fs/promises";
import path from "node:path";
import { messageOf } from "@analytics-engines/core/basics";
import { keyOfUnit } from "@analytics-engines/runs/browser";
import { formatBytes } from "@analytics-engines/runs/host";
import { type Assessment, describeParameters, type Review, unitsInOrder } from "@analytics-engines/runs/review";
import type { ReviewContext } from "./context.ts";

/** Writes the page that shows base and head side by side, unless nothing was run. A failure is only a warning. */
export async function writePage(
  { inputs, log }: ReviewContext,
  review: Review,
  assessment: Assessment,
): Promise<string | undefined> {
  const { run } = review;
  await mkdir(inputs.outputFolder, { recursive: true });
  if (run === undefined) return undefined;
  const sameUnits = new Set(assessment.sameUnits.map(keyOfUnit));
  const vanishedUnits = new Set(assessment.vanishedUnits.map(keyOfUnit));
  const [first] = [...assessment.movedUnits, ...assessment.otherDaysUnits, ...assessment.failedUnits];
  try {
    const { writeReport } = await import("@analytics-engines/viewer/report");
    const { file, bytes } = await writeReport({
      folder: run.folder,
      out: path.join(inputs.outputFolder, "report.html"),
      leaveOut: (key) =>
        sameUnits.has(key) && !vanishedUnits.has(key)
          ? "The same as in the baseline, within the tolerances, so it is not in this page."
          : undefined,
      ...(review.baseline.run !== undefined && { earlierFolder: review.baseline.run.folder }),
      review: {
        units: unitsInOrder(assessment),
        tolerances: review.tolerances,
        parameters: describeParameters(review.parameters, review.numbers.units),
        rules: review.checks?.changes ?? [],
        commits: review.commits,
      },
      checks: review.checks?.report,
      ...(first !== undefined && { first: keyOfUnit(first) }),
    });
    log.line(`${file}: ${formatBytes(bytes)}`);
    return file;
  } catch (error) {
    log.annotate("warning", `report.html could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
