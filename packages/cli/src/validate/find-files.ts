import { type Dirent, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { familyIds } from "@analytics-engines/core/families/facts";
import { familyByName, matchesGlob } from "@analytics-engines/core/parameters";
import { systemReason } from "@analytics-engines/runs/system-reason";
import { CommandError } from "../exit-code.ts";
import type { FamilyRule } from "./family-rule.ts";

/**
 * The files that are named, once each, sorted: paths relative to `folder` (absolute outside of it), with `/`. A folder stands for the parameter files below it,
 * packages, dot folders and run folders left out, and nothing named for those below `folder`; files that a family rule names count among them.
 *
 * @throws CommandError where a name or glob leads to no file: a check of nothing must not pass for a success.
 */
export async function findFiles(
  names: readonly string[],
  rules: readonly FamilyRule[],
  folder: string,
): Promise<readonly string[]> {
  const found = new Set<string>();
  const missing: string[] = [];
  for (const name of names.length === 0 ? ["."] : names) {
    const file = path.resolve(folder, name);
    const kind = kindOf(file);
    const files =
      kind === "none"
        ? await matchGlob(name, folder)
        : kind === "folder"
          ? parameterFilesBelow(file, rules, folder)
          : [file];
    if (files.length === 0) missing.push(kind === "none" ? `${name}: no such file` : noneBelow(name));
    for (const file of files) found.add(pathFrom(folder, file));
  }
  if (missing.length > 0) throw new CommandError(...missing);
  return [...found].sort((a, b) => (a < b ? -1 : 1));
}

/** What cannot be asked about counts as a file: reading it tells why. */
function kindOf(file: string): "file" | "folder" | "none" {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? "none" : stats.isDirectory() ? "folder" : "file";
  } catch {
    return "file";
  }
}

function noneBelow(name: string): string {
  const where = name === "." ? "this folder" : name;
  return `No parameter files below ${where}: their names end in .FAMILY.json, FAMILY being ${familyIds.join(", ")}.`;
}

async function matchGlob(pattern: string, folder: string): Promise<string[]> {
  const { glob, isDynamicPattern } = await import("tinyglobby");
  const slashed = path.sep === "\\" ? pattern.replaceAll("\\", "/") : pattern;
  if (!isDynamicPattern(slashed)) return [];
  return glob(slashed, { cwd: folder, ignore: ["**/node_modules/**"], absolute: true, expandDirectories: false });
}

/** Links to files count; links to folders are not followed: they may lead in circles, or out of the repository. */
function parameterFilesBelow(below: string, rules: readonly FamilyRule[], folder: string): string[] {
  const files: string[] = [];
  const folders = [below];
  for (const current of folders) {
    const entries = listFolder(current);
    if (isRunFolder(entries)) continue;
    for (const entry of entries) {
      const file = path.join(current, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith(".") && entry.name !== "node_modules") folders.push(file);
      } else if (familyByName(entry.name) || rules.some(({ glob }) => matchesGlob(pathFrom(folder, file), glob))) {
        files.push(file);
      }
    }
  }
  return files;
}

/** The results in a run folder are named after units, which may be called anything. */
function isRunFolder(entries: readonly Dirent[]): boolean {
  return ["manifest.json", "journal.jsonl"].every((name) => entries.some((entry) => entry.name === name));
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new CommandError(`${folder}: ${systemReason(error)}`);
  }
}

/** As people name it in this folder; a file elsewhere keeps its whole path. */
function pathFrom(folder: string, file: string): string {
  const relative = path.relative(folder, file);
  const shown =
    relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative) ? file : relative;
  return shown.split(path.sep).join("/");
}
