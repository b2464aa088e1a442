import canonicalize from "canonicalize";
import { isObject, type JsonObject, property } from "../../json/value.ts";
import type { ParameterFile } from "../read/read.ts";
import { payloadShape } from "../shapes/shape.ts";
import type { Change, ParameterChanges, UnitChange } from "./changes.ts";
import { isEqual } from "./equal.ts";
import { compareValues } from "./values.ts";

/**
 * The changes between two versions of a parameter file. Letter case, white space and the order of keys are not changes.
 * @throws TypeError if one of the files has errors
 * @example
 * ```ts
 * import { compareParameters, readParameterFile } from "@analytics-engines/core/parameters";
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
  if (payloadShape(kind).place !== "units")
    return { units: [], changes: compareValues(before.request, after.request, []) };
  return {
    units: compareMembers(unitMembers(before.request), unitMembers(after.request)),
    changes: compareShared(before.request, after.request),
  };
}

/** The changes of what the units of two requests share. */
export function compareShared(before: JsonObject, after: JsonObject): Change[] {
  return compareValues({ ...before, data: {} }, { ...after, data: {} }, []);
}

export function unitMembers(request: JsonObject): JsonObject {
  const data = property(request, "data");
  return isObject(data) ? data : {};
}

/** The changes between units by their ids, in the order of the new ones. */
export function compareMembers(before: JsonObject, after: JsonObject): UnitChange[] {
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
