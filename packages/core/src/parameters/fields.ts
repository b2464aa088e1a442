import type { Path } from "./pointer.ts";
import type { DocumentKind } from "./shapes/shape.ts";
import { payloadShape } from "./shapes/shape.ts";
import { entries, isObject, property } from "./value.ts";

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

/** The values at a pattern such as `accounts.*.id`; `*` stands for every item of a list, or every value of a map. */
export function select({ path, value }: Field, pattern: string): Field[] {
  let fields: Field[] = [{ path, value }];
  for (const segment of pattern.split(".")) {
    const next: Field[] = [];
    for (const field of fields) {
      if (segment !== "*") {
        const inner = property(field.value, segment);
        if (inner !== undefined) next.push({ path: [...field.path, segment], value: inner });
      } else if (Array.isArray(field.value)) {
        for (const [index, item] of field.value.entries()) next.push({ path: [...field.path, index], value: item });
      } else if (isObject(field.value)) {
        for (const [key, item] of Object.entries(field.value)) next.push({ path: [...field.path, key], value: item });
      }
    }
    if (next.length === 0) return next;
    fields = next;
  }
  return fields;
}
