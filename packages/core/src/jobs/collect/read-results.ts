import { describeUnread } from "../../json/errors.ts";
import { LostResultError, ServiceError, type ServiceErrorItem } from "../../service/errors/errors.ts";
import { messageOf } from "../../text/errors.ts";
import { handleOf, type Job } from "../context.ts";
import { findRead, type JobHandle } from "../handle.ts";
import { missingUnits } from "../protocol/units.ts";
import type { StoredFile, UnitOutcome, UnitReport, UnitStatus } from "../types.ts";
import { readOnce } from "./read-once.ts";

/** Reads and stores every result of a finished job, info documents before results. */
export async function readResults(job: Job): Promise<readonly UnitOutcome[]> {
  const handle = handleOf(job);
  const reports = handle.units ?? [];
  for (const report of [...reports, ...unitsMissingFromStatus(handle, reports)]) {
    if (!job.unitOutcomes.has(report.id)) settle(job, await readUnit(job, report));
  }
  return [...job.unitOutcomes.values()];
}

/** Decides the outcome of a unit, once. */
export function settle(job: Job, unit: UnitOutcome): UnitOutcome {
  job.unitOutcomes.set(unit.id, unit);
  job.emit({ type: "unit-finished", key: job.key, unit });
  return unit;
}

/** Reads and stores the result of a unit, as its report says. @throws the errors that leave its outcome open */
export async function readUnit(job: Job, report: UnitReport): Promise<UnitOutcome> {
  const { id, errors } = report;
  if (report.status !== "success") {
    const failed = { id, status: report.status, warnings: report.warnings, errors } as const;
    return report.status === "failure" && job.api.failureHasResult ? withResult(job, failed) : failed;
  }
  const { info, warnings } = await collectInfo(job, report);
  const rest = { ...(info !== undefined && { info }), warnings };
  try {
    const file = await readOnce(job, id, "result");
    return storedUnit(id, file, { ...rest, errors });
  } catch (error) {
    if (error instanceof LostResultError) return { id, status: "lost", ...rest, errors: [...errors, lossItem(error)] };
    if (job.stop.aborted || !(error instanceof ServiceError)) throw error;
    // The service still has the result: a resumed run reads it.
    return { id, status: "unknown", ...rest, errors: [...errors, errorItem(error)] };
  }
}

/** A failed unit with its document, if that can be read. */
async function withResult(job: Job, failed: UnitOutcome): Promise<UnitOutcome> {
  const stored = await readOptional(job, readOnce(job, failed.id, "result"));
  if (!(stored instanceof ServiceError)) return { ...failed, stored };
  return { ...failed, warnings: [...failed.warnings, `Its document is missing: ${stored.message}`] };
}

/** What a read that the unit can do without stores, or why the service did not give it. */
async function readOptional(job: Job, read: Promise<StoredFile>): Promise<StoredFile | ServiceError> {
  try {
    return await read;
  } catch (error) {
    if (job.stop.aborted || !(error instanceof ServiceError)) throw error;
    return error;
  }
}

/** The outcome of a unit whose bytes are stored. It fails if they are not in the requested format. */
function storedUnit(
  id: string,
  file: StoredFile,
  rest: Pick<UnitOutcome, "warnings" | "errors" | "info">,
): UnitOutcome {
  if (file.defect === undefined) {
    const warnings = [...rest.warnings, ...endWarning("result", file), ...unreadWarning(file)];
    return { id, status: "success", stored: file, ...rest, warnings };
  }
  const detail = `${file.defect} The bytes are kept in ${file.file}.`;
  const defect = { code: "malformed-result", title: "The answer is not the result", detail };
  return { id, status: "failure", stored: file, ...rest, errors: [...rest.errors, defect] };
}

/** A warning about a file whose end nothing proves. */
function endWarning(noun: string, { end, file, bytes }: StoredFile): string[] {
  if (end === undefined) return [];
  return [
    `The end of the ${noun} is not proved: its answer came without a length, and its format has no end mark, so bytes may be missing after the ${bytes} of ${file}. Look at its last rows, or run the parameter file again.`,
  ];
}

/** A warning about a result whose tables are not read. */
function unreadWarning({ unread, file }: StoredFile): string[] {
  if (unread === undefined) return [];
  return [
    `${describeUnread("The result", unread)}. The bytes are kept as they came in ${file}. Checks of this unit fail, and its numbers are not compared. A newer version may read it.`,
  ];
}

/** The info document describes a result. Without it the unit gets a warning. */
async function collectInfo(job: Job, report: UnitReport): Promise<{ info?: StoredFile; warnings: readonly string[] }> {
  const { warnings } = report;
  if (!report.hasInfo || job.api.info === undefined) return { warnings };
  const info = await readOptional(job, readOnce(job, report.id, "info"));
  if (info instanceof ServiceError) return { warnings: [...warnings, `The info document is missing: ${info.message}`] };
  return withInfo(info, warnings);
}

/** A stored info document with the warnings of its unit. A defective one does not count. */
function withInfo(info: StoredFile, warnings: readonly string[]): { info?: StoredFile; warnings: readonly string[] } {
  const { defect, file } = info;
  if (defect === undefined) return { info, warnings: [...warnings, ...endWarning("info document", info)] };
  const warning = `The answer is not an info document: ${defect} The bytes are kept in ${file}.`;
  return { warnings: [...warnings, warning] };
}

/** The units of the request that the service does not mention. */
function unitsMissingFromStatus(handle: JobHandle, reports: readonly UnitReport[]): UnitReport[] {
  const detail = "The job is complete and its status names no such unit.";
  return missingUnits(handle.unitIds, reports).map((id) => ({
    id,
    status: "failure",
    warnings: [],
    errors: [{ code: "unit-missing", title: "The service does not mention this unit", detail }],
    hasInfo: false,
  }));
}

/** The units of a job that ended before all were read: those that are decided or stored stay, the others get `status`. */
export function unitsSoFar(
  job: Job,
  status: UnitStatus,
  errors: (unitId: string) => readonly ServiceErrorItem[],
): UnitOutcome[] {
  const { handle } = job.log;
  const reports = new Map(handle?.units?.map((report) => [report.id, report]));
  const ids = new Set([...reports.keys(), ...(reports.size === 0 ? (handle?.unitIds ?? []) : [])]);
  return [...ids].map((id): UnitOutcome => {
    const outcome = job.unitOutcomes.get(id);
    if (outcome !== undefined) return outcome;
    const report = reports.get(id);
    const warnings = report?.warnings ?? [];
    const file = handle && findRead(handle, id, "result")?.file;
    if (report !== undefined && report.status !== "success")
      return { id, status: report.status, ...(file && { stored: file }), warnings, errors: report.errors };
    const info = handle && findRead(handle, id, "info")?.file;
    const rest = { ...(info === undefined ? { warnings } : withInfo(info, warnings)), errors: report?.errors ?? [] };
    if (file !== undefined) return storedUnit(id, file, rest);
    return { id, status, ...rest, errors: [...rest.errors, ...errors(id)] };
  });
}

export function lossItem(error: LostResultError): ServiceErrorItem {
  return { code: error.code, title: "The result is lost", detail: `${error.message}. ${error.advice}` };
}

export function errorItem(error: unknown): ServiceErrorItem {
  const code = error instanceof ServiceError ? error.code : "internal";
  return { code, title: "The result was not read", detail: messageOf(error) };
}
