import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import path from "node:path";
import { digestParameters } from "@analytics-engines/core/parameters";
import { type RunFile, readManifest } from "@analytics-engines/runs";
import { CommandError } from "../exit-code.ts";
import type { CheckedFile } from "../validate/check-file.ts";

/** The files that can be run. Throws CommandError for a file that is no job, and for one that is given under two names. */
export async function toRunFiles(files: readonly CheckedFile[], folder: string): Promise<readonly RunFile[]> {
  const ready: RunFile[] = [];
  const nameByTarget = new Map<string, string>();
  for (const { path: name, text, parameters } of files) {
    if (parameters?.template !== undefined)
      throw new CommandError(`${name} holds a template, which is no job: leave it out.`);
    const target = realpathSync(path.resolve(folder, name));
    const other = nameByTarget.get(target);
    if (other !== undefined)
      throw new CommandError(`${name} and ${other} are the same file: its jobs would be computed twice.`);
    nameByTarget.set(target, name);
    if (parameters?.family === undefined || parameters.request === undefined) continue;
    const { family, request } = parameters;
    const sha256 = createHash("sha256").update(text, "utf8").digest("hex");
    ready.push({ path: name, family, request, sha256, parametersSha256: await digestParameters(parameters) });
  }
  return ready;
}

/** The parameter files of the run that is resumed. */
export async function earlierFiles(runFolder: string): Promise<readonly string[]> {
  return (await readManifest(runFolder)).files.map((file) => file.path);
}
