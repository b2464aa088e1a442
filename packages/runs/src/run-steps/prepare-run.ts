import { existsSync } from "node:fs";
import path from "node:path";
import type { FamilyId } from "@analytics-engines/core/basics";
import type { FixedValues } from "@analytics-engines/core/files";
import { type ParameterFile, placeText, type ReadOptions } from "@analytics-engines/core/parameters";
import type { ChecksOptions, ChecksPlan } from "../checks/check-results.ts";
import type { NamingRules } from "../files/confine.ts";
import type { CheckedFile } from "../files/parameter-files.ts";
import type { Manifest, ManifestShard } from "../folder/manifest/manifest.ts";
import type { RunFile } from "../folder/run-options.ts";
import type { ShardFiles } from "../plan/shard.ts";
import { fixFile } from "../project/settings.ts";
import type { Reproduction } from "../reproduce/reproduction.ts";
import { checkFiles, findSweep, parametersByPath, toRunFiles } from "../sweep/check-files.ts";
import { UserError } from "../user-error.ts";

/** What was decided about the files before: the shard of a plan, or an earlier run that is computed again. */
type DecidedSource =
  | { readonly kind: "shard"; readonly shard: ShardFiles }
  | {
      readonly kind: "reproduced";
      readonly reproduction: Reproduction;
      /** The origin of the service that computes them now. */
      readonly service: string;
      /** Those of them that a person typed; by default all that the reproduction selects. */
      readonly typed?: readonly string[] | undefined;
    };

/** Which parameter files run. */
export type RunSource =
  | DecidedSource
  /** Files that a person or a project file names now. The caller has applied the globs. */
  | (NamingRules & { readonly kind: "found"; readonly paths: readonly string[] })
  /** A run that goes on. Its manifest names the files, also where it is one of a shard or of a reproduction. */
  | { readonly kind: "resumed"; readonly run: Manifest; readonly of?: DecidedSource | undefined };

interface RunRequest {
  /** What all paths are relative to; absolute. */
  readonly folder: string;
  readonly source: RunSource;
  /** How the files are read, and the dates and the currency of the set that are put into them. */
  readonly settings: Pick<ReadOptions, "families" | "unknownProperties"> & {
    readonly fixedValues?: FixedValues | undefined;
  };
  /** The largest file that is read, bytes. */
  readonly maxBytes?: number;
  /** Whether a missing file of a list that was made earlier is an issue like those of other files. By default it is refused at once. */
  readonly areMissingIssues?: boolean;
  /** The checks of the results. They are opened last. */
  readonly checks?: ChecksOptions | undefined;
  /** Called when it is known which files run, before they are read. */
  readonly onPaths?: (paths: readonly string[]) => void;
  /** Called when the files are checked, also where they cannot run, so that a log has them before what is refused later. */
  readonly onChecked?: (checked: CheckedRun) => void;
}

/** The parameter files of a run, checked. */
export interface CheckedRun {
  /** With the issues of each. A sweep is followed by those of its files that have issues. */
  readonly checked: readonly CheckedFile[];
  /** The parsed files and jobs of sweeps, by path. */
  readonly parameters: ReadonlyMap<string, ParameterFile>;
  /** What is sent. */
  readonly files: readonly RunFile[];
  /** What is wrong with files as a whole, a sentence each. */
  readonly problems: readonly string[];
  /** Each error in a file: its place and its message. */
  readonly errors: readonly string[];
}

/** A run that can start. What it does not have is undefined. */
export interface ReadyRun extends CheckedRun {
  readonly isReady: true;
  /** Which part of a plan the run computes. */
  readonly shard: ManifestShard | undefined;
  /** The run that is computed again. */
  readonly reproduction: Reproduction | undefined;
  /** What people should know about the dates of the run that is computed again. */
  readonly pinned: ReturnType<Reproduction["pin"]> | undefined;
  /** The checks of the results. */
  readonly checks: ChecksPlan | undefined;
}

/**
 * Prepares a run: finds out which parameter files it has, checks them, and opens all that it needs besides. Sends and writes nothing.
 * @returns the run; one that is not ready has files with errors or problems, of which the caller tells
 * @throws UserError for files that a list names and that are missing, that are not the planned ones or not those of the run to reproduce, and
 *   for a mistake in the checks
 *
 * @example
 * ```ts
 * import { prepareRun } from "@analytics-engines/runs/run";
 *
 * const run = await prepareRun({
 *   folder: "/book",
 *   source: { kind: "found", paths: ["weights.pa.json"] },
 *   settings: {},
 * });
 * if (run.isReady) console.log(run.files.map(({ path }) => path));
 * else console.log([...run.problems, ...run.errors]);
 * ```
 */
export async function prepareRun(request: RunRequest): Promise<ReadyRun | (CheckedRun & { readonly isReady: false })> {
  const { folder, source, settings, maxBytes, areMissingIssues = false, checks, onPaths, onChecked } = request;
  const { paths, families, list, ...rules } = listFiles(source);
  if (list !== undefined && !areMissingIssues) requireListed(paths, list, folder);
  onPaths?.(paths);
  const { unknownProperties, fixedValues } = settings;
  const checkedFiles = await checkFiles(folder, paths, {
    ...rules,
    reading: (name) => ({ families: settings.families, family: families?.get(name), unknownProperties }),
    areJobs: list !== undefined,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  const checked = checkedFiles.map((file) => fixFile(file, fixedValues));
  const { ready: files, problems } = toRunFiles(checked, folder);
  const run = { checked, parameters: parametersByPath(checked), files, problems, errors: errorLines(checked) };
  onChecked?.(run);
  if (problems.length > 0 || run.errors.length > 0) return { ...run, isReady: false };
  const decided = source.kind === "resumed" ? source.of : source;
  const planned = decided?.kind === "shard" ? decided.shard : undefined;
  planned?.check(files);
  const plan = checks && (await (await import("../checks/check-results.ts")).openChecks(folder, checks));
  const reproduced = decided?.kind === "reproduced" ? decided : undefined;
  const pinned = reproduced?.reproduction.pin(files, reproduced.service);
  return {
    ...run,
    isReady: true,
    files: pinned?.files ?? files,
    shard: source.kind === "resumed" ? source.run.shard : planned?.manifest,
    reproduction: reproduced?.reproduction,
    pinned,
    checks: plan,
  };
}

/** The files of a run before they are read. `list` names in words what listed them earlier: then they can be missing, and can be jobs. */
interface ListedFiles extends NamingRules {
  readonly paths: readonly string[];
  /** The family of each file, where that was decided earlier. */
  readonly families?: ReadonlyMap<string, FamilyId>;
  readonly list?: string;
}

function listFiles(source: RunSource): ListedFiles {
  if (source.kind === "found") return { paths: source.paths, root: source.root, isTyped: source.isTyped };
  if (source.kind === "resumed") {
    const families = new Map(source.run.files.map((file) => [file.path, file.family]));
    return { paths: [...families.keys()], families, list: "the run to be resumed" };
  }
  if (source.kind === "shard") return { paths: source.shard.paths, families: source.shard.families, list: "the plan" };
  const { typed, reproduction } = source;
  const { paths, families } = reproduction;
  return typed === undefined
    ? { paths, families, list: "the run to reproduce" }
    : { paths: typed, families, isTyped: true };
}

/** Refuses files that an earlier step named and that are missing. */
function requireListed(paths: readonly string[], list: string, folder: string): void {
  const missing = paths.filter((file) => !existsSync(path.resolve(folder, findSweep(folder, file) ?? file)));
  if (missing.length === 0) return;
  throw new UserError(
    missing.map((file) => `${file} is part of ${list}, and is not in ${folder}. Check out a commit that has it.`),
  );
}

function errorLines(checked: readonly CheckedFile[]): readonly string[] {
  return checked.flatMap(({ path: name, issues }) =>
    issues
      .filter(({ severity }) => severity === "error")
      .map(({ range, message }) => `${range.path ?? name}:${placeText(range)}: ${message}`),
  );
}
