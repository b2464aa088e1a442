import { UserError } from "../../user-error.ts";
import {
  MAX_NAME,
  type Manifest,
  type ManifestFile,
  type ManifestReproduction,
  type ManifestShard,
  type ManifestUnit,
  type PlannedFile,
  type ReproducedMove,
  type ReproducedUnit,
  type ReproductionResult,
} from "./manifest.ts";
import {
  boundedText,
  count,
  countWithin,
  flag,
  type JsonPlace,
  list,
  number,
  object,
  oneOf,
  optional,
  type ReadList,
  readableList,
  resultPath,
  text,
} from "./parse.ts";
import { readProvenance, readResumed } from "./provenance.ts";
import {
  readDates,
  readEnd,
  readErrorItems,
  readExpected,
  readFamily,
  readJobStatus,
  readProblem,
  readTables,
  readTexts,
  readUnitStatus,
} from "./read-outcome.ts";

/** The number of a shard. GitHub runs 256, and a list of all shards of a plan is made. */
const readShardNumber = countWithin(1, 10_000);

const readShard = object<ManifestShard>({
  index: readShardNumber,
  total: readShardNumber,
  planSha256: text,
  files: list(object<PlannedFile>({ path: text, shard: readShardNumber })),
});

const readReproducedUnit = object<ReproducedUnit>({
  path: text,
  id: text,
  outcome: oneOf(["same-bytes", "same-tables", "differs", "not-comparable"]),
  reason: optional(text),
  moves: optional(list(object<ReproducedMove>({ row: text, column: text, before: number, after: number }))),
});

const readReproduction = object<ManifestReproduction>({
  manifestSha256: text,
  startedAt: text,
  service: text,
  compared: optional(object<ReproductionResult>({ reproduced: flag, units: list(readReproducedUnit) })),
});

const readUnit = object<ManifestUnit>({
  id: text,
  status: readUnitStatus,
  parametersSha256: optional(text),
  file: optional(resultPath),
  contentType: optional(text),
  bytes: optional(count),
  sha256: optional(text),
  end: optional(readEnd),
  info: optional(resultPath),
  infoBytes: optional(count),
  infoSha256: optional(text),
  commentary: optional(resultPath),
  commentaryBytes: optional(count),
  commentarySha256: optional(text),
  warnings: readTexts,
  errors: readErrorItems,
  dates: optional(readDates),
  tables: optional(readTables),
});

const fileBy = (listOf: ReadList) =>
  object<ManifestFile>({
    path: text,
    family: readFamily,
    sha256: text,
    parametersSha256: text,
    expects: optional(readExpected),
    jobId: optional(text),
    requestKeys: readTexts,
    status: readJobStatus,
    problem: optional(readProblem),
    units: listOf(readUnit),
  });

const manifestBy = (listOf: ReadList) =>
  object<Manifest>({
    version({ value, at }) {
      if (value === 1) return value;
      throw new UserError(`${at} is not 1: another version of the tool wrote the run folder. Use that version.`);
    },
    tool: text,
    service: text,
    startedAt: text,
    finishedAt: optional(text),
    status: readJobStatus,
    name: optional(boundedText(MAX_NAME)),
    provenance: optional(readProvenance),
    resumed: optional(readResumed),
    shard: optional(readShard),
    reproduces: optional(readReproduction),
    commentary: optional(readTexts),
    files: listOf(fileBy(listOf)),
  });

/** Reads the properties of a manifest. @throws UserError, which names the wrong one */
export const readFields = manifestBy(list);

/** The same without the files and units that cannot be read. @param report receives why, once for each */
export function readableFields(place: JsonPlace, report: (problem: string) => void): Manifest {
  return manifestBy(readableList(report))(place);
}
