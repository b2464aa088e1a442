import type { JsonPath } from "./pointer.ts";
import {
  closeBrace,
  closeBracket,
  comma,
  endOfSpace,
  endOfString,
  endOfValue,
  openBrace,
  openBracket,
} from "./text.ts";

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
 * questions cost a few passes over the text. A tree of all places costs several times the parsing.
 *
 * The text must be JSON. Of a repeated name the last member counts, as for `JSON.parse`.
 */
export class PlaceIndex {
  readonly #text: string;
  /** The children of the objects and lists that were read, by the offset of the object or list. */
  readonly #children = new Map<number, ReadonlyMap<string | number, ValuePlace>>();

  constructor(text: string) {
    this.#text = text;
  }

  /** How many objects and lists were read. */
  get size(): number {
    return this.#children.size;
  }

  /** The place of the value at a path; undefined where the path leads nowhere. */
  find(path: JsonPath): ValuePlace | undefined {
    const start = endOfSpace(this.#text, 0);
    if (path.length === 0) return { start, end: endOfValue(this.#text, start) };
    let place: ValuePlace | undefined;
    for (const segment of path) {
      place = this.#childrenOf(place?.start ?? start).get(segment);
      if (place === undefined) return undefined;
    }
    return place;
  }

  #childrenOf(start: number): ReadonlyMap<string | number, ValuePlace> {
    let children = this.#children.get(start);
    if (children === undefined) {
      children = new Map(childrenAt(this.#text, start));
      this.#children.set(start, children);
    }
    return children;
  }
}

/** The members of the object, or the items of the list, that starts at an offset, in the order of the text. A scalar has none. */
export function childrenAt(text: string, start: number): PlacedChild[] {
  const open = text.charCodeAt(start);
  const children: PlacedChild[] = [];
  if (open !== openBrace && open !== openBracket) return children;
  const close = open === openBrace ? closeBrace : closeBracket;
  let at = endOfSpace(text, start + 1);
  while (at < text.length && text.charCodeAt(at) !== close) {
    if (open === openBrace) {
      const key = { start: at, end: endOfString(text, at), object: start };
      const value = endOfSpace(text, endOfSpace(text, key.end) + 1);
      at = endOfValue(text, value);
      children.push([nameAt(text, key), { start: value, end: at, key }]);
    } else {
      const item = at;
      at = endOfValue(text, item);
      children.push([children.length, { start: item, end: at }]);
    }
    at = endOfSpace(text, at);
    if (text.charCodeAt(at) === comma) at = endOfSpace(text, at + 1);
  }
  return children;
}

function nameAt(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes("\\")) return raw;
  const name: unknown = JSON.parse(`"${raw}"`);
  return typeof name === "string" ? name : raw;
}
