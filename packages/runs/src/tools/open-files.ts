import { existsSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { listSweeps } from "../checks/row-limits.ts";
import { type CheckedFile, MAX_FILE_BYTES, readConfined } from "../files/parameter-files.ts";
import { isInside, linkOutOf, pathFrom } from "../files/paths.ts";
import type { Manifest } from "../folder/manifest/manifest.ts";
import { readManifest, runFolderOf } from "../folder/manifest/manifest-file.ts";
import { checkAnyFile } from "../sweep/check-files.ts";
import { UserError } from "../user-error.ts";
import { type KnownRun, quotedInput, ToolInputError, type ToolWorld } from "./tool.ts";

/** A path in an open folder. */
export interface OpenPath {
  /** The open folder, absolute. */
  readonly folder: string;
  /** Absolute. */
  readonly file: string;
  /** Relative to the folder, with `/`. */
  readonly name: string;
}

/**
 * The path that an input names, relative to an open folder or absolute. It need not exist.
 * @throws ToolInputError for a path outside of the open folders, also one that a link leads to
 */
export function resolveOpenPath({ folders }: Pick<ToolWorld, "folders">, input: string): OpenPath {
  const candidates = folders.flatMap((folder) => {
    const file = path.resolve(folder, input);
    return isInside(folder, file) ? [{ folder, file, name: pathFrom(folder, file) }] : [];
  });
  const openPath = candidates.find(({ file }) => existsSync(file)) ?? candidates[0];
  if (openPath === undefined || input.includes("\0") || linkOutOf(openPath.folder, openPath.file) !== undefined) {
    throw new ToolInputError(
      `${quotedInput(input)} is not in an open folder, and tools read nothing else. Name a path relative to an open folder.`,
    );
  }
  return openPath;
}

/**
 * Reads and checks a file of an open folder, of any kind: a parameter file, a sweep, a checks file or the project file.
 * @param text what is checked in place of the content of the file
 * @returns the file; a sweep is followed by those of its files that have issues
 * @throws ToolInputError for a file that cannot be read
 */
export async function readOpenFile(
  world: ToolWorld,
  input: string,
  text?: string,
): Promise<readonly [CheckedFile, ...CheckedFile[]]> {
  const { folder, file, name } = resolveOpenPath(world, input);
  const read = (inner: string) => {
    const written = (inner === name ? text : undefined) ?? world.unsaved(path.resolve(folder, inner));
    return written === undefined ? readConfined(folder, inner, folder, MAX_FILE_BYTES) : { text: written };
  };
  const project = { read, listSweeps: () => listSweeps(folder, { root: folder }) };
  const checked = await checkAnyFile(name, world.reading(file), project);
  const [{ problem }] = checked;
  if (problem === undefined) return checked;
  throw new ToolInputError(`${quotedInput(name)} ${problem}. Name a file of an open folder.`);
}

/** The input that names a run, for `openRun`. */
export const runInput = z
  .string()
  .min(1)
  .max(1000)
  .default("latest")
  .describe("The id or the title of a run, latest, or the path of a run folder in an open folder.");

/** A run folder that a tool reads. */
export interface OpenRun {
  /** The id of a known run, the path of a run folder in an open folder. */
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

const MAX_CHOICES = 10;

/**
 * Opens the run that an input names: by the id or the title of a known run, by `latest`, or by the path of a run folder in an open folder.
 * @throws ToolInputError if there is none
 * @throws UserError if its manifest is missing or damaged
 */
export async function openRun(world: ToolWorld, input: string): Promise<OpenRun> {
  const runs = await world.runs();
  const matches = input === "latest" ? runs.slice(0, 1) : matchingRuns(runs, input);
  const [only, secondMatch] = matches;
  if (only !== undefined && secondMatch === undefined) {
    const { id, folder } = only;
    return { name: id, folder, manifest: await readManifest(folder) };
  }
  if (secondMatch !== undefined)
    throw new ToolInputError(`Several runs are called ${quotedInput(input)}. ${describeChoices(matches)}`);
  const { file } = resolveOpenPath(world, runFolderOf(input));
  try {
    return { name: input, folder: file, manifest: await readManifest(file) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ToolInputError(`There is no run ${quotedInput(input)}: ${error.message} ${describeChoices(runs)}`);
  }
}

function matchingRuns(runs: readonly KnownRun[], input: string): readonly KnownRun[] {
  const byId = runs.filter(({ id }) => id === input);
  return byId.length > 0 ? byId : runs.filter(({ title }) => title.toLowerCase() === input.toLowerCase());
}

function describeChoices(runs: readonly KnownRun[]): string {
  if (runs.length === 0) return "No run is known yet: run a parameter file first, or name a run folder.";
  const some = runs
    .slice(0, MAX_CHOICES)
    .map(({ id, title, startedAt }) => `${id} (${quotedInput(title)}, ${startedAt})`);
  return `Name one of the ${runs.length} known runs by its id; the newest are ${some.join(", ")}.`;
}
