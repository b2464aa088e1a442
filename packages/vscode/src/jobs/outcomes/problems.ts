import type { ServiceErrorItem } from "@analytics-engines/core";
import { toPointer } from "@analytics-engines/core/basics";
import { type FilePlace, type ParameterFile, placeRefusal } from "@analytics-engines/core/parameters";
import { findingText, openFindings } from "@analytics-engines/runs/browser";
import type { CheckFinding } from "@analytics-engines/runs/review";
import { outcomeErrorText, type RunJobView, type UnitView } from "../store/run.ts";

/** An error or a warning of the service about a unit, at its place in the file. */
export interface UnitProblem {
  readonly unitId: string;
  readonly severity: "error" | "warning";
  /** The text of the service. */
  readonly message: string;
  readonly code?: string;
  /** Undefined if nothing of the file is known to be the cause. */
  readonly range: FilePlace | undefined;
  /** The check that failed, if it is no problem of the service. */
  readonly finding?: CheckFinding;
}

/** What the service said about a unit. */
interface Remark {
  readonly severity: UnitProblem["severity"];
  readonly item: ServiceErrorItem;
}

/**
 * The problems of a parameter file after its run, at the values that they speak of. A canceled unit is not a problem.
 * @param fileOf the file with the parameters of a unit; undefined if the unit is not as the run computed it
 */
export function placeProblems(
  job: RunJobView,
  fileOf: (unit: string) => ParameterFile | undefined,
): readonly UnitProblem[] {
  const units = job.units.map(({ id }) => id);
  /** The units that hold the values of the errors that all units have. */
  const owners = new Map<string, string | undefined>();
  const shared = sharedErrors(job);
  return job.units.flatMap((unit) => {
    const file = hasRemark(job, unit) ? fileOf(unit.id) : undefined;
    if (file === undefined) return [];
    return remarksOf(job, unit).flatMap(({ severity, item }): UnitProblem[] => {
      const key = keyOf(item);
      if (shared.has(key) && !owners.has(key)) owners.set(key, placeRefusal(file, item, { units })?.unit);
      const place = placeRefusal(file, item, { unit: unit.id, units });
      const owner = place?.unit !== unit.id || place.pointer === unitPointer(unit.id) ? owners.get(key) : unit.id;
      if ((owner ?? place?.unit ?? unit.id) !== unit.id) return [];
      const message = severity === "warning" ? (item.detail ?? "") : outcomeErrorText(item);
      return [{ unitId: unit.id, severity, message, range: place?.range, ...(item.code ? { code: item.code } : {}) }];
    });
  });
}

/**
 * The checks of a parameter file that failed, at their units: each with value, limit and reason.
 * @param fileOf as for `placeProblems`
 */
export function placeFailedChecks(
  findings: readonly CheckFinding[],
  path: string,
  fileOf: (unit: string) => ParameterFile | undefined,
): readonly UnitProblem[] {
  return openFindings({ findings }).flatMap((finding): UnitProblem[] => {
    const { unit: unitId, severity, rule: code } = finding;
    const file = unitId !== undefined && finding.path === path ? fileOf(unitId) : undefined;
    if (unitId === undefined || file === undefined || finding.status !== "failed") return [];
    const range = file.rangeOf(unitPointer(unitId), "key");
    return [{ unitId, severity, message: findingText(finding), code, range, finding }];
  });
}

/** The errors that all of several units have: the service refused the request as a whole, and one of the units may be the cause. */
function sharedErrors(job: RunJobView): ReadonlySet<string> {
  const [first, ...others] = job.units;
  if (first === undefined || others.length === 0) return new Set();
  const keys = first.errors.map(keyOf);
  return new Set(keys.filter((key) => others.every(({ errors }) => errors.some((error) => keyOf(error) === key))));
}

function keyOf({ code, title, detail, source }: ServiceErrorItem): string {
  return JSON.stringify([code, title, detail, source?.pointer, source?.parameter]);
}

function remarksOf(job: RunJobView, { status, errors, warnings }: UnitView): Remark[] {
  const isProblem = status !== "success" && status !== "canceled";
  const items: readonly ServiceErrorItem[] = errors.length > 0 ? errors : [{ detail: job.problem ?? status }];
  return [
    ...(isProblem ? items.map((item): Remark => ({ severity: "error", item })) : []),
    ...warnings.map((detail): Remark => ({ severity: "warning", item: { detail } })),
  ];
}

/** Whether the service said anything about a unit. */
export function hasRemark(job: RunJobView, unit: UnitView): boolean {
  return remarksOf(job, unit).length > 0;
}

/** The JSON pointer of a unit in a request. */
export function unitPointer(id: string): string {
  return toPointer(["data", id]);
}
