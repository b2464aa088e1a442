import { existsSync } from "node:fs";
import path from "node:path";
import { familyOfSweep, type ParameterFile, type ReadOptions, sweepOfJob } from "@analytics-engines/core/parameters";
import { type NamingRules, projectRoot, rootOf } from "../files/confine.ts";
import { type CheckedFile, checkFile } from "../files/parameter-files.ts";
import { isChecksFile } from "../files/select-files.ts";

/** How files are checked. */
export interface FileCheckOptions extends NamingRules {
  readonly reading?: ReadOptions | ((name: string) => ReadOptions);
  /** The largest file that is read, bytes. */
  readonly maxBytes?: number;
  /** Whether the names are those of jobs, as a manifest or a plan has them: then a sweep gives only the jobs that are named. */
  readonly areJobs?: boolean;
  /** Whether checks files may be among the names. */
  readonly hasChecks?: boolean;
}

/**
 * Reads and checks parameter files, sweeps and, if they may be among the names, checks files. A sweep is followed by those of its files that have issues. Never throws for what a file is or
 * holds.
 *
 * @param folder what the names are relative to; absolute
 */
export async function checkFiles(
  folder: string,
  names: readonly string[],
  { reading = {}, areJobs = false, hasChecks = false, maxBytes, isTyped, root }: FileCheckOptions = {},
): Promise<CheckedFile[]> {
  const naming: NamingRules = { root: root ?? projectRoot(folder), isTyped };
  const jobs = new Set(names);
  const sweeps = new Set<string>();
  const checked: CheckedFile[] = [];
  for (const name of names) {
    const readingOf = typeof reading === "function" ? reading(name) : reading;
    const sweep = findSweep(folder, name);
    const rules = { root: rootOf(folder, name, naming), maxBytes };
    if (hasChecks && isChecksFile(name)) {
      const { checkChecksFile } = await import("../checks/checks-files.ts");
      checked.push(checkChecksFile(folder, name, rules));
    } else if (sweep === undefined) checked.push(checkFile(folder, name, readingOf, rules));
    else if (!sweeps.has(sweep)) {
      sweeps.add(sweep);
      const hasName = (job: string) => jobs.has(job) || (!areJobs && jobs.has(sweep));
      // Most repositories have no sweep, and need no reader of CSV.
      const { checkSweep } = await import("./check-sweep.ts");
      checked.push(...checkSweep(folder, sweep, readingOf, rules, hasName));
    }
  }
  return checked;
}

/** The sweep that a name means: itself, or that of a job. */
export function findSweep(folder: string, name: string): string | undefined {
  if (familyOfSweep(name) !== undefined) return name;
  return existsSync(path.resolve(folder, name)) ? undefined : sweepOfJob(name);
}

/** The parameters of all files and of all jobs of sweeps, by the paths that name them in a run. */
export function parametersByPath(files: readonly CheckedFile[]): ReadonlyMap<string, ParameterFile> {
  return new Map(
    files.flatMap(({ path: name, parameters, sweep }): (readonly [string, ParameterFile])[] => {
      if (sweep !== undefined) return sweep.jobs.map((job) => [job.path, job]);
      return parameters === undefined ? [] : [[name, parameters]];
    }),
  );
}
