import path from "node:path";
import { familyOfSweep, PROJECT_FILE } from "@analytics-engines/core/basics";
import { listSweepFiles } from "@analytics-engines/core/files";
import { outsideProblem, readConfined, rootOf } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import { findCommandFiles, readSettings } from "../project.ts";
import type { ExitCode } from "../terminal/output.ts";
import { type RunCommandOptions, runCommand } from "./run.ts";
import { createFileDigests, repeatOnChange } from "./watch.ts";

/** Runs files, and again whenever one of them is saved, until a signal ends it. Each run copies the results of the run before that are still right. */
export function watchRun(fileNames: readonly string[], options: RunCommandOptions): Promise<ExitCode> {
  const folder = process.cwd();
  const digest = createFileDigests(folder);
  return repeatOnChange(
    async () => digest(filesToWatch(fileNames, options, folder)),
    () => runCommand(fileNames, options),
  );
}

/** The parameter files, the files that sweeps among them read, and the project file. */
function filesToWatch(fileNames: readonly string[], options: RunCommandOptions, folder: string): ReadonlySet<string> {
  const files = new Set([PROJECT_FILE]);
  for (const file of findFilesNow(fileNames, options, folder)) {
    files.add(file);
    if (familyOfSweep(file) === undefined) continue;
    const root = rootOf(folder, file, { isTyped: true });
    const read = readConfined(folder, file, root);
    for (const source of "text" in read ? listSweepFiles(read.text, file) : [])
      if (outsideProblem(path.resolve(folder, source), root) === undefined) files.add(source);
  }
  return files;
}

/** The files of the run; none while the project file is wrong or they are away: the run says why. */
function findFilesNow(fileNames: readonly string[], options: RunCommandOptions, folder: string): readonly string[] {
  try {
    return findCommandFiles(fileNames, readSettings(options, folder), folder);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}
