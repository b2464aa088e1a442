import type { ServiceErrorItem } from "@analytics-engines/core";
import { familyIds } from "@analytics-engines/core/families/facts";
import {
  expectedResults,
  type JobOutcome,
  type StoredFile,
  type UnitOutcome,
  type UnitReport,
} from "@analytics-engines/core/jobs";
import { count, flag, type JsonPlace, list, oneOf, optional, property, resultPath, text } from "./parse.ts";

const jobStatuses = ["success", "failure", "timed-out", "canceled", "unknown"] as const;
const unitStatuses = [...jobStatuses, "lost"] as const;

export const readFamily = (place: JsonPlace) => oneOf(place, familyIds);
export const readJobStatus = (place: JsonPlace) => oneOf(place, jobStatuses);
export const readUnitStatus = (place: JsonPlace) => oneOf(place, unitStatuses);
export const readExpected = (place: JsonPlace) => oneOf(place, expectedResults);
export const readTexts = (place: JsonPlace) => list(place, text);

export function readErrorItem(place: JsonPlace): ServiceErrorItem {
  return {
    ...optional(place, "id", text),
    ...optional(place, "code", text),
    ...optional(place, "title", text),
    ...optional(place, "detail", text),
    ...optional(place, "source", (source) => ({
      ...optional(source, "pointer", text),
      ...optional(source, "parameter", text),
    })),
  };
}

export function readTables(place: JsonPlace) {
  return list(place, (table) => ({
    id: text(property(table, "id")),
    rows: count(property(table, "rows")),
    columns: count(property(table, "columns")),
    ...optional(table, "csv", resultPath),
  }));
}

export function readDates(place: JsonPlace) {
  return { ...optional(place, "start", text), ...optional(place, "end", text) };
}

export function readProblem(place: JsonPlace) {
  return { code: text(property(place, "code")), message: text(property(place, "message")) };
}

export function readStoredFile(place: JsonPlace): StoredFile {
  return {
    file: resultPath(property(place, "file")),
    contentType: text(property(place, "contentType")),
    bytes: count(property(place, "bytes")),
    sha256: text(property(place, "sha256")),
    ...optional(place, "tables", readTables),
    ...optional(place, "dates", readDates),
    ...optional(place, "defect", text),
  };
}

export function readUnitReport(place: JsonPlace): UnitReport {
  return {
    id: text(property(place, "id")),
    status: oneOf(property(place, "status"), ["success", "failure", "canceled"]),
    warnings: readTexts(property(place, "warnings")),
    errors: list(property(place, "errors"), readErrorItem),
    hasInfo: flag(property(place, "hasInfo")),
  };
}

function readUnitOutcome(place: JsonPlace): UnitOutcome {
  return {
    id: text(property(place, "id")),
    status: readUnitStatus(property(place, "status")),
    ...optional(place, "stored", readStoredFile),
    ...optional(place, "info", readStoredFile),
    ...optional(place, "commentary", readStoredFile),
    ...optional(place, "commentaryProblem", text),
    warnings: readTexts(property(place, "warnings")),
    errors: list(property(place, "errors"), readErrorItem),
  };
}

export function readJobOutcome(place: JsonPlace): JobOutcome {
  const { jobId } = optional(place, "jobId", text);
  return {
    key: text(property(place, "key")),
    family: readFamily(property(place, "family")),
    jobId,
    status: readJobStatus(property(place, "status")),
    requestKeys: readTexts(property(place, "requestKeys")),
    units: list(property(place, "units"), readUnitOutcome),
    ...optional(place, "problem", readProblem),
  };
}
