import { existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { hasCode } from "../user-error.ts";

// Where paths lead, and which of them a run folder may have.

/** The rules for paths of one system, as `node:path` has them. Its own name for this type differs between versions of Node's types. */
interface PathRules {
  readonly sep: string;
  resolve(folder: string, name: string): string;
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
export function pathFrom(folder: string, file: string, paths: PathRules = path): string {
  return (isInside(folder, file, paths) ? paths.relative(folder, file) : file).split(paths.sep).join("/");
}

/**
 * How a folder names what a person typed in it, with `/`: relative to the folder, also where that leads out of it. On another drive or a share
 * of Windows, to which no relative path leads, the name is absolute: `D:/book`, `//server/share/book`.
 */
export function wayFrom(folder: string, name: string, paths: PathRules = path): string {
  return paths.relative(folder, paths.resolve(folder, name)).split(paths.sep).join("/") || ".";
}

/** Whether a path leads to a folder; false where the system does not tell. */
export function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
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

/** The folder itself, or the nearest folder above it that exists. */
export function nearestExisting(folder: string): string {
  const parent = path.dirname(folder);
  return existsSync(folder) || parent === folder ? folder : nearestExisting(parent);
}

/** Names of devices on Windows, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** Whether Windows takes a name for that of a device. */
export function isDeviceName(name: string): boolean {
  return RESERVED.test(name);
}

/** Names of the run's own files: no folder of results has one of them. */
export const runFileNames = [
  "manifest.json",
  "manifest.json.partial",
  "journal.jsonl",
  "journal.commit",
  "run.lock",
  "run.lock~",
  "checks.json",
  "checks.json.partial",
  "report.html",
  "summary.md",
  "summary.md.partial",
];

/** Characters that a file system does not accept in a name, such as the colon of a drive or an alternate stream of Windows. */
const NO_NAME = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MAX_NAME_LENGTH = 255;

function isTooLong(name: string): boolean {
  // A character has at most three bytes for each of its units.
  return 3 * name.length > MAX_NAME_LENGTH && new TextEncoder().encode(name).length > MAX_NAME_LENGTH;
}

/**
 * Why a text is not a relative path, with `/`, of a file below its folder; `undefined` where it is. The answer is the same on every system:
 * run folders are copied, so a path that only Windows reads in another way is refused everywhere.
 */
export function whyNotBelow(file: string): string | undefined {
  const parts = file.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..")) return "it leads out of the run folder";
  if (NO_NAME.test(file)) return "it has a character that a file name cannot have";
  if (parts.some((part) => /[. ]$/.test(part))) return "a name in it ends in a dot or a space";
  if (parts.some(isDeviceName)) return "a name in it is that of a device";
  if (parts.some(isTooLong)) return "a name in it is too long";
  return undefined;
}

/**
 * Why a text is not the path of a result, an info document or a CSV of a run; `undefined` where it is. These files are in folders of the run
 * folder, so none of them is one of the run's own files.
 */
export function whyNoResultPath(file: string): string | undefined {
  const [first = "", ...rest] = file.split("/");
  const outside = whyNotBelow(file);
  if (outside !== undefined) return outside;
  if (rest.length === 0 || runFileNames.includes(first.toLowerCase())) return "it is one of the run's own files";
  if (/(?:^|\/)\./.test(file)) return "a name in it begins with a dot";
  return /\.partial$/i.test(file) ? "it is a partial result" : undefined;
}

/** The name of a folder with the day in place of `{date}`, in the time zone of the machine: `runs/2026-11-29`. */
export function datedFolder(name: string, now: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  const day = `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
  return name.replaceAll("{date}", day);
}
