import { expectedResults } from "@analytics-engines/core";
import { familyIds } from "@analytics-engines/core/basics";
import * as z from "zod/mini";
import { MAX_RESUMED } from "../format.ts";
import {
  boundedText,
  count,
  digest,
  flag,
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

// What manifests and journals have in common.

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

export const workflow = object({
  name: optional(boundedText(300), "Name of the workflow."),
  runId: required(count, "Id of the workflow run, as in its address."),
  runNumber: optional(count, "Number of the run among those of the workflow."),
  attempt: optional(count, "Number of the attempt, from 1."),
  url: optional(
    boundedText(1000, /^https:\/\/[A-Za-z0-9._:/-]+$/, "an https address"),
    "Page of the attempt. Readers follow it only if it is on `server`.",
  ),
});

export const provenance = object({
  server: optional(
    boundedText(300, /^https:\/\/[a-z0-9.-]+(:[0-9]{1,5})?$/, "the https origin of a server"),
    "Origin of the server with the repository and the workflow, such as `https://github.com`. Links lead there alone.",
  ),
  repository: optional(
    boundedText(300, /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)+$/, "the name of a repository"),
    "The repository of the parameter files, `owner/name`.",
  ),
  commit: optional(
    boundedText(64, /^([0-9a-f]{40}|[0-9a-f]{64})$/, "the id of a commit"),
    "The commit of the parameter files: its full id, hex.",
  ),
  uncommitted: optional(
    flag,
    "Whether a parameter file differed from the commit, or was not in it. Absent if the host could not compare them.",
  ),
  ref: optional(boundedText(1000), "The branch, tag or pull request, such as `refs/heads/main`."),
  actor: optional(boundedText(200), "Who started the workflow."),
  workflow: optional(workflow, "The attempt of the workflow run."),
});

export const resumptions = list(required(provenance, "One resumption."), MAX_RESUMED);

// What a journal says about a job, beside the values that it shares with a manifest.

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
