import { constants, mkdirSync, readlinkSync, realpathSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { RunFolderError } from "./run-folder-error.ts";

/** For opening: a link in a file's place would lead the run's writes elsewhere. Windows has no such flag. */
export const NO_FOLLOW: number = constants.O_NOFOLLOW ?? 0;

/** Makes a folder inside `parent` if it is not there. @throws RunFolderError where something else has its name, a link included */
export async function ensureFolder(parent: string, name: string): Promise<string> {
  const path = join(parent, name);
  await mkdir(path).catch((error: unknown) => {
    if (!hasCode(error, "EEXIST")) throw error;
  });
  const found = await lstat(path);
  // A link would lead the run's writes elsewhere.
  if (!found.isDirectory()) throw new RunFolderError(`${path} is no folder; remove it, or choose another run folder.`);
  return path;
}

/** The run folder, and the folders above it that must be synced before it survives a power cut. */
export interface RunFolder {
  readonly folder: string;
  readonly above: readonly string[];
}

/**
 * Makes the run folder, links in the path to it resolved once.
 * @param root a folder that a link must not lead out of; a path that is not in it names its place openly
 * @throws RunFolderError where a link leads out of `root`
 */
export function ensureRunFolder(path: string, root?: string): RunFolder {
  // Before anything is made, and again of what was made.
  if (root !== undefined) refuseLinkOut(path, root);
  const first = mkdirSync(path, { recursive: true });
  if (root !== undefined) refuseLinkOut(path, root);
  const folder = realpathSync(path);
  // Of a folder that was there, nobody knows who made it and what of its path is on the disk.
  const made =
    first === undefined ? Infinity : 1 + relative(resolve(first), resolve(path)).split(sep).filter(Boolean).length;
  return { folder, above: foldersAbove(folder).slice(0, made) };
}

/** The nearest first. */
function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}

function refuseLinkOut(path: string, root: string): void {
  const target = linkOutOf(root, path);
  if (target === undefined) return;
  throw new RunFolderError(
    `The run folder ${path} is in ${root}, and a link leads it to ${target}, outside of it. Remove the link, or name the folder that it leads to.`,
  );
}

/** Where a link leads a path of `root` that leaves `root`; `undefined` where it stays inside, or was never in it. The path may not be there yet. */
export function linkOutOf(root: string, path: string): string | undefined {
  if (!isInside(resolve(root), resolve(path))) return undefined;
  const target = realPath(resolve(path));
  return isInside(realpathSync(root), target) ? undefined : target;
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path leads that may not be there yet: a link to nothing counts, too. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  const target = linkTarget(path);
  if (target !== undefined) return realPath(resolve(dirname(path), target));
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (hasCode(error, "ENOENT", "EINVAL", "UNKNOWN")) return undefined;
    throw error;
  }
}

/** A new file that nothing else has open; an old file or link of that name is removed, not followed. */
export async function createFile(path: string): Promise<FileHandle> {
  const create = () => open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, 0o644);
  try {
    return await create();
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  await unlink(path);
  return create();
}

/** Moves a finished file, which is synced, to its name; both are in `folder`. After this it survives a power cut. */
export async function moveInto(folder: string, from: string, to: string): Promise<void> {
  await rename(join(folder, from), join(folder, to));
  await syncFolder(folder);
}

/** Moves what has a name out of its way, to `NAME.before-1` or the next number that is free: nothing is deleted or overwritten. */
export async function setAside(folder: string, name: string): Promise<void> {
  for (let number = 1; ; number++) {
    const aside = join(folder, `${name}.${BEFORE}${number}`);
    if (await isThere(aside)) continue;
    await rename(join(folder, name), aside);
    return;
  }
}

/** How the last part of a name begins that `setAside` gave. */
export const BEFORE = "before-";

export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

/** Replaces a file by a text, given in pieces, so that anyone who reads it sees the old or the new one whole. */
export async function replaceFile(folder: string, name: string, pieces: Iterable<string>): Promise<void> {
  const temporary = `${name}.partial`;
  const file = await createFile(join(folder, temporary));
  try {
    await writeTexts(file, pieces);
    await file.sync();
  } finally {
    await file.close();
  }
  await moveInto(folder, temporary, name);
}

/**
 * Puts a text, given in pieces, in the place of a file that is not there yet: whoever looks, and a kill, meets nothing or all of it. Only after
 * `syncPlaced` a power cut does so, too.
 */
export async function placeFile(folder: string, name: string, pieces: Iterable<string>): Promise<void> {
  const temporary = `${name}.partial`;
  const file = await createFile(join(folder, temporary));
  try {
    await writeTexts(file, pieces);
  } finally {
    await file.close();
  }
  await rename(join(folder, temporary), join(folder, name));
}

export async function syncPlaced(folder: string, name: string): Promise<void> {
  await Promise.all([syncFile(join(folder, name)), syncFolder(folder)]);
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, constants.O_RDWR | NO_FOLLOW);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** After this the names in a folder survive a power cut; what they name does where it is synced itself. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle;
  try {
    folder = await open(path, constants.O_RDONLY);
  } catch (error) {
    // Windows opens no folders, and needs none synced.
    if (hasCode(error, "EISDIR", "EPERM", "EACCES")) return;
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

/** So many characters are written at once. */
const BATCH_LENGTH = 1024 * 1024;

async function writeTexts(file: FileHandle, pieces: Iterable<string>): Promise<void> {
  let batch = "";
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_LENGTH) continue;
    await writeAll(file, Buffer.from(batch));
    batch = "";
  }
  if (batch !== "") await writeAll(file, Buffer.from(batch));
}

/** Writes all bytes, at the file's end or from `position`; a single write may take only some. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const where = position === undefined ? null : position + at;
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, where);
    at += bytesWritten;
  }
}

/** Writes pieces one after the other, at once where the system takes them at once. */
export async function writePieces(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  if (pieces.length === 0) return;
  let { bytesWritten: written } = await file.writev([...pieces]);
  for (const piece of pieces) {
    if (written < piece.length) await writeAll(file, piece.subarray(written));
    written = Math.max(0, written - piece.length);
  }
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}
