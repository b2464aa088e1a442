import { existsSync } from "node:fs";
import path from "node:path";
import { type CheckedFile, checkFile, checkText, MAX_FILE_BYTES } from "../files/parameter-files.ts";
import { isInside, linkOutOf, pathFrom } from "../files/paths.ts";
import { quotedInput, ToolInputError } from "./tool.ts";
import type { ToolWorld } from "./world.ts";

/** A place in an open folder. */
export interface OpenPlace {
  /** The open folder, absolute. */
  readonly folder: string;
  /** Absolute. */
  readonly file: string;
  /** Relative to the folder, with `/`. */
  readonly name: string;
}

/**
 * The place that an input names, relative to an open folder or absolute. It need not exist.
 * @throws ToolInputError for a place outside of the open folders, also one that a link leads to
 */
export function openPlace({ folders }: Pick<ToolWorld, "folders">, input: string): OpenPlace {
  const places = folders.flatMap((folder) => {
    const file = path.resolve(folder, input);
    return isInside(folder, file) ? [{ folder, file, name: pathFrom(folder, file) }] : [];
  });
  const place = places.find(({ file }) => existsSync(file)) ?? places[0];
  if (place === undefined || input.includes("\0") || linkOutOf(place.folder, place.file) !== undefined) {
    throw new ToolInputError(
      `${quotedInput(input)} is not in an open folder, and tools read nothing else. Name a path relative to an open folder.`,
    );
  }
  return place;
}

/**
 * Reads and checks a parameter file of an open folder.
 * @param text what is checked in place of the content of the file
 * @throws ToolInputError for a file that cannot be read
 */
export function readOpenFile(world: ToolWorld, input: string, text?: string): CheckedFile {
  const { folder, file, name } = openPlace(world, input);
  const reading = world.reading(file);
  const written = text ?? world.unsaved(file);
  const checked =
    written === undefined
      ? checkFile(folder, name, reading, { root: folder, maxBytes: MAX_FILE_BYTES })
      : checkText(name, written, reading);
  if (checked.problem === undefined) return checked;
  throw new ToolInputError(`${quotedInput(name)} ${checked.problem}. Name a parameter file of an open folder.`);
}
