import { fromPointer, type JsonPath } from "../../json/pointer.ts";
import { findName, isObject, type JsonObject, property } from "../../json/value.ts";
import { quoted } from "../text/words.ts";

/** A place of a template with its value, undefined where it has none yet; or why there is no such place. */
type PlaceOrReason = { readonly path: JsonPath; readonly value: unknown } | { readonly reason: string };

/** Finds the place of a JSON pointer in the parameters of a unit: names in any letter case, and one item more than a list has. */
export function findPlace(unit: JsonObject, pointer: string): PlaceOrReason {
  const segments = fromPointer(pointer);
  if (segments === undefined || segments.length === 0)
    return { reason: "A place is a JSON pointer into the parameters of the unit, such as /accounts/0/id." };
  const path: (string | number)[] = [];
  let at: unknown = unit;
  for (const segment of segments) {
    if (segment === "__proto__") return { reason: `${quoted(segment)} cannot be a name.` };
    at ??= undefined;
    if (Array.isArray(at) || (at === undefined && segment === "0")) {
      const list: readonly unknown[] = Array.isArray(at) ? at : [];
      if (!/^(0|[1-9]\d{0,5})$/.test(segment) || Number(segment) > list.length) {
        const last = list.length === 0 ? "it is empty, so 0 adds an item" : `${list.length} adds an item`;
        return { reason: `${quoted(segment)} is no index of this list: ${last}.` };
      }
      path.push(Number(segment));
      at = list[Number(segment)];
    } else if (at === undefined || isObject(at)) {
      const name = findName(at, segment) ?? segment;
      path.push(name);
      at = property(at, name);
    } else return { reason: `There is nothing at ${quoted(segment)}: the template has a plain value there.` };
  }
  return { path, value: at };
}

/** Puts a value at a place that `findPlace` found. Objects and lists that are missing on the way are made. */
export function putValue(unit: JsonObject, path: JsonPath, value: unknown): void {
  let at: JsonObject | unknown[] = unit;
  for (const [depth, segment] of path.entries()) {
    const isLast = depth === path.length - 1;
    const next: unknown = isLast ? value : childOf(at, segment);
    const child =
      isLast || isObject(next) || Array.isArray(next) ? next : typeof path[depth + 1] === "number" ? [] : {};
    if (Array.isArray(at)) at[Number(segment)] = child;
    else at[String(segment)] = child;
    if (isLast || !(isObject(child) || Array.isArray(child))) return;
    at = child;
  }
}

function childOf(parent: JsonObject | unknown[], segment: string | number): unknown {
  return Array.isArray(parent) ? parent[Number(segment)] : property(parent, String(segment));
}

/** Whether a path is another one or leads through it, with names in any letter case. */
export function startsWith(path: JsonPath, start: JsonPath): boolean {
  const wordAt = (each: JsonPath, index: number) => String(each[index]).toLowerCase();
  return start.length <= path.length && start.every((_, index) => wordAt(path, index) === wordAt(start, index));
}
