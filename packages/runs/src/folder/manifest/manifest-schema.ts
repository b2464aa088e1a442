import * as z from "zod/mini";
import { MAX_NAME, MAX_SHARDS } from "./format.ts";
import {
  boundedText,
  count,
  countWithin,
  dates,
  digest,
  errorItems,
  expectedResultKind,
  family,
  flag,
  jobStatus,
  list,
  number,
  object,
  oneOf,
  optional,
  problem,
  provenance,
  required,
  resultEnd,
  resultPath,
  resumptions,
  reusedResult,
  tables,
  text,
  textList,
  time,
  unitStatus,
} from "./schema-parts.ts";

const STATUSES =
  "`success`: All requested results are stored. `failure`: The service refused the job or could not compute all of it, or a result was lost; the units say which. `timed-out`: The deadline passed before the end. `canceled`: A user stopped it. `unknown`: The service could no longer be reached, or the run is in progress or was killed, so the job may be running: resume the run.";

const shardNumber = countWithin(1, MAX_SHARDS);

const shard = object({
  index: required(shardNumber, "Number of this shard, from 1."),
  total: required(shardNumber, "How many shards the plan has."),
  planSha256: required(
    digest,
    "SHA-256 of the plan, hex: the same in all its shards, and in no shard of another plan.",
  ),
  files: required(
    list(
      required(
        object({
          path: required(text, "The parameter file, as in `files` of the manifest."),
          shard: required(shardNumber, "Number of the shard that computes it."),
        }),
        "One parameter file of the plan.",
      ),
    ),
    "All parameter files of the plan, sorted by path; `files` of the manifest has those of this shard.",
  ),
});

const missingShard = object({
  index: required(shardNumber, "Number of the shard, from 1."),
  total: required(shardNumber, "How many shards the plan has."),
  files: required(textList, "The parameter files that it should have computed."),
});

const reproducedMove = object({
  row: required(text, "The row: the cells of its dimension columns, or its position."),
  column: required(text, "The column."),
  before: required(number, "The number in the earlier run."),
  after: required(number, "The number in this run."),
});

const reproducedUnit = object({
  path: required(text, "The parameter file, as in `files`."),
  id: required(text, "The unit's id; `result` in a family without units."),
  outcome: required(
    oneOf(["same-bytes", "same-tables", "differs", "not-comparable"]),
    "`same-bytes`: All bytes are the same. `same-tables`: The bytes differ; the tables are the same. `differs`: The results differ. `not-comparable`: There are no two results to compare; `reason` says why.",
  ),
  reason: optional(text, "What differs, or why there is nothing to compare, in words."),
  moves: optional(
    list(required(reproducedMove, "One number that moved.")),
    "The numbers that moved most relative to their tolerances, the largest move first, at most ten.",
  ),
});

const reproduction = object({
  manifestSha256: required(digest, "SHA-256 of the earlier run's manifest as it was given, hex."),
  startedAt: required(time, "When the earlier run began, ISO 8601, UTC."),
  service: required(text, "Origin of the service that the earlier run was computed by."),
  compared: optional(
    object({
      reproduced: required(
        flag,
        "Whether every unit that had a result in the earlier run has the same result again, in its bytes or in its tables.",
      ),
      units: required(
        list(required(reproducedUnit, "One unit of the earlier run.")),
        "The units of the earlier run whose parameter files this run has.",
      ),
    }),
    "How the results of the two runs compare. Absent until this run has ended.",
  ),
});

const reuse = object({
  run: required(text, "The folder of the earlier run, as the user named it."),
  copied: required(count, "How many units were copied."),
  computed: required(
    list(
      required(
        object({
          reason: required(text, "Why they were computed, in words: `12 units with …`, `12 units …`."),
          units: required(count, "How many units were computed for that reason."),
        }),
        "The units that were computed for one reason.",
      ),
    ),
    "Why each other unit was computed, the most frequent reason first.",
  ),
});

const row = object({
  sweep: required(text, "The sweep, as it was given, with `/`."),
  row: required(text, "The row's id."),
  file: optional(text, "The CSV file, named as the sweep is."),
  line: optional(count, "The row's line in the CSV file, from 1."),
});

export const unitSchema = object({
  id: required(text, "The unit's id as in the parameter file; `result` in a family without units."),
  status: required(
    unitStatus,
    `How the unit ended. ${STATUSES} \`lost\`: The service computed the unit and sent its result, but not all bytes arrived. The service gives a result once: run the parameter file again to compute the result again.`,
  ),
  parametersSha256: optional(
    digest,
    "SHA-256, hex, of the canonical parameters of the unit with what all units share: the same under another id. Absent in a family without units, and in manifests of older versions.",
  ),
  row: optional(row, "The row of a sweep that the unit comes from. Absent for a unit of a parameter file."),
  file: optional(
    resultPath,
    "The result as it came, relative to the run folder, with `/`. Absent if no result is stored. A failed unit can have it, too: bytes that are not the expected result (`expects` of the file), or a document that says why it failed.",
  ),
  contentType: optional(text, "Media type of the result, without parameters. Present with `file`."),
  bytes: optional(count, "Size of the result in bytes. Present with `file`."),
  sha256: optional(digest, "SHA-256 of the result's bytes as they came, hex. Present with `file`."),
  end: optional(
    resultEnd,
    "Present if bytes of the result may be missing at its end: its answer came without a length, and its format has no end mark. A warning says so, too.",
  ),
  info: optional(
    resultPath,
    "The document that describes a quant result, relative to the run folder, with `/`. Absent if there is none.",
  ),
  infoBytes: optional(count, "Size of the info document in bytes. Present with `info`, from version 0.1.0."),
  infoSha256: optional(
    digest,
    "SHA-256 of the info document's bytes as they came, hex. Present with `info`, from version 0.1.0.",
  ),
  reused: optional(
    reusedResult,
    "Present if the run did not compute the unit: its result is a copy of that of an earlier run, with the same parameters and days.",
  ),
  warnings: required(textList, "The service's warnings, in its words, and the tool's own."),
  errors: required(errorItems, "Why the unit did not succeed; empty if it did."),
  dates: optional(dates, "The days that the relative dates of the parameters resolved to, if the result names them."),
  tables: optional(tables, "The tables in the result; empty if it has none, absent if the run did not decode it."),
});

export const fileSchema = object({
  path: required(
    text,
    "The parameter file as it was given, with `/`. It names the job within the run. A job of a sweep has the path of the sweep, with a number or the id of its row before `.json` if there are several.",
  ),
  family: required(family, "The engine family that computes it."),
  sha256: required(
    digest,
    "SHA-256 of the parameter file's text in UTF-8, hex, with LF in place of CR LF; of a job of a sweep, of the digests of the sweep, its template and its rows. A run is resumed with the same text only.",
  ),
  parametersSha256: required(
    digest,
    "SHA-256 of the canonical parameters, hex: the same for files that differ only in spelling.",
  ),
  expects: optional(
    expectedResultKind,
    "What a result of the file must be, as its family and the requested format decide. `stach`: tables in the STACH format, as JSON. `arrow`: an Arrow (Feather) file. `pdf`, `pptx`, or `report` for either. `batch`: the document of a `fiab` job, whose status is `Done`. `bytes`: a format that the run does not check. `any`: any of these. Absent in manifests of older versions.",
  ),
  jobId: optional(
    text,
    "Id of the job on the service. Absent if no job was created, or the service did not return its id.",
  ),
  requestKeys: required(textList, "Keys of the answered requests about the job. Quote them to the service's support."),
  status: required(jobStatus, `How the job ended. ${STATUSES}`),
  problem: optional(problem, "Why the job did not succeed. Absent on success."),
  units: required(
    list(required(unitSchema, "One computation of the job, with one result.")),
    "The units in the order in which they ended; empty while the job has no outcome.",
  ),
});

export const manifestSchema = object({
  version: required(
    z.literal(1, { error: "is not 1: another version of the tool wrote the run folder. Use that version." }),
    "Version of this format. If it is another number, another version of the tool wrote the folder.",
  ),
  tool: required(text, "Name and version of the tool that ran, such as `analytics-engines/0.1.0`."),
  service: required(text, "Origin of the service, without credentials."),
  userSha256: optional(
    digest,
    "SHA-256, hex, of `user ` and the user name, or the id of the OAuth client, whose requests computed the run. Absent where a token does not name its user, and where several users resumed the run.",
  ),
  startedAt: required(time, "When the run began, ISO 8601, UTC. A resumed run keeps it."),
  finishedAt: optional(
    time,
    "When the run ended, ISO 8601, UTC. Absent while the run is in progress, and after a kill.",
  ),
  status: required(jobStatus, `How the run ended: the least certain status of its files. ${STATUSES}`),
  name: optional(boundedText(MAX_NAME), "What people call the run: with the Action, its input `artifact-name`."),
  provenance: optional(provenance, "Where the run comes from, as far as its host knows. A resumed run keeps it."),
  resumed: optional(resumptions, "Where the run was resumed from, if that differs, the latest last."),
  shard: optional(
    shard,
    "Present if several runs compute a plan together: the part of the plan that this run computes.",
  ),
  missing: optional(
    list(required(missingShard, "One shard without a run.")),
    "Present if shards were merged, and some had no run: their files are not in `files`, and `status` is at best `unknown`.",
  ),
  reproduces: optional(
    reproduction,
    "Present if the run computes an earlier run again, for the days that its relative dates resolved to: the earlier run, and whether the results are the same.",
  ),
  reuse: optional(
    reuse,
    "Present if the run was to copy results of an earlier run: what it copied, and why it computed the rest.",
  ),
  files: required(
    list(required(fileSchema, "One parameter file, which is one job on the service.")),
    "The parameter files in the order in which they were given.",
  ),
});

/** A manifest as it is in its file: with the digest, which the reader checks apart. */
export const manifestFileSchema = z.extend(manifestSchema, {
  contentSha256: optional(
    digest,
    "SHA-256, hex, of the manifest without this field, as JSON that is indented by two spaces. A reader refuses a manifest that does not match it. Absent in manifests of earlier versions.",
  ),
});
