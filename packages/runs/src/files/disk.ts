import { constants, type Dirent, existsSync, mkdirSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readdir, statfs } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isReservedFolder } from "@analytics-engines/core/basics";
import { hasCode, UserError } from "../user-error.ts";
import {
  openHandle,
  removeFile,
  removeTemporaryNow,
  renameNow,
  renamePath,
  retryBusy,
  writeNow,
} from "./busy-files.ts";
import { openFile } from "./open-file.ts";
import { isFolder, isInside, linkOutOf, realPath, whyNotBelow } from "./paths.ts";

/** Makes a folder inside `parent` if it does not exist. @throws UserError where a file or a link has its name */
export async function ensureFolder(parent: string, name: string): Promise<string> {
  const path = join(parent, name);
  await mkdir(path).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
  const stats = await lstat(path);
  // A link would lead the writes of the run elsewhere.
  if (!stats.isDirectory()) throw new UserError(`${path} is not a folder. Remove it, or choose another folder.`);
  return path;
}

/** The run folder, with the folders above it that must be synced so that it survives a power cut. */
export interface RunFolder {
  readonly folder: string;
  readonly parents: readonly string[];
}

/**
 * Makes the run folder, and resolves the links in its path once.
 * @param root a folder that no link may lead out of; a path outside of it is not checked
 * @throws UserError where a link leads out of `root`, or the folder is one that git, a CI system or an editor obeys; as `makeFolders`
 */
export function ensureRunFolder(path: string, root?: string): RunFolder {
  // Before the folder is made, and after it.
  if (root !== undefined) refuseLinkOut(path, root);
  const first = makeFolders(path);
  if (root !== undefined) refuseLinkOut(path, root);
  const folder = realpathSync(path);
  // It is not known whether the path of an older folder is on the disk.
  const madeCount =
    first === undefined ? Infinity : 1 + relative(resolve(first), resolve(path)).split(sep).filter(Boolean).length;
  return { folder, parents: foldersAbove(folder).slice(0, madeCount) };
}

/**
 * Makes a folder and those above it, where they do not exist.
 * @returns the first folder that was made; undefined where all exist
 * @throws UserError for the name of a new folder that Windows does not have, or takes for another, such as `CON` and `run.`: what is in it is
 *   copied to other systems, so it is refused on all; the errors of the system
 */
export function makeFolders(path: string): string | undefined {
  const names: string[] = [];
  let nearest = resolve(path);
  for (; !isFolder(nearest) && dirname(nearest) !== nearest; nearest = dirname(nearest))
    names.unshift(basename(nearest));
  const why = names.length === 0 ? undefined : whyNotBelow(names.join("/"));
  if (why !== undefined)
    throw new UserError(`The folder ${path} cannot be made: ${why}. Windows has no such folder. Name another folder.`);
  mkdirSync(path, { recursive: true });
  const [first] = names;
  // Not what `mkdirSync` returns, which on Windows begins with `\\?\`.
  return first === undefined ? undefined : join(nearest, first);
}

/** Makes a folder that does not exist. Returns the folders to sync so that it survives a power cut: none if it existed. */
export function makeNewFolder(path: string): readonly string[] {
  return existsSync(path) ? [] : ensureRunFolder(path).parents;
}

/** The folders above a path, the nearest first. */
function foldersAbove(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...foldersAbove(parent)];
}

function refuseLinkOut(path: string, root: string): void {
  const target = linkOutOf(root, path);
  if (target !== undefined)
    throw new UserError(
      `${path} is in ${root}, and a link leads it to ${target}, outside of it. Remove the link, or name the folder that it leads to.`,
    );
  const inside = relative(realPath(root), realPath(resolve(path)));
  if (isInside(realPath(root), realPath(resolve(path))) && isReservedFolder(inside))
    throw new UserError(
      `${path} is ${inside} in ${root}: no run writes in .git, .github or .vscode. Name another folder.`,
    );
}

/** Creates a file. An old file or link of that name is removed, not followed. @param shownPath the file that a user knows, where this one is temporary */
export async function createFile(path: string, shownPath = path): Promise<FileHandle> {
  const create = () => openHandle(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644, shownPath);
  try {
    return await create();
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  await removeFile(path);
  return create();
}

/** Renames a synced file within a folder. After this it survives a power cut. */
export async function moveInto(folder: string, from: string, to: string): Promise<void> {
  await renamePath(join(folder, from), join(folder, to));
  await syncFolder(folder);
}

/** Renames a file to `NAME.before-1`, or the next free number. Deletes and overwrites nothing. */
export async function setAside(folder: string, name: string): Promise<void> {
  for (let number = 1; ; number++) {
    const target = join(folder, `${name}.${BEFORE}${number}`);
    if ((await statsOf(target)) !== undefined) continue;
    await renamePath(join(folder, name), target);
    return;
  }
}

/** The beginning of the extension that `setAside` gives. */
export const BEFORE = "before-";

/** The status of a file, a folder or a link; `undefined` where nothing has this path. */
export function statsOf(path: string): Promise<Stats | undefined> {
  // A file that is about to vanish has no status on Windows.
  return retryBusy(() => lstat(path), { path }).catch((error: unknown) => {
    if (!hasCode(error, "ENOENT")) throw error;
    return undefined;
  });
}

/** Syncs a file that was replaced without that, with its name. */
export async function syncPlaced(folder: string, name: string): Promise<void> {
  await Promise.all([syncFile(join(folder, name)), syncFolder(folder)]);
}

/** Syncs the content of a file. */
export async function syncFile(path: string): Promise<void> {
  await using file = await openFile(path, { access: "change" });
  await file.sync();
}

/** Syncs the names in a folder. The content of the files must be synced separately. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle;
  try {
    folder = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  } catch (error) {
    // Windows cannot open folders, and does not need to sync them. So nothing waits for one that another program has open.
    if (hasCode(error, "EISDIR", "EPERM", "EACCES", "EBUSY")) return;
    throw error;
  }
  try {
    await folder.sync();
  } catch (error) {
    if (!hasCode(error, "EPERM", "EINVAL", "ENOTSUP")) throw error;
  } finally {
    await folder.close();
  }
}

/** Writes all bytes, at the end of the file or at `position`. A single write can take only some. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const where = position === undefined ? null : position + at;
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, where);
    at += bytesWritten;
  }
}

/** Writes pieces in order, with one call where the system accepts that. */
export async function writePieces(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  if (pieces.length === 0) return;
  let { bytesWritten: written } = await file.writev([...pieces]);
  for (const piece of pieces) {
    if (written < piece.length) await writeAll(file, piece.subarray(written));
    written = Math.max(0, written - piece.length);
  }
}

/** Whether there is a folder with something in it. */
export function hasEntries(folder: string): boolean {
  return isFolder(folder) && readdirSync(folder).length > 0;
}

/** What a folder has, with the kind of each entry. */
export function folderEntries(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true });
}

/** The bytes that are free for the user on the disk of a folder; `Infinity` where the system does not report them. */
export async function freeBytesOf(folder: string): Promise<number> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems report nothing.
    return blocks > 0 ? bavail * bsize : Infinity;
  } catch {
    return Infinity;
  }
}

// Files that are written whole or not at all.

/**
 * Replaces a file by what `write` fills a temporary file with. A reader, a kill or a power cut finds either the old or the new one whole.
 * @param name of the file; a function is called when all is written
 */
export async function replaceWith(
  folder: string,
  name: string | (() => string),
  write: (file: FileHandle) => Promise<void>,
  { temporary = `${name}.partial` } = {},
): Promise<void> {
  const path = join(folder, temporary);
  try {
    {
      await using file = await createFile(path, typeof name === "string" ? join(folder, name) : path);
      await write(file);
      await file.sync();
    }
    await renamePath(path, join(folder, typeof name === "string" ? name : name()));
  } catch (error) {
    await removeFile(path).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/** Replaces a file by a text in pieces, as `replaceWith`. */
export function replaceFile(folder: string, name: string, pieces: Iterable<string>): Promise<void> {
  return replaceWith(folder, name, (file) => writeBatches(file, inBatches(pieces)));
}

/**
 * Replaces the text of a file at once: a reader, or a kill, finds either the old or the new text. A link of that name is replaced, not
 * followed. Throws the errors of the system.
 *
 * @param mode of the new file
 */
export function replaceText(file: string, text: string, mode?: number): void {
  const partial = `${file}.${process.pid}.partial`;
  try {
    writeNow(partial, text, { flag: "wx", flush: true, mode, shownPath: file });
    renameNow(partial, file);
  } catch (error) {
    removeTemporaryNow(partial);
    throw error;
  }
}

/** The number of characters that are written at once. */
const BATCH_LENGTH = 1 << 18;

/** Joins pieces of text to pieces of about `BATCH_LENGTH` characters. */
export function* inBatches(pieces: Iterable<string>): Generator<string> {
  let batch = "";
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_LENGTH) continue;
    yield batch;
    batch = "";
  }
  if (batch !== "") yield batch;
}

/** Writes pieces one after the other. */
export async function writeBatches(
  file: FileHandle,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<void> {
  for await (const piece of pieces) await writeAll(file, typeof piece === "string" ? Buffer.from(piece) : piece);
}
