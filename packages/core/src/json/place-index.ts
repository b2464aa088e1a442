import type { JsonPath } from "./pointer.ts";
import { endOfSpace, endOfString, endOfValue } from "./text.ts";
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET } from "./tokens.ts";

/** The offsets of a value in a text. */
export interface ValuePlace {
  readonly start: number;
  readonly end: number;
  /** For a member of an object: the offsets of its name with the quotes, and the offset of the object. */
  readonly key?: { readonly start: number; readonly end: number; readonly object: number };
}

/** A member of an object or an item of a list: its name or index, and its place. */
export type PlacedChild = readonly [name: string | number, place: ValuePlace];

/**
 * Finds the places of values in a text by their paths. An object or a list is read once, when a path first leads into it, so that many
 * questions cost a few passes over the text. It holds one offset for each member and item that it read: places, or a tree of all values,
 * would take several times the memory of the text.
 *
 * The text must be JSON. If a name is repeated, the last member counts, as for `JSON.parse`.
 */
export class PlaceIndex {
  readonly #text: string;
  /** By the offset of each object or list that was read: the offsets of its members' names, or of its items. */
  readonly #children = new Map<number, Map<string | number, number>>();
  readonly #ends: ReadonlyMap<number, number>;

  /** @param ends the ends of some objects and lists by their starts, so that the index need not read what is in them */
  constructor(text: string, ends: ReadonlyMap<number, number> = new Map()) {
    this.#text = text;
    this.#ends = ends;
  }

  /** How many objects and lists were read. */
  get size(): number {
    return this.#children.size;
  }

  /** The place of the value at a path; undefined where the path leads nowhere. */
  find(path: JsonPath): ValuePlace | undefined {
    const text = this.#text;
    let start = endOfSpace(text, 0);
    let key: ValuePlace["key"];
    for (let depth = 0; depth < path.length; depth++) {
      const parent = start;
      if (!this.#children.has(parent)) this.#read(path, depth, parent);
      const child = this.#children.get(parent)?.get(path[depth] ?? "");
      if (child === undefined) return undefined;
      const isMember = text.charCodeAt(parent) === OPEN_BRACE;
      key = isMember ? { start: child, end: endOfString(text, child), object: parent } : undefined;
      start = key ? valueAfter(text, key.end) : child;
    }
    const end = this.#endOf(start);
    return key ? { start, end, key } : { start, end };
  }

  /** Reads the children of the value at `start`, and in the same pass those that the rest of the path leads to. @returns the value's end */
  #read(path: JsonPath, depth: number, start: number): number {
    const children = new Map<string | number, number>();
    this.#children.set(start, children);
    return visitChildren(this.#text, start, (name, value, key) => {
      children.set(name, key ?? value);
      const isOnPath = name === path[depth] && depth + 1 < path.length;
      return isOnPath ? this.#read(path, depth + 1, value) : this.#endOf(value);
    });
  }

  #endOf(start: number): number {
    return this.#ends.get(start) ?? endOfValue(this.#text, start);
  }
}

/** The members of the object, or the items of the list, that starts at an offset, in the order of the text. A scalar has none. */
export function childrenAt(text: string, object: number): PlacedChild[] {
  const children: PlacedChild[] = [];
  visitChildren(text, object, (name, start, key) => {
    const end = endOfValue(text, start);
    const member = key === undefined ? undefined : { start: key, end: endOfString(text, key), object };
    children.push([name, member ? { start, end, key: member } : { start, end }]);
    return end;
  });
  return children;
}

/**
 * Calls `visit` with the name or index of each child, its offset and that of its name. `visit` returns the child's end.
 * @returns the end of the object, list or scalar
 */
function visitChildren(
  text: string,
  start: number,
  visit: (name: string | number, value: number, key: number | undefined) => number,
): number {
  const open = text.charCodeAt(start);
  if (open !== OPEN_BRACE && open !== OPEN_BRACKET) return endOfValue(text, start);
  const close = open === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
  let at = endOfSpace(text, start + 1);
  for (let index = 0; at < text.length && text.charCodeAt(at) !== close; index++) {
    if (open === OPEN_BRACE) {
      const keyEnd = endOfString(text, at);
      at = visit(nameAt(text, at, keyEnd), valueAfter(text, keyEnd), at);
    } else {
      at = visit(index, at, undefined);
    }
    at = endOfSpace(text, at);
    if (text.charCodeAt(at) !== COMMA) break;
    at = endOfSpace(text, at + 1);
  }
  return at + 1;
}

/** The offset of a member's value; a colon is between it and the name. */
function valueAfter(text: string, keyEnd: number): number {
  return endOfSpace(text, endOfSpace(text, keyEnd) + 1);
}

function nameAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes("\\")) return raw;
  const name: unknown = JSON.parse(`"${raw}"`);
  return typeof name === "string" ? name : raw;
}
