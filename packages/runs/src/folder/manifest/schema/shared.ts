// What manifests and journals have in common.

import { expectedResults } from "@analytics-engines/core";
import { familyIds } from "@analytics-engines/core/basics";
import {
  count,
  digest,
  list,
  object,
  oneOf,
  optional,
  optionalOrUndefined,
  required,
  resultPath,
  text,
  time,
} from "./fields.ts";

const jobStatuses = ["success", "failure", "timed-out", "canceled", "unknown"] as const;

export const family = oneOf(familyIds);
export const jobStatus = oneOf(jobStatuses);
export const unitStatus = oneOf([...jobStatuses, "lost"]);
export const expectedResultKind = oneOf(expectedResults);
export const textList = list(text);
export const resultEnd = oneOf(["not-proved"]);

export const errorItems = list(
  required(
    object({
      id: optionalOrUndefined(text, "Id of the error on the service, or the id of the unit."),
      code: optionalOrUndefined(text, "Stable code for programs, a word or a number."),
      title: optionalOrUndefined(text, "What is wrong, in short."),
      detail: optionalOrUndefined(text, "What is wrong, in a sentence."),
      source: optionalOrUndefined(
        object({
          pointer: optionalOrUndefined(text, "JSON Pointer into the request as it was sent."),
          parameter: optionalOrUndefined(text, "Name of the query parameter."),
        }),
        "The wrong place in the parameters.",
      ),
    }),
    "One error: the service's own, or the tool's if the service gave none.",
  ),
);

export const tables = list(
  required(
    object({
      id: required(text, "The table's id in the result; `OUTPUT/TABLE` if the result has several outputs."),
      rows: required(count, "Body rows; header rows are not counted."),
      columns: required(count, "Columns."),
      csv: optional(resultPath, "The table as CSV, relative to the run folder, with `/`. Absent if none was written."),
      parquet: optional(resultPath, "The table as Parquet, as for `csv`."),
    }),
    "One table of the result.",
  ),
);

export const dates = object({
  start: optional(text, "First day, mostly `YYYYMMDD`, as the result has it."),
  end: optional(text, "Last day, mostly `YYYYMMDD`, as the result has it."),
});

export const problem = object({
  code: required(text, "Stable code for programs, such as `lost-result`, `unit-failed`, `unreachable`, `conflict`."),
  message: required(
    text,
    "What happened and what to do, in sentences. If the job may still run, the message contains its address.",
  ),
});

export const reusedResult = object({
  run: required(text, "The folder of the run that has the result, as the user named it."),
  manifestSha256: required(digest, "SHA-256 of that run's manifest, hex."),
  startedAt: required(time, "When the run that computed the unit began, ISO 8601, UTC."),
});
