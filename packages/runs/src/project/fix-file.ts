import { type FixedValues, fixJob, fixValues, type SweepJob } from "@analytics-engines/core/files";
import type { CheckedFile } from "../files/parameter-files.ts";

/** The most sentences about units of one file. */
const MAX_PROBLEMS = 3;

/**
 * Puts the dates and the currency of a set into a checked file or the jobs of a sweep, so that its digest is that of the request that is sent. A file for which that
 * is not possible gets a problem in place of its parameters.
 */
export function fixFile<File extends CheckedFile>(file: File, values: FixedValues | undefined): File {
  if (values === undefined) return file;
  if (file.sweep !== undefined) {
    const jobs: SweepJob[] = [];
    const problems: string[] = [];
    for (const job of file.sweep.jobs) {
      const fixed = fixJob(job, values);
      if ("job" in fixed) jobs.push(fixed.job);
      else problems.push(...fixed.problems);
    }
    if (problems.length === 0) return { ...file, sweep: { ...file.sweep, jobs } };
    return { ...file, sweep: { ...file.sweep, jobs: [] }, problem: misfit(problems) };
  }
  if (file.parameters === undefined) return file;
  const fixed = fixValues(file.parameters, values);
  if ("file" in fixed) return { ...file, parameters: fixed.file };
  return { ...file, parameters: undefined, problem: misfit(fixed.problems) };
}

/** Why a file cannot have the values: the rest of a sentence that begins with its name. */
function misfit(problems: readonly string[]): string {
  const more = problems.length - MAX_PROBLEMS;
  const text = problems.slice(0, MAX_PROBLEMS).join(" ");
  return `does not fit the set: ${more > 0 ? `${text} ${more} more do not fit` : text.replace(/\.$/, "")}`;
}
