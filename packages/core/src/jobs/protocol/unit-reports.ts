import type { UnitReport } from "../types.ts";
import { isSegment } from "./named-job.ts";

/** Longer ids are shortened in messages. */
const MAX_ID_CHARACTERS = 200;

/** The common form of an id: a service may change its letter case, or remove the spaces around it. */
const fold = (id: string) => id.trim().normalize("NFC").toLowerCase();

/**
 * The units of the request without a report. Each unit needs its own report: with exactly its id, or one that belongs to no other unit
 * and has an id that differs only in letter case and spaces.
 */
export function missingUnits(unitIds: readonly string[], reports: readonly Pick<UnitReport, "id">[]): string[] {
  const inexactCounts = new Map<string, number>();
  const exact = new Set(reports.map(({ id }) => id));
  const requestedIds = new Set(unitIds);
  for (const { id } of reports)
    if (!requestedIds.has(id)) inexactCounts.set(fold(id), (inexactCounts.get(fold(id)) ?? 0) + 1);
  return unitIds.filter((id) => {
    if (exact.has(id)) return false;
    const others = inexactCounts.get(fold(id)) ?? 0;
    inexactCounts.set(fold(id), others - 1);
    return others <= 0;
  });
}

/**
 * The reports of a finished job, with two kinds of units failed: those whose id no request can have, and those whose id differs from
 * another's only in letter case. Their results are not read, and the other units' results are.
 */
export function checkedReports(unitIds: readonly string[], reports: readonly UnitReport[]): UnitReport[] {
  const requestedIds = new Set(unitIds);
  const counts = new Map<string, number>();
  for (const { id } of reports) counts.set(fold(id), (counts.get(fold(id)) ?? 0) + 1);
  return reports.map((report, index) => {
    const shortReport = requestedIds.has(report.id) ? report : { ...report, id: shortId(report.id, index) };
    if (report.status !== "success") return shortReport;
    if (!isSegment(report.id)) return failing(shortReport, unusableIdError);
    const isTwin = !requestedIds.has(report.id) && (counts.get(fold(report.id)) ?? 0) > 1;
    return isTwin ? failing(shortReport, twinIdError) : shortReport;
  });
}

const unusableIdError = {
  code: "bad-unit-id",
  title: "No request can have this unit id",
  detail:
    "The id of the unit is empty, a dot segment, not well-formed or too long for an address. Its result was not read. Rename the unit in the parameter file if it has this id there, otherwise report it to the service's support.",
};
const twinIdError = {
  code: "ambiguous-unit-id",
  title: "Two units have this id",
  detail:
    "The service names two units whose ids differ only in letter case or spaces, and this one is not in the request. Its result was not read, since it may belong to the other unit.",
};

function failing(report: UnitReport, error: UnitReport["errors"][number]): UnitReport {
  return { ...report, status: "failure", errors: [...report.errors, error], hasInfo: false };
}

function shortId(id: string, index: number): string {
  return id.length <= MAX_ID_CHARACTERS
    ? id
    : `${id.slice(0, MAX_ID_CHARACTERS).toWellFormed()}… (unit ${index + 1}, ${id.length} characters)`;
}
