import path from "node:path";
import { type ExpectedResult, VERSION } from "@analytics-engines/core";
import { type FamilyId, messageOf } from "@analytics-engines/core/basics";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import type { Table } from "@analytics-engines/core/results";
import { datedFolder } from "../files/paths.ts";
import type { Manifest, ManifestFile, ManifestUnit, Provenance } from "../folder/manifest/manifest.ts";
import { findManifest } from "../folder/manifest/manifest-file.ts";
import { decodeStored, openStored } from "../folder/results/read-stored.ts";
import type { RunFile, RunToFolderOptions } from "../folder/run-options.ts";
import { runToFolder } from "../folder/run-to-folder.ts";
import { createJobCounter, describeOver, errorText, type RunningJobs } from "../progress/run-progress.ts";
import { stopEarly } from "../progress/stop.ts";
import { UserError } from "../user-error.ts";

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
  /** The run folder; made if it does not exist. `{date}` in its name is the day, so that each night has a folder: `runs/{date}`. */
  readonly folder: string;
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
  /** Whether a resumed run was over already: then nothing was computed, and `manifest.finishedAt` says how old it is. */
  readonly wasOver: boolean;
}

/**
 * Runs the parameter files of globs into a run folder, as the command `analytics-engines run` does: a job is created once, a result is read
 * once, and with `resume: true` a run that was killed at any instant goes on where it ended. A project file in `workspace` applies. An
 * abort of `signal` cancels the jobs on the service, and the run ends with the results so far.
 *
 * @param globs of parameter files and sweeps; `!` excludes
 * @returns the run, also where units did not succeed: each has its status and error
 * @throws UserError for files with errors, with line and column, before anything is sent; and as `runToFolder`
 *
 * @example
 * ```ts
 * import { tableToRows } from "@analytics-engines/core/results";
 * import { createClientFromEnvironment, runFiles } from "@analytics-engines/runs";
 *
 * const client = createClientFromEnvironment();
 * const run = await runFiles("parameters/**" + "/*.json", { client, folder: "runs/{date}", resume: true });
 * for (const unit of run.units) for (const table of await unit.tables()) console.log(unit.id, tableToRows(table));
 * ```
 */
export async function runFiles(globs: string | readonly string[], options: RunFilesOptions): Promise<FilesRun> {
  const {
    set,
    families,
    unknownProperties,
    onProgress,
    workspace: givenWorkspace = ".",
    folder: folderName,
    tool = `analytics-engines/${VERSION}`,
    ...rest
  } = options;
  const workspace = path.resolve(givenWorkspace);
  // Its schemas are large, and a program that only connects does not need them.
  const { prepareRunFiles } = await import("./prepare-run-files.ts");
  const settings = { families, unknownProperties, maxConcurrency: rest.concurrency };
  const { files, idsOf, concurrency } = await prepareRunFiles(globs, workspace, settings, set);
  const stop = stopEarly();
  const jobs = createJobCounter();
  const folder = path.resolve(workspace, datedFolder(folderName, new Date(rest.clock?.now() ?? Date.now())));
  const before = rest.resume === true ? await findManifest(folder) : undefined;
  const manifest = await runReady(files, {
    ...rest,
    folder,
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
  const over = describeOver(before, manifest);
  if (over !== undefined) rest.onDelay?.(over);
  const units = unitsOfRun(manifest, folder, idsOf);
  return { folder, manifest, status: manifest.status, units, wasOver: over !== undefined };
}

/** One computation of a run. */
export interface RunUnit {
  /** Its id in the parameter file; `result` in a family without units. */
  readonly id: string;
  /** The path of its parameter file, as in the manifest. */
  readonly file: string;
  readonly family: FamilyId;
  readonly status: ManifestUnit["status"];
  /** Why it did not succeed; `undefined` if it did. */
  readonly error: string | undefined;
  /**
   * Reads the tables of its result, after the bytes have proved to be those that were stored. A report or a batch has none.
   * @throws UserError, which names the file and the unit, where the unit did not succeed, or its result cannot be read or was altered
   */
  tables(): Promise<readonly Table[]>;
}

/** The expected results that have tables. */
const tabularResults: ReadonlySet<string> = new Set<ExpectedResult>(["stach", "arrow", "any"]);

/**
 * The units of a run.
 * @param folder the run folder
 * @param idsOf the ids of the units that a parameter file has, for a job that ended before it had any
 */
export function unitsOfRun(
  { files }: Pick<Manifest, "files">,
  folder: string,
  idsOf: (path: string) => readonly string[],
): readonly RunUnit[] {
  return files.flatMap((file) => {
    const { path, status } = file;
    if (file.units.length > 0) return file.units.map((unit) => toRunUnit(file, unit, folder));
    return idsOf(path).map((id) => toRunUnit(file, { id, status, warnings: [], errors: [] }, folder));
  });
}

function toRunUnit(file: ManifestFile, unit: ManifestUnit, folder: string): RunUnit {
  const { path, family, problem, expects = "any" } = file;
  const { id, status } = unit;
  const reason = unit.errors.map(errorText).filter(Boolean).join("; ") || problem?.message || `its status is ${status}`;
  const error = status === "success" ? undefined : reason;
  const unitLabel = `${path}, unit ${id}`;
  return {
    id,
    file: path,
    family,
    status,
    error,
    async tables() {
      if (error !== undefined) throw new UserError(`${unitLabel}: ${error}`);
      if (!tabularResults.has(expects)) return [];
      const unreadable = (reason: string) =>
        new UserError(`${unitLabel}: the result ${unit.file ?? ""} in ${folder} cannot be read: ${reason}.`);
      const stored = await openStored(folder, unit);
      if ("reason" in stored) throw unreadable(stored.reason);
      try {
        return await decodeStored(stored, unit.contentType ?? "");
      } catch (error) {
        throw unreadable(messageOf(error).replace(/\.$/, ""));
      } finally {
        await stored.close();
      }
    },
  };
}

/** Options of `runReady`. */
export interface ReadyRunOptions extends Omit<RunToFolderOptions, "service" | "provenance"> {
  /** What the paths of the files and of the run folder are relative to; absolute. No link may lead out of it. */
  readonly workspace: string;
}

/**
 * Runs checked files into a run folder. The manifest names the service of the client, and the commit of the files if they are in a git
 * repository. Returns and throws as `runToFolder`.
 */
export function runReady(files: readonly RunFile[], options: ReadyRunOptions): Promise<Manifest> {
  const { client, workspace, folder, onDelay } = options;
  return runToFolder(files, {
    ...options,
    folder: path.resolve(workspace, folder),
    service: new URL(client.baseUrl).origin,
    provenance: () => findProvenance(workspace, files, onDelay),
  });
}

/** The git repository of the files, if there is one. */
async function findProvenance(
  folder: string,
  files: readonly RunFile[],
  warn: (sentence: string) => void = () => {},
): Promise<Provenance | undefined> {
  const [{ findCommittedFiles }, { provenanceOf }] = await Promise.all([
    import("../provenance/committed-files.ts"),
    import("../folder/manifest/read-fields.ts"),
  ]);
  const committedFiles = await findCommittedFiles(folder, files, process.env, warn);
  return committedFiles && provenanceOf(committedFiles);
}
