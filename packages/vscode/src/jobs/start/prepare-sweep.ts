import type { FixedValues, SweepJob } from "@analytics-engines/core/files";
import { checkSweepTexts, sweepRunFile } from "@analytics-engines/runs/plan";
import type { Pause } from "../../common/pauses.ts";
import type { SweepFiles } from "../../editor/documents/sweep-files.ts";
import { noUnit, type PreparedFile, requestOfUnit, requireNoErrors, type SourceFile } from "./prepare-file.ts";
import { withFixedValues } from "./with-fixed-values.ts";

/** A sweep with the files that it reads. */
interface SweepSource extends SourceFile {
  readonly sweepFiles: SweepFiles;
}

/**
 * Prepares each job of a sweep, or the one unit of a row, for a run.
 * @param fixedValues the dates and the currency of the set that runs
 * @param pause lets other work have its turn: a sweep can have 100,000 rows
 * @throws InvalidFileError for an error in the sweep or a file that it reads; UserError if a unit has no place for the values of the set
 */
export async function prepareSweep(
  source: SweepSource,
  unitId: string | undefined,
  fixedValues: FixedValues | undefined,
  pause: Pause,
): Promise<readonly PreparedFile[]> {
  const { path, uri } = source;
  const sweep = checkSweep(source);
  const jobs = unitId === undefined ? sweep.jobs : [jobOfRow(sweep.jobs, unitId, path)];
  const uris = new Map([[path, uri], ...Array.from(source.sweepFiles, ([name, file]) => [name, file.uri] as const)]);
  const files: PreparedFile[] = [];
  for (const each of jobs) {
    await pause();
    const job = fixedValues === undefined ? each : withFixedValues(each, path, fixedValues);
    const { path: name, family, request, sha256, parametersSha256, sources = [] } = sweepRunFile(path, job, sweep);
    const units = job.units.length > 0 ? job.units : ["result"];
    const rows = units.map((_, index) => job.rowOf(index));
    const common = { path: name, family, sha256, parametersSha256, units, sweep: { path, sources, rows } };
    const file = { ...common, ...(uri !== undefined && { uri }), ...(fixedValues !== undefined && { fixedValues }) };
    files.push({ file, request, parameters: job, uris });
  }
  return files;
}

/** The ids of the rows of a sweep. @throws InvalidFileError for an error in the sweep or a file that it reads */
export function rowsOfSweep(source: SweepSource): readonly string[] {
  const { jobs } = checkSweep(source);
  return jobs.flatMap(({ units, rowOf }) => (units.length > 0 ? units : rowOf(0).id));
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
