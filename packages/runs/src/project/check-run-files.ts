import type { FamilyId } from "@analytics-engines/core/basics";
import { type FixedValues, fixValues } from "@analytics-engines/core/files";
import type { CheckedFile } from "../files/parameter-files.ts";
import { checkFiles } from "../sweep/check-files.ts";
import type { ProjectSettings } from "./settings.ts";

/** The most sentences about units of one file. */
const MAX_PROBLEMS = 3;

/** What an earlier run or a plan decided about files. */
export interface DecidedFiles {
  /** The family of each file, by path. */
  readonly families?: ReadonlyMap<string, FamilyId> | undefined;
  /** See `FileCheckOptions.areJobs`. */
  readonly areJobs?: boolean;
}

/**
 * Reads and checks the files of a run by the settings of a project, and puts the dates and the currency of its set into them. Never throws
 * for what a file is or holds.
 *
 * @param folder what the paths are relative to; absolute
 */
export async function checkRunFiles(
  folder: string,
  paths: readonly string[],
  settings: Pick<ProjectSettings, "families" | "unknownProperties" | "fixedValues">,
  { families, areJobs = false }: DecidedFiles = {},
): Promise<readonly CheckedFile[]> {
  const unknownProperties = settings.unknownProperties.value;
  const checked = await checkFiles(folder, paths, {
    reading: (name) => ({ families: settings.families.value, family: families?.get(name), unknownProperties }),
    areJobs,
    // Those of a plan, a manifest or an earlier run come from elsewhere.
    isTyped: !areJobs,
  });
  return checked.map((file) => fixFile(file, settings.fixedValues.value));
}

/**
 * Puts the dates and the currency of a set into a checked file or the jobs of a sweep, so that its digest is that of the request that is sent. A file for which that
 * is not possible gets a problem in place of its parameters.
 */
export function fixFile<File extends CheckedFile>(file: File, values: FixedValues | undefined): File {
  if (values === undefined) return file;
  const { sweep } = file;
  if (sweep !== undefined) {
    const results = sweep.jobs.map((job) => fixValues(job, values));
    const problems = results.flatMap((result) => ("problems" in result ? result.problems : []));
    if (problems.length > 0) return { ...file, sweep: { ...sweep, jobs: [] }, problem: misfit(problems) };
    return { ...file, sweep: { ...sweep, jobs: results.flatMap((result) => ("file" in result ? result.file : [])) } };
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
