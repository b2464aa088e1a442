import type { Client, ConnectionSettings, RunOptions } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/basics";
import type { ManifestRow, ManifestShard, Provenance, ReproducedRun } from "./manifest/manifest.ts";
import type { FreeBytes } from "./results/write-body.ts";

/** A parameter file to run. */
export interface RunFile {
  /** As the user named it, with `/`. Identifies the job within the run. */
  readonly path: string;
  readonly family: FamilyId;
  /** The request to send. It is read twice and not kept: with many files, a getter can make it each time. */
  readonly request: unknown;
  /** SHA-256 of the file's bytes, hex; for a job of a sweep, of the digests of `sources`. */
  readonly sha256: string;
  /** SHA-256 of the canonical parameters, hex. */
  readonly parametersSha256: string;
  /** The files of a sweep, in place of a file at `path`. */
  readonly sources?: readonly SourceDigest[];
  /** The row of a sweep that a unit comes from. */
  readonly rowOf?: (unit: string) => ManifestRow;
}

/** A file that a sweep reads. */
export interface SourceDigest {
  /** Relative to the same folder as the paths of parameter files, with `/`. */
  readonly path: string;
  /** SHA-256 of the file's bytes, hex. */
  readonly sha256: string;
}

/** Which results of the earlier run a run may copy. */
export interface ReuseOptions {
  /** The folder of the earlier run. */
  readonly folder: string;
  /** The folder as the user named it, for the manifest. Default: `folder`. */
  readonly name?: string | undefined;
  /** The longest time since the run that computed a result began, seconds. Default: no limit. */
  readonly maxAgeSeconds?: number | undefined;
}

/** Options of `runToFolder`. */
export interface RunToFolderOptions extends RunOptions {
  readonly client: Client;
  /** The run folder; made if it does not exist. */
  readonly folder: string;
  /** A folder that no link may lead `folder` out of, where `folder` is inside. */
  readonly workspace?: string | undefined;
  /** Name and version of the tool, for the manifest: `analytics-engines/0.1.0`. */
  readonly tool: string;
  /** Origin of the service, for the manifest. */
  readonly service: string;
  /** What people call the run, for the manifest. A resumed run keeps its name. */
  readonly name?: string | undefined;
  /** Finds out where the run comes from, for the manifest, while the service answers the first request. A resumed run keeps the first provenance, and adds another. */
  readonly provenance?: (() => Promise<Provenance | undefined>) | undefined;
  /** Receives a sentence every 15 s while the run has had no event yet: what it waits for. */
  readonly onDelay?: ((sentence: string) => void) | undefined;
  /** Whether to resume the run in the folder, with the same files. A folder without a run starts a new one. */
  readonly resume?: boolean;
  /** Which part of a plan the files are, for the manifest. A resumed run keeps the shard of its manifest. */
  readonly shard?: ManifestShard | undefined;
  /** Returns the free bytes on the disk of a folder. Default: asks the system. */
  readonly freeBytes?: FreeBytes | undefined;
  /** The names of the settings of the connection, for messages. */
  readonly settings?: ConnectionSettings | undefined;
  /** The earlier run whose results are copied where nothing that decides about them differs. A resumed run keeps what it decided at its start. */
  readonly reuse?: ReuseOptions | undefined;
  /** The earlier run that is computed again, for the manifest. Its requests differ from its files, so it can only be resumed with the same value. */
  readonly reproduces?: ReproducedRun | undefined;
}
