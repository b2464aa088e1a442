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

/** Calls back for every value at a pattern. The path is only lent: it goes on changing after the call. */
export function forEachField({ path, value }: Field, way: Pattern, visit: (value: unknown, path: Path) => void): void {
  const [first] = way;
  // Most payloads have little of what may stand in them.
  if (first === undefined || property(value, first) === undefined) return;
  walk(value, way, 0, [...path], visit);
}

function walk(
  value: unknown,
  way: Pattern,
  depth: number,
  path: (string | number)[],
  visit: (value: unknown, path: Path) => void,
): void {
  const step = (segment: string | number, inner: unknown) => {
    path.push(segment);
    walk(inner, way, depth + 1, path, visit);
    path.pop();
  };
  const segment = way[depth];
  if (segment === undefined) {
    visit(value, path);
  } else if (segment !== "*") {
    const inner = property(value, segment);
    if (inner !== undefined) step(segment, inner);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) step(index, item);
  } else {
    for (const [key, item] of entries(value)) step(key, item);
  }
}
