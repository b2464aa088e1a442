import { realpathSync } from "node:fs";
import path from "node:path";
import { canonicalText } from "@analytics-engines/core/basics";
import type { SweepJob } from "@analytics-engines/core/files";
import { sha256 } from "../files/open-file.ts";
import type { CheckedFile, CheckedSweep } from "../files/parameter-files.ts";
import type { RunFile } from "../folder/run-options.ts";

/**
 * The checked files and jobs of sweeps that can be run, with digests; and what is wrong with the others as a whole, a sentence each. Files with
 * errors are in neither list.
 *
 * @param folder what their paths are relative to; absolute
 */
export function toRunFiles(
  files: readonly CheckedFile[],
  folder: string,
): { readonly ready: readonly RunFile[]; readonly problems: readonly string[] } {
  const ready: RunFile[] = [];
  const problems: string[] = [];
  const nameByTarget = new Map<string, string>();
  for (const { path: name, text, parameters, problem, sweep } of files) {
    if (problem !== undefined) {
      problems.push(`${name} ${problem}.`);
      continue;
    }
    // A file that a sweep reads.
    if (parameters === undefined && sweep === undefined) continue;
    if (parameters?.template !== undefined)
      problems.push(`${name} holds a template, which is not a job: leave it out.`);
    const target = realpathSync(path.resolve(folder, name));
    const other = nameByTarget.get(target);
    if (other !== undefined)
      problems.push(`${name} and ${other} are the same file: its jobs would be computed twice. Leave one out.`);
    nameByTarget.set(target, name);
    if (sweep !== undefined) for (const job of sweep.jobs) ready.push(sweepRunFile(name, job, sweep));
    const { family, request } = parameters ?? {};
    if (parameters === undefined || family === undefined || request === undefined) continue;
    ready.push({
      path: name,
      family,
      request,
      sha256: sha256(text),
      parametersSha256: sha256(canonicalText(parameters)),
    });
  }
  return { ready, problems };
}

/** A job of a sweep, ready to run. @param sweep the path of the sweep */
export function sweepRunFile(sweep: string, job: SweepJob, { sources }: CheckedSweep): RunFile {
  return {
    path: job.path,
    family: job.family,
    // Made when it is sent: see `SweepJob`.
    get request() {
      return job.request;
    },
    sha256: sha256(JSON.stringify(sources.map((source) => source.sha256))),
    parametersSha256: sha256(canonicalText(job)),
    sources,
    rowOf(unit) {
      const { id, line } = job.rowOf(Math.max(0, job.units.indexOf(unit)));
      return { sweep, row: id, line };
    },
  };
}
