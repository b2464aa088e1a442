import type { JsonPath } from "../json/pointer.ts";
import { entries, isObject, property } from "../json/value.ts";
import { type DocumentKind, payloadShape } from "./shapes/shape.ts";

/** A value and its path. */
export interface ValueAtPath {
  readonly path: JsonPath;
  readonly value: unknown;
}

/** The payloads of a document: each unit, or the one payload. */
export function payloads(kind: DocumentKind, request: unknown): ValueAtPath[] {
  const data = property(request, "data");
  switch (payloadShape(kind).place) {
    case "root":
      return [{ path: [], value: request }];
    case "data":
      return [{ path: ["data"], value: data }];
    case "units":
      return isObject(data) ? Object.keys(data).map((id) => ({ path: ["data", id], value: data[id] })) : [];
  }
}

/** A path pattern in a payload, such as `accounts.*.id`; `*` matches every item of a list, or every value of a map. */
export type Pattern = readonly string[];

export function pattern(text: string): Pattern {
  return text.split(".");
}

/** Calls `visit` for every value that matches a pattern in the fields. The path array is reused: copy it to keep it. */
export function forEachField(
  fields: readonly ValueAtPath[],
  way: Pattern,
  visit: (value: unknown, path: JsonPath) => void,
): void {
  // One path and no iterators: a large file has tens of thousands of fields.
  const path: (string | number)[] = [];
  for (const field of fields) {
    for (let at = 0; at < field.path.length; at++) path.push(field.path[at] ?? "");
    walk(field.value, way, 0, path, visit);
    while (path.length > 0) path.pop();
  }
}

function walk(
  value: unknown,
  way: Pattern,
  depth: number,
  path: (string | number)[],
  visit: (value: unknown, path: JsonPath) => void,
): void {
  const segment = way[depth];
  if (segment === undefined) {
    visit(value, path);
  } else if (segment === "*" && Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      walk(value[index], way, depth + 1, path, visit);
      path.pop();
    }
  } else if (segment === "*") {
    for (const [key] of entries(value)) step(value, key, way, depth, path, visit);
  } else {
    step(value, segment, way, depth, path, visit);
  }
}

function step(
  value: unknown,
  key: string,
  way: Pattern,
  depth: number,
  path: (string | number)[],
  visit: (value: unknown, path: JsonPath) => void,
): void {
  const inner = property(value, key);
  if (inner === undefined) return;
  path.push(key);
  walk(inner, way, depth + 1, path, visit);
  path.pop();
}
