import { statSync } from "node:fs";
import path from "node:path";
import { familyIds } from "@analytics-engines/core";
import { UsageError } from "../exit-code.ts";
import type { FamilyRule } from "./family-rule.ts";

/** What is never looked into, unless a file there is named: packages and dot folders (tinyglobby leaves these out). */
const ignore = ["**/node_modules/**"];

/**
 * The files that are named, once each, sorted: paths relative to `folder`, with `/`. A folder stands for the parameter files below it,
 * and nothing named for those below `folder`; files that a family rule names count among them.
 *
 * @throws UsageError where a name or glob leads to no file: a check of nothing must not pass for a success.
 */
export async function findFiles(
  names: readonly string[],
  rules: readonly FamilyRule[],
  folder: string,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const missing: string[] = [];
  for (const name of names.length === 0 ? ["."] : names) {
    const stats = statSync(path.resolve(folder, name), { throwIfNoEntry: false });
    const files =
      stats === undefined
        ? await matchGlob(name, folder)
        : stats.isDirectory()
          ? await parameterFilesBelow(path.resolve(folder, name), rules, folder)
          : [path.resolve(folder, name)];
    if (files.length === 0) missing.push(stats === undefined ? `${name}: no such file` : noneBelow(name));
    for (const file of files) found.add(relativePath(file, folder));
  }
  if (missing.length > 0) throw new UsageError(missing.join("\n"));
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

function noneBelow(name: string): string {
  const where = name === "." ? "this folder" : name;
  return `No parameter files below ${where}: their names end in .FAMILY.json, FAMILY being ${familyIds.join(", ")}.`;
}

async function matchGlob(pattern: string, folder: string): Promise<string[]> {
  const { glob, isDynamicPattern } = await import("tinyglobby");
  const slashed = path.sep === "\\" ? pattern.replaceAll("\\", "/") : pattern;
  if (!isDynamicPattern(slashed)) return [];
  return glob(slashed, { cwd: folder, ignore, absolute: true, expandDirectories: false });
}

/** Links to folders are not followed: they may lead in circles, or out of the repository. */
async function parameterFilesBelow(below: string, rules: readonly FamilyRule[], folder: string): Promise<string[]> {
  const { glob } = await import("tinyglobby");
  const options = { ignore, absolute: true, expandDirectories: false, followSymbolicLinks: false } as const;
  const named = await glob(`**/*.{${familyIds.join(",")}}.json`, { ...options, cwd: below, caseSensitiveMatch: false });
  if (rules.length === 0) return named;
  const globs = rules.map(({ glob: pattern }) => (pattern.includes("/") ? pattern : `**/${pattern}`));
  const mapped = await glob(globs, { ...options, cwd: folder });
  const prefix = below.split(path.sep).join("/");
  return [...named, ...mapped.filter((file) => file.startsWith(`${prefix}/`))];
}

function relativePath(file: string, folder: string): string {
  const relative = path.relative(folder, file);
  return (path.isAbsolute(relative) ? file : relative).split(path.sep).join("/");
}
