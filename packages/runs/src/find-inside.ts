import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { createFile, ensureFolder, hasCode, NO_FOLLOW, writeAll } from "./folder.ts";
import { whyNotBelow } from "./result-path.ts";
import { RunFolderError } from "./run-folder-error.ts";
import { systemReason } from "./system-reason.ts";

// The one place where a run folder and a path that its manifest or journal names become a file. Anyone may have written those, and they do
// not choose what is read or written: a path is resolved below the folder, and no link in it is followed.

/** Why there is no such file. `reason` is the rest of a sentence that begins with what the file should hold. */
export interface NotInside {
  readonly reason: string;
  readonly kind: "missing" | "refused" | "unreadable";
}

/** A file of a run folder, or why there is none. */
export type Inside = { readonly file: string; readonly bytes: number } | NotInside;

/** Whether a path, with `/`, leads to a file below the folder that it is relative to, by its text alone. */
export function isBelow(file: string): boolean {
  return whyNotBelow(file) === undefined;
}

/** Finds a file of a run folder that is reached by no link. To read it, open it with `openInside`. Never throws. */
export async function findInside(folder: string, file: string): Promise<Inside> {
  const found = await lookAt(folder, file);
  return "reason" in found ? found : { file: found.path, bytes: Number(found.stats.size) };
}

/**
 * Opens a file of a run folder for reading. What is opened is what was checked: a regular file that no link leads to. Close it.
 * @throws RunFolderError where there is no such file
 */
export async function openInside(folder: string, file: string): Promise<FileHandle> {
  const opened = await tryOpenInside(folder, file);
  if (!("reason" in opened)) return opened.handle;
  throw new RunFolderError(
    `${file} in ${folder} was not read: ${opened.reason}. Get the run folder again from where the run stored it.`,
  );
}

/** The same, with a reason in the place of an error. */
export async function tryOpenInside(
  folder: string,
  file: string,
): Promise<{ readonly handle: FileHandle; readonly bytes: number } | NotInside> {
  const before = await lookAt(folder, file);
  if ("reason" in before) return before;
  let handle: FileHandle;
  try {
    // Not waiting: a pipe that was put in its place would never open.
    handle = await open(before.path, constants.O_RDONLY | NO_FOLLOW | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return hasCode(error, "ELOOP") ? linked : unreadable(error);
  }
  const opened = await handle.stat({ bigint: true });
  const after = await lookAt(folder, file);
  if (isSame(before.stats, opened) && !("reason" in after) && isSame(after.stats, opened))
    return { handle, bytes: Number(opened.size) };
  await handle.close();
  return { reason: "another file was put in its place while it was opened", kind: "refused" };
}

/**
 * The folder that a file of a run folder stands in, for writing there: made if it is not there, and reached by no link.
 * @throws RunFolderError where the path leads out of the run folder, or something else is in a folder's place
 */
export async function folderInside(folder: string, file: string): Promise<string> {
  const why = whyNotBelow(file);
  if (why !== undefined) throw new RunFolderError(`${JSON.stringify(file)} is not written in ${folder}: ${why}.`);
  let inner = folder;
  for (const part of file.split("/").slice(0, -1)) inner = await ensureFolder(inner, part);
  return inner;
}

/** A new file of a run folder, its folders included; an old file or link of its name is removed, not followed. Throws as `folderInside`. */
export async function createInside(folder: string, file: string): Promise<FileHandle> {
  return createFile(join(await folderInside(folder, file), basename(file)));
}

/** Copies a file of a run folder into another, where it is one: what is missing or reached by a link is not copied. Throws as `folderInside`. */
export async function copyInside(from: string, file: string, to: string, name: string): Promise<void> {
  const opened = await tryOpenInside(from, file);
  if ("reason" in opened) return;
  await using source = opened.handle;
  await using target = await createInside(to, name);
  const buffer = Buffer.allocUnsafe(1 << 20);
  for (let at = 0; ; ) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    await writeAll(target, buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** What a run folder holds: everything but folders, as paths with `/`, sorted. Links are listed and not followed. */
export async function listInside(folder: string): Promise<{ readonly file: string; readonly isFile: boolean }[]> {
  const found: { file: string; isFile: boolean }[] = [];
  const walk = async (inner: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(inner, { withFileTypes: true })) {
      const file = `${prefix}${entry.name}`;
      if (entry.isDirectory()) await walk(join(inner, entry.name), `${file}/`);
      else found.push({ file, isFile: entry.isFile() });
    }
  };
  await walk(folder, "");
  return found.sort((one, other) => (one.file < other.file ? -1 : 1));
}

const missing: NotInside = { reason: "the file is missing", kind: "missing" };
const linked: NotInside = { reason: "it is no file, or reached by a link", kind: "refused" };

function unreadable(error: unknown): NotInside {
  return hasCode(error, "ENOENT", "ENOTDIR")
    ? missing
    : { reason: `it could not be read: ${systemReason(error)}`, kind: "unreadable" };
}

/** Looks at each name on the way, the file's last. */
async function lookAt(folder: string, file: string): Promise<{ path: string; stats: BigIntStats } | NotInside> {
  const why = whyNotBelow(file);
  if (why !== undefined) return { reason: `the path that is named for it is refused: ${why}`, kind: "refused" };
  const parts = file.split("/");
  let path = folder;
  for (const part of parts.slice(0, -1)) {
    path = join(path, part);
    const stats = await stat(path);
    if ("reason" in stats) return stats;
    if (!stats.isDirectory()) return stats.isSymbolicLink() ? linked : missing;
  }
  path = join(path, basename(file));
  const stats = await stat(path);
  if ("reason" in stats) return stats;
  return stats.isFile() ? { path, stats } : linked;
}

function stat(path: string): Promise<BigIntStats | NotInside> {
  return lstat(path, { bigint: true }).catch(unreadable);
}

function isSame(one: BigIntStats, other: BigIntStats): boolean {
  // The two ways in which Windows is asked name the volume differently.
  return one.ino === other.ino && (process.platform === "win32" || one.dev === other.dev);
}
