import type { ServiceErrorItem } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { ExpectedResult, JobStatus, UnitStatus } from "@analytics-engines/core/jobs";
import type { Provenance } from "./provenance.ts";

/** The longest name of a run, characters. */
export const MAX_NAME = 300;

/** `manifest.json` of a run folder. Fields may be added; these keep their names. `schemas/manifest.schema.json` says the same. */
export interface Manifest {
  readonly version: 1;
  /** Name and version of the tool that ran, `analytics-engines/0.1.0`. */
  readonly tool: string;
  /** Origin of the service. */
  readonly service: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC; absent while the run is in progress, and after a kill. */
  readonly finishedAt?: string;
  readonly status: JobStatus;
  /** What people call the run. */
  readonly name?: string;
  /** Where the run comes from; absent where its host knows nothing, and in manifests of older versions. */
  readonly provenance?: Provenance;
  /** Where its resumptions come from, if they differ, the latest last. */
  readonly resumed?: readonly Provenance[];
  /** Present if several runs compute a plan together. */
  readonly shard?: ManifestShard;
  /** Present if the run computes an earlier run again, for the days that its relative dates resolved to. */
  readonly reproduces?: ManifestReproduction;
  /** Patterns of the units whose commentaries the run requests, as they were given. */
  readonly commentary?: readonly string[];
  readonly files: readonly ManifestFile[];
}

/** The run that is computed again. */
export interface ReproducedRun {
  /** SHA-256 of that run's manifest as it was given, hex. */
  readonly manifestSha256: string;
  /** When that run began, ISO 8601, UTC. */
  readonly startedAt: string;
  /** Origin of the service that it was computed by. */
  readonly service: string;
}

export interface ManifestReproduction extends ReproducedRun {
  /** How the results of the two runs compare; absent until this run has ended. */
  readonly compared?: ReproductionResult;
}

export interface ReproductionResult {
  /** Whether every unit that had a result has the same result again, in its bytes or in its tables. */
  readonly reproduced: boolean;
  /** The units of the earlier run whose files this run has. */
  readonly units: readonly ReproducedUnit[];
}

export interface ReproducedUnit {
  /** The parameter file. */
  readonly path: string;
  readonly id: string;
  readonly outcome: ReproductionOutcome;
  /** What differs, or why there is nothing to compare, in words. */
  readonly reason?: string;
  /** The numbers that moved most relative to their tolerances, the largest move first. */
  readonly moves?: readonly ReproducedMove[];
}

export type ReproductionOutcome = "same-bytes" | "same-tables" | "differs" | "not-comparable";

export interface ReproducedMove {
  /** The row: the cells of its dimension columns, or its position. */
  readonly row: string;
  readonly column: string;
  readonly before: number;
  readonly after: number;
}

/** Which part of a plan a run computes. */
export interface ManifestShard {
  /** Number of this shard, from 1. */
  readonly index: number;
  /** How many shards the plan has. */
  readonly total: number;
  /** SHA-256 of the plan, hex: the same in all its shards, and in no shard of another plan. */
  readonly planSha256: string;
  /** All parameter files of the plan, with the number of the shard that computes each. */
  readonly files: readonly PlannedFile[];
}

export interface PlannedFile {
  /** As in `ManifestFile`. */
  readonly path: string;
  readonly shard: number;
}

export interface ManifestFile {
  /** The parameter file as it was given, with `/`. */
  readonly path: string;
  readonly family: FamilyId;
  /** SHA-256 of the file's bytes, hex. */
  readonly sha256: string;
  /** SHA-256 of the canonical parameters, hex: the same for files that differ only in spelling. */
  readonly parametersSha256: string;
  /** What a result of the file must be; absent in manifests of older versions. */
  readonly expects?: ExpectedResult;
  readonly jobId?: string;
  readonly requestKeys: readonly string[];
  readonly status: JobStatus;
  readonly problem?: { readonly code: string; readonly message: string };
  readonly units: readonly ManifestUnit[];
}

export interface ManifestUnit {
  readonly id: string;
  readonly status: UnitStatus;
  /** SHA-256 of the canonical parameters of the unit, hex: the same under another id. Absent without units, and in manifests of older versions. */
  readonly parametersSha256?: string;
  /** The result, relative to the run folder, with `/`. */
  readonly file?: string;
  readonly contentType?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  /**
   * Set if nothing shows that the last byte of the result is its last: neither its answer nor its format has an end that was checked. A warning
   * says so, too.
   */
  readonly end?: "not-proved";
  /** The quant info document, relative to the run folder. */
  readonly info?: string;
  readonly infoBytes?: number;
  /** SHA-256 of the info document's bytes as they came, hex. */
  readonly infoSha256?: string;
  /** The text that the service generated about the unit, relative to the run folder. */
  readonly commentary?: string;
  readonly commentaryBytes?: number;
  /** SHA-256 of the commentary's bytes as they came, hex. */
  readonly commentarySha256?: string;
  readonly warnings: readonly string[];
  readonly errors: readonly ServiceErrorItem[];
  /** The days that relative dates resolved to, `YYYYMMDD`. */
  readonly dates?: { readonly start?: string; readonly end?: string };
  readonly tables?: readonly ManifestTable[];
}

export interface ManifestTable {
  readonly id: string;
  readonly rows: number;
  readonly columns: number;
  /** The table as CSV, relative to the run folder, if the run wrote it. */
  readonly csv?: string;
}
