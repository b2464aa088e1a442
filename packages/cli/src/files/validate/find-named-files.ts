import { existsSync } from "node:fs";
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
  const paths = names.length === 0 ? ["."] : names.filter((name) => existsSync(path.resolve(folder, name)));
  const patterns = names.filter((name) => !paths.includes(name));
  const relative = (name: string) => path.relative(folder, path.resolve(folder, name)).split(path.sep).join("/") || ".";
  const nameByPath = new Map([...paths, ...patterns].map((name) => [relative(name), name]));
  const selection = { paths: paths.map(relative), patterns: patterns.map(relative), families };
  const { files, unmatched } = findFiles(folder, selection, { isTyped: true });
  const missing = unmatched.map((pattern) => {
    const name = nameByPath.get(pattern) ?? pattern;
    if (patterns.includes(name)) return `${name}: no such file. Check its path.`;
    return `${noParameterFiles(name === "." ? "this folder" : name)} Name others with --family.`;
  });
  if (missing.length > 0) throw new UserError(missing);
  return [...new Set(files.map((file) => pathFrom(folder, path.resolve(folder, file))))].sort((a, b) =>
    a < b ? -1 : 1,
  );
}
