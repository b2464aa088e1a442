import path from "node:path";
import { count, printable } from "@analytics-engines/core/basics";
import { mergeShards, openRunFolders } from "@analytics-engines/runs/run";
import { writeReport } from "@analytics-engines/viewer/report";
import { attemptPage } from "../results/report.ts";
import { type ExitCode, paintFor, printableJson } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { runReport } from "./print.ts";

export interface MergeCommandOptions {
  /** The new run folder. */
  readonly output: string;
  readonly allowMissing?: true;
  /** What is written beside the results. */
  readonly write: "report" | "none";
  readonly json?: true;
}

/** Joins the run folders of the shards of a plan. */
export async function mergeCommand(folderNames: readonly string[], options: MergeCommandOptions): Promise<ExitCode> {
  const { output, allowMissing = false, write, json } = options;
  const runs = (await Promise.all(folderNames.map(openRunFolders))).flat();
  const folder = path.resolve(output);
  const progress = createProgress();
  const manifest = await mergeShards(runs, {
    folder,
    mayMiss: allowMissing,
    onFile: (file) => progress.step(`Merging ${file}`),
  }).finally(progress.clear);
  const hasPage = write === "report" && (await attemptPage(() => writeReport({ folder }))) !== undefined;
  if (json === true) process.stdout.write(`${printableJson(manifest)}\n`);
  else {
    process.stdout.write(runReport(manifest, manifest.status, output, paintFor(process.stdout)));
    for (const { index, total, files } of manifest.missing ?? [])
      process.stdout.write(`Missing: shard ${index} of ${total}, with ${count(files.length, "file")}\n`);
    if (hasPage) process.stdout.write(`Report: ${printable(`${output}/report.html`)}\n`);
  }
  return manifest.status === "success" ? 0 : 1;
}
