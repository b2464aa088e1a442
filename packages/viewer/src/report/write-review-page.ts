import { keyOfUnit } from "@analytics-engines/runs/browser";
import { type Assessment, describeParameters, type Review, unitsInOrder } from "@analytics-engines/runs/review";
import { writeReport } from "./write-report.ts";

/**
 * Writes the page of a review, which shows the run of the head beside that of the base.
 * @param out the file to write
 * @returns undefined where nothing was run
 */
export async function writeReviewPage(
  review: Review,
  assessment: Assessment,
  out: string,
): Promise<{ file: string; bytes: number } | undefined> {
  const { run } = review;
  if (run === undefined) return undefined;
  const sameUnits = new Set(assessment.sameUnits.map(keyOfUnit));
  const vanishedUnits = new Set(assessment.vanishedUnits.map(keyOfUnit));
  const [first] = [...assessment.movedUnits, ...assessment.otherDaysUnits, ...assessment.failedUnits];
  return writeReport({
    folder: run.folder,
    out,
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
}
