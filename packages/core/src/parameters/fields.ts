import type { FieldPath } from "../families/fields.ts";
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

/** Calls `visit` for every value at a path of the fields. The path array is reused: copy it to keep it. */
export function forEachField(
  fields: readonly ValueAtPath[],
  way: FieldPath,
  visit: (value: unknown, path: JsonPath) => void,
): void {
  // One path for all: a large file has tens of thousands of fields.
  const path: (string | number)[] = [];
  const walk = (value: unknown, depth: number): void => {
    const segment = way[depth];
    if (segment === undefined) visit(value, path);
    else if (segment !== "*") step(segment, property(value, segment), depth);
    else if (Array.isArray(value)) for (let index = 0; index < value.length; index++) step(index, value[index], depth);
    else for (const [key, inner] of entries(value)) step(key, inner, depth);
  };
  const step = (key: string | number, inner: unknown, depth: number): void => {
    if (inner === undefined) return;
    path.push(key);
    walk(inner, depth + 1);
    path.pop();
  };
  for (const field of fields) {
    path.push(...field.path);
    walk(field.value, 0);
    path.length = 0;
  }
}
