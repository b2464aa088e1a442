import type { DocumentKind } from "@analytics-engines/core/families/facts";
import type { Node } from "jsonc-parser";
import { hasUnits } from "./kinds.ts";
import { memberOf, objectMembers } from "./tree.ts";

/** The units of a document, each with the offset of its id including the quotes; none if its family has none. */
export function findUnits(root: Node, kind: DocumentKind) {
  if (!hasUnits(kind)) return [];
  return objectMembers(memberOf(root, "data")).map(({ key }) => ({ id: String(key.value), start: key.offset }));
}
