import type { Path } from "./pointer.ts";
import { type DocumentKind, payloadShape } from "./shapes/shape.ts";
import { entries, property } from "./value.ts";

/** A value and the way to it. */
export interface Field {
  readonly path: Path;
  readonly value: unknown;
}

/** What a document asks to compute: each unit, or the one payload. */
export function payloads(kind: DocumentKind, request: unknown): Field[] {
  const data = property(request, "data");
  switch (payloadShape(kind).place) {
    case "root":
      return [{ path: [], value: request }];
    case "data":
      return [{ path: ["data"], value: data }];
    case "units":
      return entries(data).map(([id, value]) => ({ path: ["data", id], value }));
  }
}

/** A way into a payload, such as `accounts.*.id`; `*` stands for every item of a list, or every value of a map. */
export type Pattern = readonly string[];

export function pattern(text: string): Pattern {
  return text.split(".");
}

/** The values at a pattern. */
export function select({ path, value }: Field, way: Pattern): Field[] {
  const [first] = way;
  // Most payloads have little of what may stand in them.
  if (first === undefined || property(value, first) === undefined) return [];
  const fields: Field[] = [];
  visit(value, way, 0, [...path], fields);
  return fields;
}

function visit(value: unknown, way: Pattern, depth: number, path: (string | number)[], fields: Field[]): void {
  const segment = way[depth];
  if (segment === undefined) {
    fields.push({ path: [...path], value });
  } else if (segment !== "*") {
    const inner = property(value, segment);
    if (inner !== undefined) step(segment, inner, way, depth, path, fields);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) step(index, item, way, depth, path, fields);
  } else {
    for (const [key, item] of entries(value)) step(key, item, way, depth, path, fields);
  }
}

function step(
  segment: string | number,
  value: unknown,
  way: Pattern,
  depth: number,
  path: (string | number)[],
  fields: Field[],
): void {
  path.push(segment);
  visit(value, way, depth + 1, path, fields);
  path.pop();
}
