import type { ServiceErrorItem } from "@analytics-engines/core";
import { familyIds } from "@analytics-engines/core/families/facts";
import {
  expectedResults,
  type JobOutcome,
  type StoredFile,
  type UnitOutcome,
  type UnitReport,
} from "@analytics-engines/core/jobs";
import type { ManifestFile, ManifestTable, ManifestUnit } from "./manifest.ts";
import { count, flag, type JsonPlace, list, object, oneOf, optional, resultPath, text } from "./parse.ts";

const jobStatuses = ["success", "failure", "timed-out", "canceled", "unknown"] as const;

export const readFamily = oneOf(familyIds);
export const readJobStatus = oneOf(jobStatuses);
export const readUnitStatus = oneOf([...jobStatuses, "lost"]);
export const readExpected = oneOf(expectedResults);
export const readTexts = list(text);

export const readErrorItems = list(
  object<ServiceErrorItem>({
    id: optional(text),
    code: optional(text),
    title: optional(text),
    detail: optional(text),
    source: optional(
      object<NonNullable<ServiceErrorItem["source"]>>({ pointer: optional(text), parameter: optional(text) }),
    ),
  }),
);

export const readTables = list(
  object<ManifestTable>({ id: text, rows: count, columns: count, csv: optional(resultPath) }),
);

export const readDates = object<NonNullable<ManifestUnit["dates"]>>({ start: optional(text), end: optional(text) });

export const readEnd = oneOf(["not-proved"]);

export const readProblem = object<NonNullable<ManifestFile["problem"]>>({ code: text, message: text });

export const readStoredFile = object<StoredFile>({
  file: resultPath,
  contentType: text,
  bytes: count,
  sha256: text,
  tables: optional(readTables),
  dates: optional(readDates),
  end: optional(readEnd),
  defect: optional(text),
});

export const readUnitReports = list(
  object<UnitReport>({
    id: text,
    status: oneOf(["success", "failure", "canceled"]),
    warnings: readTexts,
    errors: readErrorItems,
    hasInfo: flag,
  }),
);

const readUnitOutcome = object<UnitOutcome>({
  id: text,
  status: readUnitStatus,
  stored: optional(readStoredFile),
  info: optional(readStoredFile),
  commentary: optional(readStoredFile),
  commentaryProblem: optional(text),
  warnings: readTexts,
  errors: readErrorItems,
});

export const readJobOutcome = object<JobOutcome>({
  key: text,
  family: readFamily,
  jobId: (place: JsonPlace) => (place.value === undefined ? undefined : text(place)),
  status: readJobStatus,
  requestKeys: readTexts,
  units: list(readUnitOutcome),
  problem: optional(readProblem),
});
