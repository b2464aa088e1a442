import path from "node:path";
import type { Env, InputReader } from "../github/inputs.ts";

export const failOnChoices = ["error", "warning", "never"] as const;
/** The least severe finding that fails a step. */
export type FailOn = (typeof failOnChoices)[number];

/** The folder that a step may use: `GITHUB_WORKSPACE`, or without a runner the current folder. Absolute. */
export function workspaceOf(env: Env): string {
  return path.resolve(env["GITHUB_WORKSPACE"] || process.cwd());
}

/** Reads the input `working-directory`, the folder to which other paths are relative; absolute. */
export function readWorkingDirectory(reader: InputReader, env: Env): string {
  return path.resolve(workspaceOf(env), reader.line("working-directory") ?? ".");
}

/**
 * Reads the input `files`: globs relative to the working directory, one in each line; `!` excludes. If no glob names files, all parameter
 * files below it are meant.
 */
export function readPatterns(reader: InputReader): readonly string[] {
  const patterns = reader.lines("files");
  if (patterns.some((pattern) => leadsOutside(pattern.replace(/^!/, ""))))
    reader.refuse("Input files must hold patterns within working-directory: no absolute paths and no `..`.");
  return patterns;
}

/** Whether a path or pattern of an input can leave the folder that it is relative to. */
export function leadsOutside(file: string): boolean {
  return path.isAbsolute(file) || file.split(/[\\/]/).includes("..");
}
