import path from "node:path";
import { type FamilyId, familyIds, isFamilyId } from "@analytics-engines/core/families/facts";
import type { UnknownProperties } from "@analytics-engines/core/parameters";
import { isInside } from "@analytics-engines/runs/contain";
import type { Env, InputReader } from "../github/inputs.ts";

export const failOnChoices = ["error", "warning", "never"] as const;
/** The least severe finding that fails a step. */
export type FailOn = (typeof failOnChoices)[number];

/** The folder that a step may use: `GITHUB_WORKSPACE`, or without a runner the current folder. Absolute. */
export function workspaceOf(env: Env): string {
  return path.resolve(env["GITHUB_WORKSPACE"] || process.cwd());
}

/** Reads the input `working-directory`, the folder that other paths are relative to; absolute. */
export function readWorkingDirectory(reader: InputReader, env: Env): string {
  return path.resolve(workspaceOf(env), reader.line("working-directory") ?? ".");
}

/** Reads the input `working-directory` of a step that reads and writes nothing outside of the workspace. */
export function readFolderOfWorkspace(reader: InputReader, env: Env): string {
  const folder = readWorkingDirectory(reader, env);
  if (!isInside(workspaceOf(env), folder)) reader.refuse("Input working-directory must be a folder of the workspace.");
  return folder;
}

/** Reads the input `files`: globs relative to the working directory, one in each line; `!` excludes. Where none names files, all parameter files below it are meant. */
export function readPatterns(reader: InputReader): readonly string[] {
  const patterns = reader.lines("files");
  const outside = patterns.find(
    (pattern) => path.isAbsolute(pattern.replace(/^!/, "")) || pattern.split(/[\\/]/).includes(".."),
  );
  if (outside !== undefined)
    reader.refuse("Input files must hold patterns within working-directory: no absolute paths and no `..`.");
  return patterns;
}

/** Reads the input `unknown-properties`: the severity of a property that the models do not have. */
export function readUnknownProperties(reader: InputReader): UnknownProperties {
  return reader.choice("unknown-properties", ["error", "warning"], "error");
}

/** Reads the input `families`: `GLOB=FAMILY`, one in each line, for files without a family in their name. */
export function readFamilies(reader: InputReader): Readonly<Record<string, FamilyId>> {
  const families = new Map<string, FamilyId>();
  for (const [index, line] of reader.lines("families").entries()) {
    const at = line.lastIndexOf("=");
    const glob = line.slice(0, Math.max(0, at)).trim();
    const family = line.slice(at + 1).trim();
    if (glob !== "" && isFamilyId(family)) {
      // The first that matches counts.
      if (!families.has(glob)) families.set(glob, family);
    } else {
      reader.refuse(
        `Input families: entry ${index + 1} must be GLOB=FAMILY, such as risk/*.json=spar. The families are ${familyIds.join(", ")}.`,
      );
    }
  }
  return Object.fromEntries(families);
}
