import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

// One file, one name. On Windows and macOS a name has any letter case, and a link is a further name: a run would compute the file for each, and
// its manifest would have names that Linux does not find.

/** What a disk says about names. */
export interface DiskNames {
  /** The names of a folder; none where it cannot be read. */
  readonly list: (folder: string) => readonly string[];
  /** Whether two paths lead to one file. */
  readonly isSame: (file: string, otherFile: string) => boolean;
}

const thisDisk: DiskNames = {
  list(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
  isSame(file, otherFile) {
    try {
      const [stats, otherStats] = [statSync(file, { bigint: true }), statSync(otherFile, { bigint: true })];
      return stats.dev === otherStats.dev && stats.ino === otherStats.ino;
    } catch {
      return false;
    }
  },
};

/**
 * A function that gives a path as the disk has it: each name in the letter case and the Unicode form that its folder lists. Links are not
 * followed.
 * @param folder what the paths are relative to; absolute
 */
export function diskNamer(folder: string, disk: DiskNames = thisDisk): (file: string) => string {
  const namesByFolder = new Map<string, ReadonlySet<string>>();
  const namesOf = (inner: string) => {
    const names = namesByFolder.get(inner) ?? new Set(disk.list(inner));
    namesByFolder.set(inner, names);
    return names;
  };
  const nameIn = (inner: string, typed: string) => {
    const names = namesOf(inner);
    if (typed === ".." || names.has(typed)) return typed;
    const isListed = (name: string) =>
      foldName(name) === foldName(typed) && disk.isSame(path.join(inner, name), path.join(inner, typed));
    return [...names].find(isListed) ?? typed;
  };
  return (file) => {
    const [root = ""] = /^(?:[A-Za-z]:\/|\/\/[^/]+\/[^/]+\/|\/)/.exec(file) ?? [];
    const names: string[] = [];
    for (const typed of file.slice(root.length).split("/"))
      names.push(nameIn(path.resolve(folder, root, ...names), typed));
    return (/^[a-z]:/.test(root) ? root.toUpperCase() : root) + names.join("/");
  };
}

/** A name as file systems compare it that regard neither letter case nor how an accent is written. */
function foldName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * Files with one name for each: that which the disk has, and of a file and the links to it that of the file itself. Two hard links stay two
 * files: each has its own name in a folder, and neither says which of them is meant.
 * @param folder what the paths are relative to; absolute
 * @returns sorted
 */
export function eachFileOnce(folder: string, files: readonly string[]): readonly string[] {
  const nameOf = diskNamer(folder);
  const realFolder = realName(folder);
  const nameByTarget = new Map<string, string>();
  for (const name of files.map(nameOf)) {
    const target = realName(path.resolve(folder, name));
    const isWithoutLink = path.resolve(realFolder, name) === target;
    if (!nameByTarget.has(target) || isWithoutLink) nameByTarget.set(target, name);
  }
  return [...nameByTarget.values()].sort((a, b) => (a < b ? -1 : 1));
}

/** The file that a path leads to, as the disk names it; the path itself where the disk does not tell, as some of Windows do not. */
export function realName(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}
