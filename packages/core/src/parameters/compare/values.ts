import type { FamilyId } from "../../families/families.ts";
import { isObject, type JsonObject, type JsonPath, property, toPointer } from "../../json/value.ts";

/** The changes between two versions of a parameter file. */
export interface ParameterChanges {
  /** Present if the two versions have different families; nothing else is compared then. */
  readonly family?: { readonly before: FamilyId | undefined; readonly after: FamilyId | undefined };
  /** In the order of the file: first what is in the new version, then what was removed. Units without a change are left out. */
  readonly units: readonly UnitChange[];
  /** Outside the units: `meta`, and all of a file whose family has no units. */
  readonly changes: readonly Change[];
}

export type UnitChange =
  | { readonly kind: "added" | "removed"; readonly unit: string }
  /** The same content under another id. */
  | { readonly kind: "renamed"; readonly before: string; readonly after: string }
  | { readonly kind: "changed"; readonly unit: string; readonly changes: readonly Change[] };

export interface Change {
  /** `replaced`: another value at the same place. `reordered`: the same items of a list in another order. */
  readonly kind: "added" | "removed" | "replaced" | "reordered";
  /** JSON pointer into the new request; for a removed value, into the old one. */
  readonly pointer: string;
  /** The path for a reader, from the unit (or the root): names, and the identities of items of lists. */
  readonly label: readonly string[];
  /** Absent for `added` and `reordered`. */
  readonly before?: unknown;
  /** Absent for `removed` and `reordered`. */
  readonly after?: unknown;
}

/** The path of a value in both versions: an item of a list may have moved. */
interface PathPair {
  readonly before: JsonPath;
  readonly after: JsonPath;
  readonly label: readonly string[];
}

/** The changes between two values at the same path, in the order of the new one. */
export function compareValues(before: unknown, after: unknown, path: JsonPath): Change[] {
  const changes: Change[] = [];
  compare(before, after, { before: path, after: path, label: [] }, changes);
  return changes;
}

function compare(before: unknown, after: unknown, paths: PathPair, changes: Change[]): void {
  if (isEqual(before, after)) return;
  if (isObject(before) && isObject(after)) compareObjects(before, after, paths, changes);
  else if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, paths, changes);
  else changes.push({ kind: "replaced", pointer: toPointer(paths.after), label: paths.label, before, after });
}

function compareObjects(before: JsonObject, after: JsonObject, paths: PathPair, changes: Change[]): void {
  for (const [key, value] of Object.entries(after)) {
    const inner = step(paths, key, key, key);
    if (Object.hasOwn(before, key)) compare(before[key], value, inner, changes);
    else changes.push({ kind: "added", pointer: toPointer(inner.after), label: inner.label, after: value });
  }
  for (const [key, value] of Object.entries(before)) {
    if (Object.hasOwn(after, key)) continue;
    const inner = step(paths, key, key, key);
    changes.push({ kind: "removed", pointer: toPointer(inner.before), label: inner.label, before: value });
  }
}

interface Item {
  readonly index: number;
  readonly value: unknown;
  readonly name: string;
}

/** Matches items by their identity, so that a new first item does not change all others. */
function compareLists(before: readonly unknown[], after: readonly unknown[], paths: PathPair, changes: Change[]): void {
  const old = itemsById(before);
  const newItems: Item[] = [];
  const pairs: { was: Item; is: Item }[] = [];
  for (const [id, is] of itemsById(after)) {
    const was = old.get(id);
    old.delete(id);
    if (was) pairs.push({ was, is });
    else newItems.push(is);
  }
  const oldItems = new Map(Array.from(old.values(), (item) => [item.index, item]));
  for (const { was, is } of pairs) compare(was.value, is.value, step(paths, was.index, is.index, is.name), changes);
  for (const is of newItems) {
    const { after: path, label } = step(paths, is.index, is.index, is.name);
    const was = oldItems.get(is.index);
    if (was && isSameButForIdentity(was.value, is.value)) {
      oldItems.delete(is.index);
      changes.push({
        kind: "replaced",
        pointer: toPointer(path),
        label: paths.label,
        before: was.value,
        after: is.value,
      });
    } else {
      changes.push({ kind: "added", pointer: toPointer(path), label, after: is.value });
    }
  }
  for (const was of oldItems.values()) {
    const { before: path, label } = step(paths, was.index, was.index, was.name);
    changes.push({ kind: "removed", pointer: toPointer(path), label, before: was.value });
  }
  const isReordered = pairs.some(({ was }, index) => index > 0 && was.index < (pairs[index - 1]?.was.index ?? 0));
  if (isReordered) changes.push({ kind: "reordered", pointer: toPointer(paths.after), label: paths.label });
}

/** Properties that identify an item of a list: accounts, columns, groups; securities; formulas; constraints. */
const identities = ["id", "symbol", "name", "item1", "referenceName"];

/** The identity of an item of a list: one of its properties, or the item itself if it is a text or a number. */
export function identityOf(item: unknown): string | undefined {
  if (typeof item === "string" || typeof item === "number") return String(item);
  for (const name of identities) {
    const value = property(item, name);
    if (typeof value === "string") return value;
  }
  return undefined;
}

/** The items by identity. Repeated identities get a number; an item without an identity has its index. */
function itemsById(list: readonly unknown[]): Map<string, Item> {
  const counts = new Map<string, number>();
  const items = new Map<string, Item>();
  for (const [index, value] of list.entries()) {
    const identity = identityOf(value);
    const name = identity ?? `#${index + 1}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    items.set(JSON.stringify([identity ?? index, count]), { index, value, name });
  }
  return items;
}

function isSameButForIdentity(before: unknown, after: unknown): boolean {
  if (!isObject(before) || !isObject(after)) return !isObject(before) && !isObject(after);
  const name = identities.find((candidate) => typeof before[candidate] === "string");
  if (name === undefined || typeof after[name] !== "string") return false;
  return isEqual({ ...before, [name]: "" }, { ...after, [name]: "" });
}

function step(paths: PathPair, before: string | number, after: string | number, name: string): PathPair {
  return { before: [...paths.before, before], after: [...paths.after, after], label: [...paths.label, name] };
}

/** Whether two JSON values are the same, whatever the order of keys. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}
