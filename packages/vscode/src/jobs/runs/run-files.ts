import { sweepOfJob } from "@analytics-engines/core/parameters";
import type { RunRecord } from "../store/history.ts";
import type { RunJobView } from "../store/run.ts";

/** A file of a run as the user has it, with its jobs: a sweep can need several. */
export interface RunFileView {
  readonly path: string;
  readonly jobs: readonly RunJobView[];
}

/** The parameter file or the sweep that a job comes from. @param path the path of the job */
export function sourceOf(path: string): string {
  return sweepOfJob(path) ?? path;
}

/** The jobs of a run by their files. */
export function filesOfJobs(jobs: readonly RunJobView[]): readonly RunFileView[] {
  return Array.from(
    Map.groupBy(jobs, ({ path }) => sourceOf(path)),
    ([path, ofFile]) => ({ path, jobs: ofFile }),
  );
}

/** The files of a run, each once. */
export function pathsOfRun(files: RunRecord["files"]): readonly string[] {
  return [...new Set(files.map(({ path }) => sourceOf(path)))];
}

/** Whether a job has units with names. A job without units has one, `result`. */
export function hasOwnUnits({ units }: RunJobView): boolean {
  return units.length !== 1 || units[0]?.id !== "result";
}
