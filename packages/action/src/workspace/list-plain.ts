import { type Dirent, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { matchesGlob } from "@analytics-engines/core/parameters";

/** What stands for itself in a pattern, and `*`. */
const plainName = /^(?!\.+$|.*\*\*)[\w @=,~.*-]+$/;

/**
 * What Node's `glob` lists for a pattern such as nearly everybody writes: of names, `*`, and `**` for folders. Loading the matcher of
 * `glob` takes as long as reading a hundred parameter files. Without the folders that match, which are no parameter files.
 *
 * @returns `undefined` where it is for `glob` to say: other patterns, links to folders, folders that cannot be read, and systems whose file
 *   names ignore letter case.
 */
export function listPlain(pattern: string, folder: string, exclude: readonly string[]): string[] | undefined {
  const parts = pattern.split("/");
  const skipped = readExclude(exclude);
  const isPlain = parts.every((part) => part === "**" || plainName.test(part)) && parts.at(-1) !== "**";
  if (process.platform !== "linux" || !isPlain || skipped === undefined) return undefined;
  const found: string[] = [];
  return walk("", new Set([0])) ? found : undefined;

  /** @param at A folder. @param places Where in the pattern its entries may go on. */
  function walk(at: string, places: ReadonlySet<number>): boolean {
    const entries = entriesOf(path.join(folder, at));
    return entries?.every((entry) => visit(entry, at === "" ? entry.name : `${at}/${entry.name}`, places)) === true;
  }

  function visit(entry: Dirent, file: string, places: ReadonlySet<number>): boolean {
    const next = after(places, entry.name);
    const matches = next.delete(parts.length);
    if (matches && !entry.isDirectory()) found.push(file);
    if (next.size === 0 || skipped?.has(entry.name) || skipped?.has(`/${file}`)) return true;
    if (entry.isDirectory()) return walk(file, next);
    return !entry.isSymbolicLink() || leadsToFile(path.join(folder, file));
  }

  /** Where the pattern goes on inside of an entry of this name; at its end if it matches. */
  function after(places: ReadonlySet<number>, name: string): Set<number> {
    const next = new Set<number>();
    for (const place of withSkips(places)) {
      const part = parts[place];
      if (part === "**") {
        if (!name.startsWith(".") || isNamedBehind(place, name)) next.add(place);
      } else if (part !== undefined && matchesName(name, part)) next.add(place + 1);
    }
    return next;
  }

  /** `**` goes into a hidden folder whose name the part behind it matches. */
  function isNamedBehind(place: number, name: string): boolean {
    const behind = parts.slice(place).find((part) => part !== "**");
    return behind !== undefined && matchesName(name, behind);
  }

  /** `**` may stand for no folder at all. */
  function withSkips(places: ReadonlySet<number>): Set<number> {
    const all = new Set(places);
    for (const place of all) if (parts[place] === "**") all.add(place + 1);
    return all;
  }
}

/** The folders of globs such as `**` + `/NAME/**`, as `NAME`, and `PATH/**`, as `/PATH`; `undefined` where there are others. */
function readExclude(globs: readonly string[]): ReadonlySet<string> | undefined {
  const folders = globs.map((glob) => /^(\*\*\/)?([^*]+)\/\*\*$/.exec(glob));
  const skipped = new Set<string>();
  for (const [, anywhere, name = ""] of folders.map((found) => found ?? [])) {
    if (!name.split("/").every((part) => plainName.test(part)) || (anywhere && name.includes("/"))) return undefined;
    skipped.add(anywhere ? name : `/${name}`);
  }
  return skipped;
}

/** `*` hides what begins with a dot. */
function matchesName(name: string, part: string): boolean {
  if (!part.includes("*")) return name === part;
  return (!name.startsWith(".") || part.startsWith(".")) && matchesGlob(name, part);
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

function leadsToFile(link: string): boolean {
  try {
    return statSync(link).isFile();
  } catch {
    return false;
  }
}
