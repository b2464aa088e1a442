import type { Manifest } from "@analytics-engines/runs";

/** One run, of one run folder or of those of all shards. */
export interface MergedRun {
  /** What the manifest's files are relative to; absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly missing: readonly MissingShard[];
}

/** A shard of the plan that there is no run folder of. */
export interface MissingShard {
  readonly index: number;
  readonly total: number;
  /** The parameter files that it should have computed. */
  readonly files: readonly string[];
}
