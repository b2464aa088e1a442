import path from "node:path";
import type { Env, InputReader } from "../github/inputs.ts";

/** The folder that `files` and the like are relative to, absolute: the input `working-directory`, relative to the workspace. */
export function readWorkingDirectory(reader: InputReader, env: Env): string {
  return path.resolve(env["GITHUB_WORKSPACE"] || process.cwd(), reader.line("working-directory") ?? ".");
}

/** The input `files`: globs relative to the working directory, one a line; `!` excludes. */
export function readPatterns(reader: InputReader): readonly string[] {
  const patterns = reader.lines("files");
  const outside = patterns.find(
    (pattern) => path.isAbsolute(pattern.replace(/^!/, "")) || pattern.split(/[\\/]/).includes(".."),
  );
  if (outside !== undefined)
    reader.refuse("Input files must hold patterns within working-directory: no absolute paths and no `..`.");
  return patterns;
}
