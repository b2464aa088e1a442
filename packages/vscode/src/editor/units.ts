import type { DocumentKind } from "@analytics-engines/core/families/facts";
import type { Node } from "jsonc-parser";
import { hasUnits } from "./kinds.ts";
import { memberOf, objectMembers } from "./tree.ts";

/** A unit with the offsets of its id, which include the quotes, and of the end of its parameters. */
export interface PlacedUnit {
  readonly id: string;
  readonly start: number;
  readonly keyEnd: number;
  readonly end: number;
}

/** The units of a document; none if its family has none. */
export function findUnits(root: Node, kind: DocumentKind): PlacedUnit[] {
  if (!hasUnits(kind)) return [];
  return objectMembers(memberOf(root, "data")).map(({ key, value }) => {
    const keyEnd = key.offset + key.length;
    return { id: String(key.value), start: key.offset, keyEnd, end: value ? value.offset + value.length : keyEnd };
  });
}

/** Names that core refuses: the address of a result cannot contain them. */
const unusableNames: ReadonlySet<string> = new Set(["", ".", "..", "__proto__"]);

/** Why a unit cannot get a name; undefined if it can. */
export function unitNameProblem(name: string, others: readonly string[]): "taken" | "unusable" | undefined {
  if (unusableNames.has(name) || !name.isWellFormed()) return "unusable";
  return others.includes(name) ? "taken" : undefined;
}

/**
 * The text with its units in the order of their names, numbers by value; undefined if they are in this order. Comments or other text between units
 * would lose their place, so the text must be JSON.
 */
export function sortedByUnit(text: string, units: readonly PlacedUnit[]): string | undefined {
  const order = new Intl.Collator("en", { numeric: true });
  const sorted = [...units].sort((one, other) => order.compare(one.id, other.id));
  if (sorted.every((unit, index) => unit === units[index])) return undefined;
  let at = 0;
  const pieces = units.flatMap(({ start, end }, index) => {
    const { start: from = start, end: to = end } = sorted[index] ?? {};
    const piece = [text.slice(at, start), text.slice(from, to)];
    at = end;
    return piece;
  });
  return pieces.join("") + text.slice(at);
}
