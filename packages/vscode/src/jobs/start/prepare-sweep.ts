import { type FixedValues, fixJob, type SweepJob } from "@analytics-engines/core/files";
import { checkSweepTexts, sweepRunFile } from "@analytics-engines/runs/plan";
import type { SweepFiles } from "../../editor/documents/sweep-files.ts";
import { misfit, noUnit, type PreparedFile, requestOfUnit, requireNoErrors, type SourceFile } from "./prepare-file.ts";

/** A sweep with the files that it reads. */
interface SweepSource extends SourceFile {
  readonly sweepFiles: SweepFiles;
}

/**
 * Prepares each job of a sweep, or the one unit of a row, for a run.
 * @param fixedValues the dates and the currency of the set that runs
 * @throws InvalidFileError for an error in the sweep or a file that it reads; UserError if a unit has no place for the values of the set
 */
export function prepareSweep(source: SweepSource, unitId?: string, fixedValues?: FixedValues): readonly PreparedFile[] {
  const { path, uri } = source;
  const sweep = checkSweep(source);
  const selectedJobs = unitId === undefined ? sweep.jobs : [jobOfRow(sweep.jobs, unitId, path)];
  const jobs = fixedValues === undefined ? selectedJobs : selectedJobs.map((job) => fixed(job, path, fixedValues));
  const uris = new Map([[path, uri], ...Array.from(source.sweepFiles, ([name, file]) => [name, file.uri] as const)]);
  return jobs.map((job) => {
    const { path: name, family, request, sha256, parametersSha256, sources = [] } = sweepRunFile(path, job, sweep);
    const units = job.units.length > 0 ? job.units : ["result"];
    const rows = units.map((_, index) => job.rowOf(index));
    const common = { path: name, family, sha256, parametersSha256, units, sweep: { path, sources, rows } };
    const file = { ...common, ...(uri !== undefined && { uri }), ...(fixedValues !== undefined && { fixedValues }) };
    return { file, request, parameters: job, uris };
  });
}

/** The job with the dates and the currency of a set, as it is sent. @throws UserError if a unit has no place for them */
function fixed(job: SweepJob, path: string, values: FixedValues): SweepJob {
  const result = fixJob(job, values);
  if ("job" in result) return result.job;
  throw misfit(path, result.problems);
}

/** The ids of the rows of a sweep. @throws InvalidFileError for an error in the sweep or a file that it reads */
export function rowsOfSweep(source: SweepSource): readonly string[] {
  return checkSweep(source).jobs.flatMap(({ units, rowOf }) => (units.length > 0 ? units : rowOf(0).id));
}

function checkSweep({ path, uri, text, sweepFiles, unknownProperties }: SweepSource) {
  const files = checkSweepTexts(path, text, sweepFiles, { unknownProperties });
  const uriByIssue = new Map(
    files.flatMap((file) => file.issues.map((issue) => [issue, sweepFiles.get(file.path)?.uri ?? uri] as const)),
  );
  requireNoErrors(path, [...uriByIssue.keys()], (issue) => uriByIssue.get(issue));
  return files[0].sweep ?? { jobs: [], sources: [] };
}

/** The job of one row alone. */
function jobOfRow(jobs: readonly SweepJob[], id: string, path: string): SweepJob {
  for (const job of jobs) {
    if (job.units.length === 0 && job.rowOf(0).id === id) return job;
    const index = job.units.indexOf(id);
    if (index >= 0)
      return { ...job, units: [id], request: requestOfUnit(job, id, path), rowOf: () => job.rowOf(index) };
  }
  throw noUnit(path, id);
}
