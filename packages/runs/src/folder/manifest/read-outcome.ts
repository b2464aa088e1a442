import type { JobOutcome, StoredFile, UnitReport } from "@analytics-engines/core/jobs";
import type { ReadAt } from "./parse.ts";
import { readAs, readerOf } from "./read-as.ts";
import { jobOutcome, storedFile, unitReports } from "./schema/outcome.ts";
import { expectedResult, family, texts } from "./schema/shared.ts";

export const readFamily = readerOf(family);
export const readExpected = readerOf(expectedResult);
export const readTexts = readerOf(texts);
export const readStoredFile: ReadAt<StoredFile> = readerOf(storedFile);
export const readUnitReports: ReadAt<UnitReport[]> = readerOf(unitReports);

export function readJobOutcome(place: Parameters<ReadAt<JobOutcome>>[0]): JobOutcome {
  const { jobId, ...outcome } = readAs(jobOutcome, place);
  return { ...outcome, jobId };
}
