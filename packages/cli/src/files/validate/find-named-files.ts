import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { findFiles, noParameterFiles, pathFrom } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/host";
import type { Families } from "../../arguments.ts";

/**
 * Finds the files that a command line names: files, folders and globs; without names, all parameter files below the folder.
 *
 * @returns sorted paths with `/`, relative to the folder, or absolute if they are outside of it
 * @throws UserError if a name leads to no file: a check of no files must not look like a success
 */
export function findNamedFiles(names: readonly string[], families: Families, folder: string): readonly string[] {
  const rootOf = (name: string) => path.parse(path.resolve(folder, name)).root;
  const isOnDrive = (name: string) => rootOf(name).toLowerCase() === rootOf(".").toLowerCase();
  const missing: string[] = [];
  const files = [
    ...Map.groupBy(names.length === 0 ? ["."] : names, (name) => (isOnDrive(name) ? folder : rootOf(name))),
  ]
    .flatMap(([base, namesBelow]) => findBelow(base, namesBelow, families, folder, missing))
    .map((file) => pathFrom(folder, asOnDisk(file)));
  if (missing.length > 0) throw new UserError(missing);
  return [...new Set(files)].sort((a, b) => (a < b ? -1 : 1));
}

/** The absolute paths of the files that names lead to. All are below one folder, which of another drive is its root. */
function findBelow(
  base: string,
  names: readonly string[],
  families: Families,
  folder: string,
  missing: string[],
): readonly string[] {
  const paths = names.filter((name) => existsSync(path.resolve(folder, name)));
  const patterns = names.filter((name) => !paths.includes(name));
  const relative = (name: string) => path.relative(base, path.resolve(folder, name)).split(path.sep).join("/") || ".";
  const nameByPath = new Map([...paths, ...patterns].map((name) => [relative(name), name]));
  const selection = { paths: paths.map(relative), patterns: patterns.map(relative), families };
  const { files, unmatched } = findFiles(base, selection, { isTyped: true });
  for (const pattern of unmatched) {
    const name = nameByPath.get(pattern) ?? pattern;
    missing.push(
      patterns.includes(name)
        ? `${name}: no such file. Check its path.`
        : `${noParameterFiles(name === "." ? "this folder" : name)} Name others with --family.`,
    );
  }
  return files.map((file) => path.resolve(base, file));
}

/** A path in the letter case that the disk has, where letter case distinguishes no files: one file has one name. Links are not followed. */
function asOnDisk(file: string): string {
  if (process.platform !== "win32" && process.platform !== "darwin") return file;
  try {
    const real = realpathSync.native(file);
    return real.toLowerCase() === file.toLowerCase() ? real : file;
  } catch {
    return file;
  }
}
