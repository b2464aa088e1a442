import { createHash } from "node:crypto";
import { isObject, type JsonObject } from "@analytics-engines/core/basics";
import { type FixedValues, fixValues, type SweepJob } from "@analytics-engines/core/files";
import {
  digestParameters,
  type Issue,
  isolateUnit,
  type ParameterFile,
  readParameterFile,
  type TemplateKind,
} from "@analytics-engines/core/parameters";
import { resultIds } from "@analytics-engines/runs/files";
import { UserError } from "@analytics-engines/runs/progress";
import { checkSweepTexts, sweepRunFile } from "@analytics-engines/runs/run";
import * as l10n from "@vscode/l10n";
import type { Pause } from "../../common/async.ts";
import type { SweepFiles, WrittenFile } from "../../editor/documents/written-file.ts";
import type { RecordedFile } from "../store/history.ts";

// Other shells prepare a run with `prepareRun`, which reads the files of a folder. The editor runs the texts of open documents, which need not
// be saved or on a disk, and single units; it lets other work have its turn, and leads to the first error. So it uses only the parts that
// take texts: the check of a sweep, the requests of its jobs, and the checks of the results, which `submit.ts` opens.

/** Prepares a file for a run: see `prepareFile`. A sweep gives a file for each of its jobs. @param pause lets other work have its turn */
export async function prepareFiles(
  source: SourceFile,
  pause: Pause,
  unitId?: string,
  fixedValues?: FixedValues,
): Promise<readonly PreparedFile[]> {
  const { sweepFiles } = source;
  if (sweepFiles === undefined) return [await prepareFile(source, unitId, fixedValues)];
  return prepareSweep({ ...source, sweepFiles }, unitId, fixedValues, pause);
}

/** The units that can run alone: those of a sweep have the ids of its rows. */
export function unitsOfSource(source: SourceFile): readonly string[] {
  const { sweepFiles } = source;
  return sweepFiles === undefined ? unitsOfText(source) : rowsOfSweep({ ...source, sweepFiles });
}

/** The parameter file of a run. Its path names the job within the run. */
export type SourceFile = Omit<WrittenFile, "unknownProperties"> & Partial<Pick<WrittenFile, "unknownProperties">>;

export interface PreparedFile {
  readonly file: RecordedFile;
  readonly request: unknown;
  /** The file that was read; absent for a request of the history. */
  readonly parameters?: ParameterFile;
  /** The addresses of the files that a sweep reads, by path. */
  readonly uris?: ReadonlyMap<string, string | undefined>;
}

/** The text has errors, so it is not sent. */
export class InvalidFileError extends UserError {
  override readonly name = "InvalidFileError";
  readonly uri: string | undefined;
  readonly issue: Issue;

  constructor(message: string, uri: string | undefined, issue: Issue) {
    super(message);
    this.uri = uri;
    this.issue = issue;
  }
}

/** A template is not computed, but created or updated on the service. */
export class TemplateFileError extends UserError {
  override readonly name = "TemplateFileError";
  readonly uri: string | undefined;
  readonly template: TemplateKind;

  constructor(path: string, uri: string | undefined, template: TemplateKind) {
    super(l10n.t("{0} was not run: it is a template, which is created or updated on the service.", path));
    this.uri = uri;
    this.template = template;
  }
}

/**
 * Prepares a parameter file, or one unit of it, for a run.
 * @param fixedValues what a set fixes
 * @throws InvalidFileError for a text with errors, TemplateFileError for a template, UserError for another text that cannot be run
 */
export async function prepareFile(
  source: SourceFile,
  unitId?: string,
  fixedValues?: FixedValues,
): Promise<PreparedFile> {
  const whole = unitId === undefined ? read(source, source.text) : readUnit(source, unitId);
  const { path, uri } = source;
  const part = fixedValues === undefined ? whole : withFixedValues(whole, path, fixedValues);
  if (part.template !== undefined) throw new TemplateFileError(path, uri, part.template);
  if (part.family === undefined) {
    throw new UserError(
      l10n.t(
        "{0} was not run: it is not a parameter file of a calculation or an optimization. Select its family, or run another file.",
        path,
      ),
    );
  }
  const file: RecordedFile = {
    path,
    family: part.family,
    sha256: createHash("sha256")
      .update(source.bytes ?? source.text)
      .digest("hex"),
    parametersSha256: await digestParameters(part),
    units: resultIds(part),
    ...(uri === undefined ? {} : { uri }),
    ...(fixedValues === undefined ? {} : { fixedValues }),
  };
  return { file, request: part.request, parameters: part };
}

/** The units that can run alone. */
export function unitsOfText(source: SourceFile): readonly string[] {
  return read(source, source.text).units;
}

function read({ path, uri, family, families, unknownProperties }: SourceFile, text: string): ParameterFile {
  const file = readParameterFile(text, { path, families, family, unknownProperties });
  requireNoErrors(path, file.issues, () => uri);
  return file;
}

/** @throws InvalidFileError for the first error @param uriOf the address of the file with an issue */
export function requireNoErrors(
  path: string,
  issues: readonly Issue[],
  uriOf: (issue: Issue) => string | undefined,
): void {
  const errors = issues.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return;
  const message =
    errors.length === 1
      ? l10n.t("{0} was not run: {1}", path, first.message)
      : l10n.t("{0} was not run: it has {1} errors. The first: {2}", path, errors.length, first.message);
  throw new InvalidFileError(message, uriOf(first), first);
}

/** Reads one unit. Errors in other units do not count. */
function readUnit(source: SourceFile, unitId: string): ParameterFile {
  const { text, path, families } = source;
  const isolated = isolateUnit(text, unitId);
  if (isolated === undefined) {
    const whole = read(source, text);
    return read(source, JSON.stringify(requestOfUnit(whole, unitId, path)));
  }
  // One unit alone may fit more families than the whole file.
  const family = source.family ?? readParameterFile(text, { path, families }).family;
  return read(family === undefined ? source : { ...source, family }, isolated);
}

export function noUnit(path: string, unitId: string): UserError {
  return new UserError(l10n.t('{0} has no unit "{1}". Run another unit.', path, unitId));
}

/** The request with one of its units. */
export function requestOfUnit({ request, units }: ParameterFile, unitId: string, path: string): JsonObject {
  const data = isObject(request) ? request["data"] : undefined;
  if (!isObject(request) || !isObject(data) || !units.includes(unitId) || !Object.hasOwn(data, unitId))
    throw noUnit(path, unitId);
  // A unit may have the name __proto__.
  return { ...request, data: Object.fromEntries(Object.entries(data).filter(([id]) => id === unitId)) };
}

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
  for (const sweepJob of jobs) {
    await pause();
    const job = fixedValues === undefined ? sweepJob : withFixedValues(sweepJob, path, fixedValues);
    const { path: name, family, request, sha256, parametersSha256, sources = [] } = sweepRunFile(path, job, sweep);
    const units = resultIds(job);
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
      return {
        ...job,
        units: [id],
        request: requestOfUnit(job, id, path),
        rowOf: () => job.rowOf(index),
        rangeOfRow: () => job.rangeOfRow(index),
      };
  }
  throw noUnit(path, id);
}

/** A file or job with the dates and the currency of a set, as it is sent. @throws UserError if a unit has no place for them */
export function withFixedValues<File extends ParameterFile>(file: File, path: string, values: FixedValues): File {
  const result = fixValues(file, values);
  if ("file" in result) return result.file;
  const [problem = ""] = result.problems;
  throw new UserError(l10n.t("{0} was not run: it does not fit the set. {1}", path, problem));
}
