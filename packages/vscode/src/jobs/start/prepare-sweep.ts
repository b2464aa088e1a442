import type { SweepJob } from "@analytics-engines/core/files";
import { checkSweepTexts, sweepRunFile } from "@analytics-engines/runs/plan";
import type { SweepFiles } from "../../editor/documents/sweep-files.ts";
import { noUnit, type PreparedFile, requestOfUnit, requireNoErrors, type SourceFile } from "./prepare-file.ts";

/** A sweep with the files that it reads. */
interface SweepSource extends SourceFile {
  readonly sweepFiles: SweepFiles;
}

/** Prepares each job of a sweep, or the one unit of a row, for a run. @throws InvalidFileError for an error in the sweep or a file that it reads */
export function prepareSweep(source: SweepSource, unitId?: string): readonly PreparedFile[] {
  const { path, uri } = source;
  const sweep = checkSweep(source);
  const jobs = unitId === undefined ? sweep.jobs : [jobOfRow(sweep.jobs, unitId, path)];
  const uris = new Map([[path, uri], ...Array.from(source.sweepFiles, ([name, file]) => [name, file.uri] as const)]);
  return jobs.map((job) => {
    const { path: name, family, request, sha256, parametersSha256, sources = [] } = sweepRunFile(path, job, sweep);
    const units = job.units.length > 0 ? job.units : ["result"];
    const rows = units.map((_, index) => job.rowOf(index));
    const common = { path: name, family, sha256, parametersSha256, units, sweep: { path, sources, rows } };
    return { file: { ...common, ...(uri !== undefined && { uri }) }, request, parameters: job, uris };
  });
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
