import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/basics";
import { VERSION } from "@analytics-engines/core/client";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { createJobCounter, type RunningJobs } from "../host/run-progress.ts";
import { stopEarly } from "../host/stop.ts";
import { type ReadyRunOptions, runReady } from "./run-ready.ts";
import { type RunUnit, unitsOfRun } from "./run-units.ts";

/** How far a run is. */
export interface RunProgress {
  /** The number of jobs of the run. */
  readonly total: number;
  /** The number of jobs that have ended in this execution. */
  readonly doneCount: number;
  /** The jobs in progress by the path of their parameter file, with the percentage that the service reports. */
  readonly running: RunningJobs;
}

/** Options of `runFiles`. Those that a project file can also set precede it. */
export interface RunFilesOptions
  extends Omit<ReadyRunOptions, "workspace" | "tool" | "shard" | "reproduces" | "concurrency"> {
  /** What the globs and `folder` are relative to. Default: the working directory of the process. */
  readonly workspace?: string;
  /** Name and version of the program, for the manifest: `nightly/1.0`. */
  readonly tool?: string;
  /** The name of a set of the project file, whose dates and currency are put into the files. */
  readonly set?: string;
  /** Families by glob, for parameter files whose name does not end in `.FAMILY.json`. */
  readonly families?: Record<string, FamilyId>;
  /** How names are treated that the schema of a family does not have. */
  readonly unknownProperties?: UnknownProperties;
  /** Jobs in progress at the same time, 10 by default. */
  readonly concurrency?: number;
  /** Called after each event that changes what is in progress. */
  readonly onProgress?: (progress: RunProgress) => void;
}

/** A run that has ended, with its results in a folder. */
export interface FilesRun {
  /** The run folder; absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly status: Manifest["status"];
  /** Every computation of the run, also those that did not succeed. */
  readonly units: readonly RunUnit[];
}

/**
 * Runs the parameter files of globs into a run folder, as the command `analytics-engines run` does: a job is created once, a result is read
 * once, and with `resume: true` a run that was killed at any instant goes on where it ended. A project file in `workspace` applies. An
 * abort of `signal` cancels the jobs on the service, and the run ends with the results so far.
 *
 * @param globs of parameter files and sweeps; `!` excludes
 * @returns the run, also where units did not succeed: each has its state and error
 * @throws UserError for files with errors, with line and column, before anything is sent; and as `runToFolder`
 *
 * @example
 * ```ts
 * import { tableToRows } from "@analytics-engines/core/results";
 * import { createClientFromEnvironment, runFiles } from "@analytics-engines/runs";
 *
 * const client = createClientFromEnvironment();
 * const run = await runFiles("parameters/**" + "/*.json", { client, folder: "run", resume: true });
 * for (const unit of run.units) for (const table of await unit.tables()) console.log(unit.id, tableToRows(table));
 * ```
 */
export async function runFiles(globs: string | readonly string[], options: RunFilesOptions): Promise<FilesRun> {
  const {
    set,
    families,
    unknownProperties,
    onProgress,
    workspace: place = ".",
    tool = `analytics-engines/${VERSION}`,
    ...rest
  } = options;
  const workspace = path.resolve(place);
  // Its schemas are large, and a program that only connects does not need them.
  const { prepareRunFiles } = await import("./prepare-run-files.ts");
  const settings = { families, unknownProperties, maxConcurrency: rest.concurrency };
  const { files, unitIds, concurrency } = await prepareRunFiles(globs, workspace, settings, set);
  const stop = stopEarly();
  const jobs = createJobCounter();
  const manifest = await runReady(files, {
    ...rest,
    workspace,
    tool,
    concurrency,
    signal: AbortSignal.any([stop.signal, ...(rest.signal === undefined ? [] : [rest.signal])]),
    onEvent(event) {
      stop.onEvent(event);
      rest.onEvent?.(event);
      if (jobs.onEvent(event))
        onProgress?.({ total: files.length, doneCount: jobs.doneCount, running: new Map(jobs.running) });
    },
  });
  const folder = path.resolve(workspace, rest.folder);
  const units = unitsOfRun(manifest, folder, (file) => unitIds.get(file) ?? []);
  return { folder, manifest, status: manifest.status, units };
}
