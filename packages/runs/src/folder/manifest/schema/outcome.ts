// What a journal says about a job, beside the values that it shares with a manifest.
import * as z from "zod/mini";
import { count, flag, list, object, oneOf, optional, resultPath, text } from "./fields.ts";
import {
  dates,
  errorItems,
  family,
  jobStatus,
  problem,
  resultEnd,
  reusedResult,
  tables,
  textList,
  unitStatus,
} from "./shared.ts";

export const storedFile = object({
  file: resultPath,
  contentType: text,
  bytes: count,
  sha256: text,
  tables: optional(tables),
  dates: optional(dates),
  end: optional(resultEnd),
  unread: optional(text),
  defect: optional(text),
});

export const unitReports = list(
  object({
    id: text,
    status: oneOf(["success", "failure", "canceled"]),
    warnings: textList,
    errors: errorItems,
    hasInfo: flag,
  }),
);

export const unitOutcome = object({
  id: text,
  status: unitStatus,
  stored: optional(storedFile),
  info: optional(storedFile),
  reused: optional(reusedResult),
  warnings: textList,
  errors: errorItems,
});

const outcomeProperties = object({
  key: text,
  family,
  jobId: optional(text),
  status: jobStatus,
  requestKeys: textList,
  units: list(unitOutcome),
  problem: optional(problem),
});

/** The outcome of a job, which always has the property `jobId`. */
export const jobOutcome = z.pipe(
  outcomeProperties,
  z.transform(({ jobId, ...outcome }: z.output<typeof outcomeProperties>) => ({ ...outcome, jobId })),
);
