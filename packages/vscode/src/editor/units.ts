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
