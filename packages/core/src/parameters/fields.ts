import type { FieldPath } from "../families/fields.ts";
import { entries, isObject, type JsonPath, property } from "../json/value.ts";
import { type DocumentKind, payloadShape } from "./shapes/shape.ts";

/** A value and its path. */
export interface ValueAtPath {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** The payloads of a document: each unit, or the one payload. */
export function payloads(kind: DocumentKind, request: unknown): ValueAtPath[] {
  const data = property(request, "data");
  switch (payloadShape(kind).location) {
    case "root":
      return [{ path: [], value: request }];
    case "data":
      return [{ path: ["data"], value: data }];
    case "units":
      return isObject(data) ? Object.keys(data).map((id) => ({ path: ["data", id], value: data[id] })) : [];
  }
}

/** The function to call for every value at a path of the fields. The path array is reused: copy it to keep it. */
export type FieldVisit = readonly [way: FieldPath, visit: (value: unknown, path: JsonPath) => void];

/** Calls `visit` for every value at a path of the fields. */
export function forEachField(fields: readonly ValueAtPath[], ...[way, visit]: FieldVisit): void {
  visitFields(fields, [[way, visit]]);
}

/** The visits of the values at a path, and the trees for what is inside these values. */
interface VisitTree {
  readonly segment: string;
  readonly visits: FieldVisit[1][];
  readonly inner: VisitTree[];
}

/** Makes all visits in one walk over each field. */
export function visitFields(fields: readonly ValueAtPath[], visits: readonly FieldVisit[]): void {
  const tree = treeOf(visits);
  // Here and in `walk`, all fields share one path array and the loops use no iterators, because a large file has tens of thousands of
  // fields.
  const path: (string | number)[] = [];
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index];
    if (field === undefined) continue;
    for (let at = 0; at < field.path.length; at++) path.push(field.path[at] ?? "");
    walk(field.value, tree, path);
    // Not `path.length = 0`, which frees the memory that the next field needs.
    while (path.length > 0) path.pop();
  }
}

function treeOf(visits: readonly FieldVisit[]): VisitTree {
  const root: VisitTree = { segment: "", visits: [], inner: [] };
  for (const [way, visit] of visits) {
    let tree = root;
    for (const segment of way) {
      let inner = tree.inner.find((branch) => branch.segment === segment);
      if (inner === undefined) {
        inner = { segment, visits: [], inner: [] };
        tree.inner.push(inner);
      }
      tree = inner;
    }
    tree.visits.push(visit);
  }
  return root;
}

function walk(value: unknown, { visits, inner }: VisitTree, path: (string | number)[]): void {
  for (let index = 0; index < visits.length; index++) visits[index]?.(value, path);
  for (let index = 0; index < inner.length; index++) {
    const tree = inner[index];
    if (tree === undefined) continue;
    if (tree.segment !== "*") step(property(value, tree.segment), tree.segment, tree, path);
    else if (Array.isArray(value)) for (let at = 0; at < value.length; at++) step(value[at], at, tree, path);
    else for (const [key, member] of entries(value)) step(member, key, tree, path);
  }
}

function step(value: unknown, key: string | number, tree: VisitTree, path: (string | number)[]): void {
  if (value === undefined) return;
  path.push(key);
  walk(value, tree, path);
  path.pop();
}
