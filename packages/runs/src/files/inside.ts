import { type BigIntStats, realpathSync } from "node:fs";
import { type FileHandle, lstat, readdir } from "node:fs/promises";
import path, { basename, join } from "node:path";
import { hasCode, systemReason, UserError } from "../user-error.ts";
import { createFile, ensureFolder, makeFolders, replaceText, writeAll } from "./disk.ts";
import { openFile, piecesOf, UnusableFileError } from "./open-file.ts";
import { isGitsOwn, isInside, nearestExisting, whyNotBelow } from "./paths.ts";

// The only code that joins a run folder with a path from its manifest or journal. Those are not trusted: a path is resolved below the
// folder, and no link in it is followed.

/** Why a file of a run folder cannot be used. */
export interface NotInside {
  /** The rest of a sentence that begins with the content of the file, such as "The result". */
  readonly reason: string;
  readonly kind: "missing" | "altered" | "unreadable";
}

/** A file of a run folder that is open for reading. Close it. */
export interface OpenInside {
  readonly bytes: number;
  /** Reads all bytes, without those that were added since. */
  read(): Promise<Uint8Array>;
  /** Reads the bytes from an offset on, in pieces that are not reused. */
  stream(from?: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Finds a file of a run folder without following links. To read it, open it with `openInside`. Never throws. */
export async function findInside(
  folder: string,
  file: string,
): Promise<{ readonly file: string; readonly bytes: number } | NotInside> {
  const target = await checkPath(folder, file);
  return "reason" in target ? target : { file: target.path, bytes: Number(target.stats.size) };
}

/** Opens a file of a run folder for reading: a regular file that no link leads to. */
export async function openInside(folder: string, file: string): Promise<OpenInside | NotInside> {
  const before = await checkPath(folder, file);
  if ("reason" in before) return before;
  let handle: FileHandle;
  try {
    handle = await openFile(before.path);
  } catch (error) {
    return error instanceof UnusableFileError
      ? { reason: `it ${error.reason}`, kind: "altered" }
      : unreadableFile(error);
  }
  const opened = await handle.stat({ bigint: true });
  const after = await checkPath(folder, file);
  if (!isSame(before.stats, opened) || "reason" in after || !isSame(after.stats, opened)) {
    await handle.close();
    return { reason: "another file replaced it while it was opened", kind: "altered" };
  }
  const bytes = Number(opened.size);
  return {
    bytes,
    read: () => readFirst(handle, bytes),
    stream: (from) => piecesOf(handle, from),
    close: () => handle.close(),
  };
}

async function readFirst(handle: FileHandle, bytes: number): Promise<Uint8Array> {
  const content = new Uint8Array(bytes);
  let length = 0;
  for await (const piece of piecesOf(handle)) {
    const kept = piece.subarray(0, bytes - length);
    content.set(kept, length);
    length += kept.length;
    if (length === bytes) break;
  }
  return content.subarray(0, length);
}

/**
 * Makes the folder of a file of a run folder, without following links.
 * @throws UserError where the path leads out of the run folder, or a file or a link is in the place of a folder
 */
export async function folderInside(folder: string, file: string): Promise<string> {
  const why = whyNotBelow(file);
  if (why !== undefined) throw new UserError(`${JSON.stringify(file)} cannot be written in ${folder}: ${why}.`);
  let inner = folder;
  for (const part of file.split("/").slice(0, -1)) inner = await ensureFolder(inner, part);
  return inner;
}

/** Creates a file of a run folder with its folders. An old file or link of its name is removed, not followed. Throws as `folderInside`. */
export async function createInside(folder: string, file: string): Promise<FileHandle> {
  return createFile(join(await folderInside(folder, file), basename(file)));
}

/** Copies a file of a run folder to another run folder. A missing file, or one that a link leads to, is not copied. Throws as `folderInside`. */
export async function copyInside(from: string, file: string, to: string, name: string): Promise<void> {
  const source = await openInside(from, file);
  if ("reason" in source) return;
  try {
    await using target = await createInside(to, name);
    for await (const piece of source.stream()) await writeAll(target, piece);
  } finally {
    await source.close();
  }
}

/** Lists the files and links of a run folder, as sorted paths with `/`. Links are not followed. */
export async function listInside(folder: string): Promise<{ readonly file: string; readonly isFile: boolean }[]> {
  const entries: { file: string; isFile: boolean }[] = [];
  const walk = async (inner: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(inner, { withFileTypes: true })) {
      const file = `${prefix}${entry.name}`;
      if (entry.isDirectory()) await walk(join(inner, entry.name), `${file}/`);
      else entries.push({ file, isFile: entry.isFile() });
    }
  };
  await walk(folder, "");
  return entries.sort((first, second) => (first.file < second.file ? -1 : 1));
}

const missingFile: NotInside = { reason: "the file is missing", kind: "missing" };
const linkedFile: NotInside = { reason: "it is not a file, or a link leads to it", kind: "altered" };

function unreadableFile(error: unknown): NotInside {
  return hasCode(error, "ENOENT", "ENOTDIR")
    ? missingFile
    : { reason: `it could not be read: ${systemReason(error)}`, kind: "unreadable" };
}

/** Checks each name on the way to a file. */
async function checkPath(folder: string, file: string): Promise<{ path: string; stats: BigIntStats } | NotInside> {
  const why = whyNotBelow(file);
  if (why !== undefined) return { reason: `its path is refused: ${why}`, kind: "altered" };
  const parts = file.split("/");
  let path = folder;
  for (const part of parts.slice(0, -1)) {
    path = join(path, part);
    const stats = await stat(path);
    if ("reason" in stats) return stats;
    if (!stats.isDirectory()) return stats.isSymbolicLink() ? linkedFile : missingFile;
  }
  path = join(path, basename(file));
  const stats = await stat(path);
  if ("reason" in stats) return stats;
  return stats.isFile() ? { path, stats } : linkedFile;
}

function stat(path: string): Promise<BigIntStats | NotInside> {
  return lstat(path, { bigint: true }).catch(unreadableFile);
}

function isSame(first: BigIntStats, second: BigIntStats): boolean {
  // On Windows, the two calls report different numbers for the volume.
  return first.ino === second.ino && (process.platform === "win32" || first.dev === second.dev);
}

/**
 * Writes a file of a workspace with its folders, and replaces an existing one. Never writes outside of the workspace or among git's own files,
 * whatever links a pull request has added.
 *
 * @param file absolute
 * @throws UserError
 */
export function writeInside(file: string, text: string, workspace: string): void {
  const folder = path.dirname(file);
  const root = realpathSync(workspace);
  try {
    checkInside(file, realpathSync(nearestExisting(folder)), root);
    makeFolders(folder);
    const target = path.join(realpathSync(folder), path.basename(file));
    checkInside(file, path.dirname(target), root);
    replaceText(target, text);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `${file} could not be written: ${systemReason(error)}. Name a file that this process can write.`,
    );
  }
}

function checkInside(file: string, folder: string, root: string): void {
  if (!isInside(root, folder) || isGitsOwn(root, folder))
    throw new UserError(
      `${file} would be written outside of the workspace, or among git's own files. Name a file of the workspace.`,
    );
}
