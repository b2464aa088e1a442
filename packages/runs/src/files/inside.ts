import { type BigIntStats, existsSync, mkdirSync, realpathSync } from "node:fs";
import { type FileHandle, lstat, readdir } from "node:fs/promises";
import path, { basename, join } from "node:path";
import { UserError } from "../user-error.ts";
import { createFile, ensureFolder, replaceText, writeAll } from "./disk.ts";
import { openFile, piecesOf, UnusableFileError } from "./open-file.ts";
import { isGitsOwn, isInside } from "./paths.ts";
import { whyNotBelow } from "./result-path.ts";
import { digestPieces } from "./sha256.ts";
import { hasCode, systemReason } from "./system-reason.ts";

/** Why a file cannot be used. */
export interface NotInside {
  /** The rest of a sentence that begins with the content of the file, such as "The result". */
  readonly reason: string;
  readonly kind: "missing" | "altered" | "unreadable";
}

/** A file of a run folder that is open for reading. Close it. */
export interface OpenInside {
  readonly bytes: number;
  /** Reads the bytes from an offset on, in pieces that are not reused. */
  stream(from?: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a file of a run folder, or returns why it cannot be used. */
type InsideOpener = (folder: string, file: string) => Promise<OpenInside | NotInside>;

/** How a host reads the files of a run folder. */
export interface FolderHost {
  readonly open: InsideOpener;
  /** SHA-256 of the bytes of all pieces, hex. */
  readonly sha256: (pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => Promise<string>;
}

/** Reads all bytes of an open file, without those that were added since. */
export async function readAllInside({ bytes, stream }: Pick<OpenInside, "bytes" | "stream">): Promise<Uint8Array> {
  const content = new Uint8Array(bytes);
  let at = 0;
  for await (const piece of stream()) {
    const rest = piece.subarray(0, bytes - at);
    content.set(rest, at);
    at += rest.length;
    if (at === bytes) break;
  }
  return content.subarray(0, at);
}

// The only module that joins a run folder with a path from its manifest or journal. Those are not trusted: a path is resolved below the
// folder, and no link in it is followed.

/** A file of a run folder, or why it cannot be used. */
type Inside = { readonly file: string; readonly bytes: number } | NotInside;

/** Finds a file of a run folder without following links. To read it, open it with `openInside`. Never throws. */
export async function findInside(folder: string, file: string): Promise<Inside> {
  const target = await checkPath(folder, file);
  return "reason" in target ? target : { file: target.path, bytes: Number(target.stats.size) };
}

/**
 * Opens a file of a run folder for reading: a regular file that no link leads to. Close it.
 * @throws UserError where there is no such file
 */
export async function openInside(folder: string, file: string): Promise<FileHandle> {
  const opened = await tryOpenInside(folder, file);
  if (!("reason" in opened)) return opened.handle;
  throw new UserError(
    `${file} in ${folder} cannot be read: ${opened.reason}. Get the run folder again from where the run stored it.`,
  );
}

/** Opens a file like `openInside`, and returns a reason instead of an error. */
async function tryOpenInside(
  folder: string,
  file: string,
): Promise<{ readonly handle: FileHandle; readonly bytes: number } | NotInside> {
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
  if (isSame(before.stats, opened) && !("reason" in after) && isSame(after.stats, opened))
    return { handle, bytes: Number(opened.size) };
  await handle.close();
  return { reason: "another file replaced it while it was opened", kind: "altered" };
}

/** Opens a file as it is on disk. */
export async function openAsStored(folder: string, file: string): Promise<OpenInside | NotInside> {
  const opened = await tryOpenInside(folder, file);
  if ("reason" in opened) return opened;
  const { handle, bytes } = opened;
  return { bytes, stream: (from) => piecesOf(handle, from), close: () => handle.close() };
}

/** Reads run folders with Node. */
export function nodeHost(): FolderHost {
  return { open: openAsStored, sha256: async (pieces) => (await digestPieces(pieces)).sha256 };
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
  const opened = await tryOpenInside(from, file);
  if ("reason" in opened) return;
  await using source = opened.handle;
  await using target = await createInside(to, name);
  for await (const piece of source.createReadStream({ highWaterMark: 1 << 20 })) await writeAll(target, piece);
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
  return entries.sort((one, other) => (one.file < other.file ? -1 : 1));
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

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  // On Windows, the two calls report different numbers for the volume.
  return one.ino === other.ino && (process.platform === "win32" || one.dev === other.dev);
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
    mkdirSync(folder, { recursive: true });
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

/** The folder itself, or the nearest folder above it that exists. */
export function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}
