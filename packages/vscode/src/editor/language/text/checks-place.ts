import { findNodeAtLocation, findNodeAtOffset, getLocation, type JSONPath } from "jsonc-parser";
import { readTree, stringValue } from "./tree.ts";

/** What a text in a checks file names. */
export type CheckedName =
  | { readonly kind: "column" }
  /** The text of a cell of a column. */
  | { readonly kind: "row"; readonly column: string }
  | { readonly kind: "unit" }
  | { readonly kind: "file" };

/** A text in a checks file, or the place for one, that names something of a result. */
export interface ChecksPlace {
  readonly names: CheckedName;
  /** The results that its check is about. */
  readonly check: { readonly files?: string; readonly units?: string; readonly table?: number };
  /** The offsets include the quotes; both are that of the cursor if there is no text yet. */
  readonly start: number;
  readonly end: number;
}

/** Finds what the text at an offset of a checks file names; undefined where it names nothing of a result. */
export function checksPlaceAt(text: string, offset: number): ChecksPlace | undefined {
  const root = readTree(text);
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const names = nameAt(path, isAtPropertyKey);
  if (root === undefined || names === undefined) return undefined;
  const node = findNodeAtOffset(root, offset, true) ?? previousNode;
  const isInText = node?.type === "string" && node.offset < offset && offset <= node.offset + node.length;
  const span = isInText ? { start: node.offset, end: node.offset + node.length } : { start: offset, end: offset };
  if (!isInText && !/[:[,{]\s*$/.test(text.slice(0, offset))) return undefined;
  const member = (name: string) => findNodeAtLocation(root, [...path.slice(0, 2), name]);
  const files = names.kind === "file" ? undefined : stringValue(member("files"));
  const units = names.kind === "unit" ? undefined : stringValue(member("units"));
  const table: unknown = member("table")?.value;
  return {
    names,
    check: {
      ...(files !== undefined && { files }),
      ...(units !== undefined && { units }),
      ...(typeof table === "number" && { table }),
    },
    ...span,
  };
}

function nameAt(path: JSONPath, isKey: boolean): CheckedName | undefined {
  const [list, position, member, inner, item] = path;
  if (list !== "checks" || typeof position !== "number" || typeof member !== "string") return undefined;
  if (member === "rows" && path.length === 4)
    return isKey ? { kind: "column" } : { kind: "row", column: String(inner) };
  if (isKey) return undefined;
  if (path.length === 3)
    return member === "units" ? { kind: "unit" } : member === "files" ? { kind: "file" } : undefined;
  const isColumn = path.length === 4 && (inner === "column" || inner === "other");
  const isOfUnique = path.length === 5 && member === "unique" && inner === "columns" && typeof item === "number";
  return isColumn || isOfUnique ? { kind: "column" } : undefined;
}
