import type { Client } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families/facts";
import type { ConnectionSettings, RunOptions } from "@analytics-engines/core/jobs";
import type { FreeBytes } from "./disk-space.ts";
import type { ManifestShard, ReproducedRun } from "./manifest.ts";

/** A parameter file to run. */
export interface RunFile {
  /** As it was given, with `/`; names the job within the run. */
  readonly path: string;
  readonly family: FamilyId;
  /** The request as sent. Read twice, and not kept: where there are many files, a getter may make it each time. */
  readonly request: unknown;
  /** SHA-256 of the file's bytes, hex. */
  readonly sha256: string;
  /** SHA-256 of the canonical parameters, hex. */
  readonly parametersSha256: string;
}

/** Where and how parameter files are run. */
export interface RunToFolderOptions extends Omit<RunOptions, "wantsCommentary"> {
  readonly client: Client;
  /** The run folder; made if it is not there. */
  readonly folder: string;
  /** The workspace: where `folder` is in it, no link may lead it out. */
  readonly workspace?: string | undefined;
  /** Name and version of the tool, for the manifest: `analytics-engines/0.1.0`. */
  readonly tool: string;
  /** Origin of the service, for the manifest. */
  readonly service: string;
  /** Carry on with the run in the folder. The files must be the same. A folder without a run begins one. */
  readonly resume?: boolean;
  /** Which part of a plan the files are, for the manifest. A run that is resumed keeps what its manifest says. */
  readonly shard?: ManifestShard | undefined;
  /**
   * Patterns of the units whose commentaries the service is asked for (`unitMatcher`), for the manifest too. A run that is resumed without any
   * goes on with those that its manifest says.
   */
  readonly commentary?: readonly string[] | undefined;
  /** Bytes that are free on the disk of a folder. Default: what the system says. */
  readonly freeBytes?: FreeBytes | undefined;
  /** What the user calls the settings of the connection, for messages. */
  readonly settings?: ConnectionSettings | undefined;
  /** The run that is computed again, for the manifest. Such a run is resumed as what it is: its requests are not what its files say. */
  readonly reproduces?: ReproducedRun | undefined;
}
