import { isSegment } from "./named-job.ts";
import type { UnitReport } from "./types.ts";

/** Ids are shown in full up to here. */
const LONGEST_SHOWN = 200;

/** Services spell ids their own way: in lower case, or without the spaces around them. */
const fold = (id: string) => id.trim().normalize("NFC").toLowerCase();

/**
 * The units that were asked for and that no report is of. Each needs a report of its own: the one with its very id, or one that nobody
 * else has and whose id differs in letter case and spaces alone.
 */
export function missingUnits(asked: readonly string[], reports: readonly Pick<UnitReport, "id">[]): string[] {
  const left = new Map<string, number>();
  const exact = new Set(reports.map(({ id }) => id));
  const wanted = new Set(asked);
  for (const { id } of reports) if (!wanted.has(id)) left.set(fold(id), (left.get(fold(id)) ?? 0) + 1);
  return asked.filter((id) => {
    if (exact.has(id)) return false;
    const others = left.get(fold(id)) ?? 0;
    left.set(fold(id), others - 1);
    return others <= 0;
  });
}

/**
 * The reports of a finished job, each to be acted on: a unit whose id no request can name, and one that is another's but for letter case, fail
 * here, so that nothing is read in their name and the other units are read.
 */
export function checkedReports(asked: readonly string[], reports: readonly UnitReport[]): UnitReport[] {
  const wanted = new Set(asked);
  const counts = new Map<string, number>();
  for (const { id } of reports) counts.set(fold(id), (counts.get(fold(id)) ?? 0) + 1);
  return reports.map((report, index) => {
    const named = wanted.has(report.id) ? report : { ...report, id: shown(report.id, index) };
    if (report.status !== "success") return named;
    if (!isSegment(report.id)) return failing(named, UNUSABLE);
    const isTwin = !wanted.has(report.id) && (counts.get(fold(report.id)) ?? 0) > 1;
    return isTwin ? failing(named, TWIN) : named;
  });
}

const UNUSABLE = {
  code: "bad-unit-id",
  title: "No request can name this unit",
  detail:
    "The service gives the unit an id that is empty, a dot segment, not well-formed or too long for an address. Its result was not read. Rename the unit in the parameter file if it has this id there, otherwise report it to the service's support.",
};
const TWIN = {
  code: "ambiguous-unit-id",
  title: "Two units have this name",
  detail:
    "The service names two units whose ids differ in letter case or spaces alone, and this one was not asked for. Its result was not read, since it may be the other's.",
};

function failing(report: UnitReport, error: UnitReport["errors"][number]): UnitReport {
  return { ...report, status: "failure", errors: [...report.errors, error], hasInfo: false };
}

function shown(id: string, index: number): string {
  return id.length <= LONGEST_SHOWN
    ? id
    : `${id.slice(0, LONGEST_SHOWN).toWellFormed()}… (unit ${index + 1}, ${id.length} characters)`;
}
