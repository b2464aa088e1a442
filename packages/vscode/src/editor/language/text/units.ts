import type { DocumentKind } from "@analytics-engines/core/basics";
import { type Issue, type PlacedUnit, placeUnits } from "@analytics-engines/core/parameters";
import type { Node } from "jsonc-parser";
import type { CheckedText } from "./checked-text.ts";
import { hasUnits } from "./kinds.ts";
import { memberOf, objectMembers, readTree } from "./tree.ts";

export type { PlacedUnit } from "@analytics-engines/core/parameters";

const unitsByCheck = new WeakMap<object, readonly PlacedUnit[]>();

/** The units of a checked text. They are found once for each check. */
export function placedUnits(checked: Pick<CheckedText, "text" | "kind" | "issues" | "file">): readonly PlacedUnit[] {
  const units = unitsByCheck.get(checked) ?? readUnits(checked);
  unitsByCheck.set(checked, units);
  return units;
}

function readUnits({ text, kind, issues, file }: Pick<CheckedText, "text" | "kind" | "issues" | "file">) {
  if (kind === undefined || file === undefined || !hasUnits(kind)) return [];
  if (!issues.some(({ code }) => notJson.has(code))) return placeUnits(text);
  // The tree of a long text takes more time and memory than all else.
  const root = readTree(text);
  return root ? findUnits(root, kind) : [];
}

/** The issues of texts that are not JSON. */
const notJson: ReadonlySet<string> = new Set<Issue["code"]>([
  "syntax",
  "comment",
  "trailing-comma",
  "byte-order-mark",
  "too-large",
  "too-deep",
]);

/** The units of a checked text, their errors, and which of them can run alone. */
export interface CheckedUnits {
  readonly units: readonly PlacedUnit[];
  /** Whether something outside of all units keeps each of them from running: errors there, or a text that is not JSON. */
  readonly isBlocked: boolean;
  /** The errors within a unit. */
  errorsIn(unit: PlacedUnit): readonly Issue[];
}

/** A unit can run alone if it has no errors, and nothing outside of all units has. Errors in other units do not count. */
export function checkedUnits(checked: Pick<CheckedText, "text" | "kind" | "issues" | "file">): CheckedUnits {
  const units = placedUnits(checked);
  const errors = checked.issues.filter(({ severity }) => severity === "error");
  const byUnit = new Map<PlacedUnit, Issue[]>();
  let isBlocked = false;
  let next = 0;
  // Both are in the order of the text.
  for (const error of errors) {
    const { offset } = error.range.start;
    for (let unit = units[next]; unit && unit.end <= offset; unit = units[++next]);
    const unit = units[next];
    const isInside = unit !== undefined && unit.start <= offset;
    if (isInside) {
      const unitErrors = byUnit.get(unit) ?? [];
      unitErrors.push(error);
      byUnit.set(unit, unitErrors);
    }
    if (!isInside || notJson.has(error.code)) isBlocked = true;
  }
  return { units, isBlocked, errorsIn: (unit) => byUnit.get(unit) ?? [] };
}

/** The units of a tree; none if its family has none. */
export function findUnits(root: Node, kind: DocumentKind): PlacedUnit[] {
  if (!hasUnits(kind)) return [];
  return objectMembers(memberOf(root, "data")).map(({ key, value }) => {
    const keyEnd = key.offset + key.length;
    return { id: String(key.value), start: key.offset, keyEnd, end: value ? value.offset + value.length : keyEnd };
  });
}

/**
 * The units that touch a part of a text, and as many more before and after them as `margin` says.
 * @returns the index of the first unit, and the one after the last
 */
export function unitsAround(
  units: readonly PlacedUnit[],
  start: number,
  end: number,
  margin: number,
): readonly [from: number, to: number] {
  const firstAfter = (isAfter: (unit: PlacedUnit) => boolean) => {
    const index = units.findIndex(isAfter);
    return index < 0 ? units.length : index;
  };
  const from = firstAfter((unit) => unit.end >= start);
  const to = firstAfter((unit) => unit.start > end);
  return [Math.max(0, from - margin), Math.min(units.length, to + margin)];
}

/** Names that core refuses: the address of a result cannot contain them. */
const unusableNames: ReadonlySet<string> = new Set(["", ".", "..", "__proto__"]);

/** Why a unit cannot get a name; undefined if it can. */
export function unitNameProblem(name: string, others: readonly string[]): "taken" | "unusable" | undefined {
  if (unusableNames.has(name) || !name.isWellFormed()) return "unusable";
  return others.includes(name) ? "taken" : undefined;
}
