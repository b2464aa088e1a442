import { readlinkSync, realpathSync } from "node:fs";
import path from "node:path";
import { hasCode } from "./system-reason.ts";

/** The rules for paths of one system, as `node:path` has them. Its own name for this type differs between versions of Node's types. */
interface PathRules {
  readonly sep: string;
  relative(from: string, to: string): string;
  isAbsolute(file: string): boolean;
}

/**
 * Whether a path is a folder, or anything below it, by the text of both. Links are not followed.
 *
 * @param paths the rules for paths; by default, those of this system
 */
export function isInside(folder: string, file: string, paths: PathRules = path): boolean {
  const way = paths.relative(folder, file);
  return way !== ".." && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
}

/** Whether a path below `root` is among git's own files, which can hold the token that the repository was fetched with. In any letter case, as on Windows and macOS. */
export function isGitsOwn(root: string, file: string): boolean {
  return path
    .relative(root, file)
    .split(path.sep)
    .some((part) => part.toLowerCase() === ".git");
}

/** A path as people write it in a folder: relative to it where it is inside, with `/`. */
export function pathFrom(folder: string, file: string): string {
  return (isInside(folder, file) ? path.relative(folder, file) : file).split(path.sep).join("/");
}

/** Where a link leads a path of `root` that leaves `root`; `undefined` where the path stays inside, or is not below `root`. The path need not exist. */
export function linkOutOf(root: string, file: string): string | undefined {
  if (!isInside(path.resolve(root), path.resolve(file))) return undefined;
  const target = realPath(path.resolve(file));
  return isInside(realpathSync(root), target) ? undefined : target;
}

/** Where a path leads that may not exist yet. A link to nothing leads somewhere, too. */
export function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  const target = linkTarget(file);
  if (target !== undefined) return realPath(path.resolve(path.dirname(file), target));
  const parent = path.dirname(file);
  return parent === file ? file : path.join(realPath(parent), path.basename(file));
}

function linkTarget(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch (error) {
    if (hasCode(error, "ENOENT", "EINVAL", "UNKNOWN")) return undefined;
    throw error;
  }
}

// Files of a run folder, as any host opens them. Imports nothing of Node: the extension also runs in browsers.
