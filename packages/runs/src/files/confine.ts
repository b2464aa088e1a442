import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { PROJECT_FILE } from "@analytics-engines/core/basics";
import { hasCode, systemReason, UserError } from "../user-error.ts";
import { retryBusyNow } from "./busy-files.ts";
import { isGitsOwn, isInside, realPath } from "./paths.ts";

// The one rule for files of a checkout, which others write to: what such a file is or names lies in the root of its project. A link in a
// branch must not read the environment, a key or another repository.

/** Who names a file. */
export interface NamingRules {
  /** The folder that no file may lie outside of; by default the root of the project. */
  readonly root?: string | undefined;
  /** Whether a person typed the names, which may lead outside of the root. What such a file is or names is confined to its own project. */
  readonly isTyped?: boolean | undefined;
}

/** The folder of a project: the work tree of git that has a folder, else the nearest folder with a project file, else the folder itself. */
export function projectRoot(folder: string): string {
  const start = realPath(path.resolve(folder));
  return markedFolder(start) ?? start;
}

/** The folder that a file may not lie outside of, nor a file that it names. @param folder what the name is relative to; absolute */
export function rootOf(
  folder: string,
  name: string,
  { root = projectRoot(folder), isTyped = false }: NamingRules,
): string {
  const file = path.resolve(folder, name);
  if (!isTyped || isInside(folder, file) || isInside(root, file)) return root;
  return markedFolder(path.dirname(file)) ?? path.dirname(realPath(file));
}

/**
 * Why a file or folder must not be read: the rest of a sentence that begins with its name; undefined if it may. It need not exist.
 * @param root undefined for a file of the user, which may be anywhere
 */
export function outsideProblem(file: string, root: string | undefined): string | undefined {
  const target = realPath(file);
  if (isSystemFile(target)) return "is a file of the system: name another file";
  if (root === undefined) return undefined;
  const realRoot = realPath(path.resolve(root));
  if (!isInside(realRoot, target))
    return isInside(root, file) || isInside(realRoot, file)
      ? "is a link that leads outside of the project: put the file in its place"
      : "is outside of the project: put the file in the project";
  if (!isGitsOwn(realRoot, target)) return undefined;
  return isGitsOwn(root, file)
    ? "is among git's own files: name another file"
    : "is a link to git's own files: remove it";
}

/** Why `readInRoot` refuses a file, whatever its size: the rest of a sentence that begins with its name. A missing file is not refused. */
export function lookAtFile(file: string, root: string): string | undefined {
  try {
    const problem = outsideProblem(file, root);
    if (problem !== undefined) return problem;
    return lstatSync(realpathSync(file)).isFile() ? undefined : NO_FILE;
  } catch (error) {
    return hasCode(error, "ENOENT") ? undefined : `cannot be read: ${systemReason(error)}`;
  }
}

/**
 * Refuses to write a file of a project that a link of a branch leads elsewhere.
 * @param name relative to the folder
 * @throws UserError
 */
export function requireOwnOutput(folder: string, name: string): void {
  const [file, root] = [path.resolve(folder, name), projectRoot(folder)];
  const problem = isInside(root, file) ? outsideProblem(file, root) : undefined;
  if (problem !== undefined) throw new UserError(`${name} ${problem}. Nothing was written.`);
}

/**
 * The bytes of a regular file that lies in a root with all links resolved, or why there are none: the rest of a sentence that begins with its
 * name. Never throws, and never waits.
 * @param root undefined for a file of the user, which may be anywhere
 */
export function readInRoot(
  file: string,
  root: string | undefined,
  maxBytes: number,
): { readonly content: Buffer } | { readonly problem: string } | { readonly largerThan: number } {
  try {
    const problem = outsideProblem(file, root);
    if (problem !== undefined) return { problem };
    const target = realpathSync(file);
    // Before it is opened: opening a device can do something.
    if (!lstatSync(target).isFile()) return { problem: NO_FILE };
    const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
    const handle = retryBusyNow(() => openSync(target, flags), { path: file });
    try {
      const stats = fstatSync(handle);
      if (!stats.isFile()) return { problem: NO_FILE };
      if (stats.size > maxBytes) return { largerThan: maxBytes };
      // A link can have replaced a folder of the path since it was resolved.
      if (realpathSync(file) !== target || lstatSync(target).ino !== stats.ino)
        return { problem: "was replaced by another file while it was opened: try again" };
      return { content: readBytes(handle, stats.size) };
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (hasCode(error, "ENXIO", "ENODEV", "EOPNOTSUPP")) return { problem: NO_FILE };
    return { problem: `cannot be read: ${systemReason(error)}` };
  }
}

const NO_FILE = "is a pipe or a device: name a file";

/** At most as many bytes as the file had when it was opened: files that the system makes up have a size of 0, and no end. */
function readBytes(handle: number, size: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  let length = 0;
  for (let read = -1; read !== 0 && length < size; length += read)
    read = readSync(handle, content, length, size - length, null);
  return content.subarray(0, length);
}

/** The nearest folder at or above one with git's files, or else with a project file. The home folder holds more than a project. */
function markedFolder(folder: string): string | undefined {
  const home = realPath(homedir());
  const folders: string[] = [];
  for (let ancestor = folder; ; ancestor = path.dirname(ancestor)) {
    if (!isInside(realPath(ancestor), home)) folders.push(ancestor);
    if (ancestor === path.dirname(ancestor)) break;
  }
  return [".git", PROJECT_FILE].flatMap(
    (mark) => folders.find((candidate) => existsSync(path.join(candidate, mark))) ?? [],
  )[0];
}

/** Linux shows memory, environments and settings of processes as files. */
function isSystemFile(target: string): boolean {
  return process.platform === "linux" && ["/proc", "/sys"].some((folder) => isInside(folder, target));
}
