import canonicalize from "canonicalize";
import { isObject, type JsonObject, property } from "../../json/value.ts";
import type { ParameterFile } from "../read/read.ts";
import { payloadShape } from "../shapes/shape.ts";
import type { SweepJob } from "../sweep/read-sweep.ts";
import { type Change, compareValues, isEqual, type ParameterChanges, type UnitChange } from "./values.ts";

/**
 * The changes between two versions of a parameter file. Letter case, white space and the order of keys are not changes.
 * @throws TypeError if one of the files has errors
 * @example
 * ```ts
 * import { compareParameters } from "@analytics-engines/core/files";
 * import { readParameterFile } from "@analytics-engines/core/parameters";
 *
 * const [before, after] = ["USD", "EUR"].map((currency) =>
 *   readParameterFile(`{"data": {"u": {"componentid": "A", "currencyisocode": "${currency}"}}}`, { family: "pa" }),
 * );
 * if (before && after) console.log(compareParameters(before, after).units); // u changed: currencyisocode
 * ```
 */
export function compareParameters(before: ParameterFile, after: ParameterFile): ParameterChanges {
  const kind = after.family ?? after.template;
  if (!before.request || !after.request || kind === undefined) {
    throw new TypeError("Only parameter files without errors can be compared");
  }
  if (kind !== (before.family ?? before.template)) {
    return { family: { before: before.family, after: after.family }, units: [], changes: [] };
  }
  if (payloadShape(kind).location !== "units")
    return { units: [], changes: compareValues(before.request, after.request, []) };
  return {
    units: compareMembers(unitMembers(before.request), unitMembers(after.request)),
    changes: compareShared(before.request, after.request),
  };
}

/** The changes of what the units of two requests share. */
function compareShared(before: JsonObject, after: JsonObject): Change[] {
  return compareValues({ ...before, data: {} }, { ...after, data: {} }, []);
}

function unitMembers(request: JsonObject): JsonObject {
  const data = property(request, "data");
  return isObject(data) ? data : {};
}

/** The changes between units by their ids, in the order of the new ones. */
function compareMembers(before: JsonObject, after: JsonObject): UnitChange[] {
  const removedUnits = new Map(Object.entries(before).filter(([unit]) => !Object.hasOwn(after, unit)));
  const renames = findRenames(
    removedUnits,
    Object.entries(after).filter(([unit]) => !Object.hasOwn(before, unit)),
  );
  const units: UnitChange[] = [];
  for (const [unit, parameters] of Object.entries(after)) {
    const oldUnit = renames.get(unit);
    if (oldUnit !== undefined) {
      units.push({ kind: "renamed", before: oldUnit, after: unit });
      removedUnits.delete(oldUnit);
    } else if (!Object.hasOwn(before, unit)) {
      units.push({ kind: "added", unit });
    } else if (!isEqual(before[unit], parameters)) {
      units.push({ kind: "changed", unit, changes: compareValues(before[unit], parameters, ["data", unit]) });
    }
  }
  for (const unit of removedUnits.keys()) units.push({ kind: "removed", unit });
  return units;
}

/** For each new id, the id of the removed unit that had the same content. Each removed unit is taken once. */
function findRenames(
  removedUnits: ReadonlyMap<string, unknown>,
  addedUnits: readonly [string, unknown][],
): Map<string, string> {
  const byContent = new Map<string | undefined, string[]>();
  for (const [unit, parameters] of removedUnits) {
    const content = canonicalize(parameters);
    byContent.set(content, [...(byContent.get(content) ?? []), unit]);
  }
  const renames = new Map<string, string>();
  for (const [unit, parameters] of addedUnits) {
    const old = byContent.get(canonicalize(parameters))?.shift();
    if (old !== undefined) renames.set(unit, old);
  }
  return renames;
}

/** The ids of the rows of a job. */
export function rowsOfJob(job: SweepJob): readonly string[] {
  return job.units.length > 0 ? job.units : [job.rowOf(0).id];
}

/** The changes between two versions of a sweep, by their jobs. Its units are the rows, whichever job they are in. */
export function compareSweeps(before: readonly SweepJob[], after: readonly SweepJob[]): ParameterChanges {
  const [was, is] = [before[0], after[0]];
  if (was?.family !== is?.family) return { family: { before: was?.family, after: is?.family }, units: [], changes: [] };
  const [oldRows, newRows] = [rowTexts(before), rowTexts(after)];
  return {
    units: compareMembers(otherRows(oldRows, newRows), otherRows(newRows, oldRows)),
    changes: was && is && was.units.length > 0 ? compareShared(was.request ?? {}, is.request ?? {}) : [],
  };
}

/** What each row asks for, by its id. Texts take a tenth of the memory of the values. */
function rowTexts(jobs: readonly SweepJob[]): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const job of jobs) {
    const { request = {} } = job;
    const [id = ""] = rowsOfJob(job);
    const units: JsonObject = job.units.length > 0 ? unitMembers(request) : { [id]: request };
    for (const [row, parameters] of Object.entries(units)) rows.set(row, JSON.stringify(parameters));
  }
  return rows;
}

/** The rows that the other version does not have, or has in another form. */
function otherRows(rows: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): JsonObject {
  const different = [...rows].filter(([id, text]) => others.get(id) !== text);
  return Object.fromEntries(different.map(([id, text]): [string, unknown] => [id, JSON.parse(text)]));
}
