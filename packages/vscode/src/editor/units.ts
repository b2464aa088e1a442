import type { Node } from "jsonc-parser";
import { type DocumentKind, hasUnits } from "./kinds.ts";
import { memberOf, membersOf } from "./tree.ts";

/** A unit and where its id stands, quotes included. */
export interface PlacedUnit {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The units of a document, as far as they are written; none where its family has none. */
export function findUnits(root: Node, kind: DocumentKind): PlacedUnit[] {
  if (!hasUnits(kind)) return [];
  return membersOf(memberOf(root, "data")).map(({ key }) => ({
    id: String(key.value),
    start: key.offset,
    end: key.offset + key.length,
  }));
}
