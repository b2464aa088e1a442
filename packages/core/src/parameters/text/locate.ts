import type { JsonPath } from "../../json/pointer.ts";
import {
  closeBrace,
  closeBracket,
  comma,
  endOfScalar,
  endOfString,
  openBrace,
  openBracket,
  quote,
  skipSpace,
} from "./scan.ts";

/** Where a value stands in the text. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** For a member of an object: where its key stands, quotes included, and where the object starts. */
  readonly key?: { readonly start: number; readonly end: number; readonly object: number };
}

interface Wanted {
  place?: Place;
  children?: Map<string | number, Wanted>;
}

/**
 * The places of many values in one pass over the text, which must be JSON nested no deeper than the reader allows.
 * Positions are looked for only where somebody asks: a tree of all of them costs several times the parsing.
 * A path that leads nowhere has no place; of a repeated key the last one counts, as for `JSON.parse`.
 */
export function locate(text: string, paths: Iterable<JsonPath>): (Place | undefined)[] {
  const root: Wanted = {};
  const wanted = Array.from(paths, (path) => path.reduce(childOf, root));
  visit(text, skipSpace(text, 0), root);
  return wanted.map((node) => node.place);
}

function childOf(node: Wanted, segment: string | number): Wanted {
  node.children ??= new Map();
  let child = node.children.get(segment);
  if (!child) {
    child = {};
    node.children.set(segment, child);
  }
  return child;
}

function visit(text: string, start: number, wanted: Wanted, key?: NonNullable<Place["key"]>): number {
  const { children } = wanted;
  const first = text.charCodeAt(start);
  let end: number;
  if (children && first === openBrace) {
    end = visitMembers(text, start, (keyStart, keyEnd, valueStart) => {
      const child = children.get(readKey(text, keyStart, keyEnd));
      return child
        ? visit(text, valueStart, child, { start: keyStart, end: keyEnd, object: start })
        : endOfValue(text, valueStart);
    });
  } else if (children && first === openBracket) {
    end = visitItems(text, start, (index, itemStart) => {
      const child = children.get(index);
      return child ? visit(text, itemStart, child) : endOfValue(text, itemStart);
    });
  } else {
    end = endOfValue(text, start);
  }
  wanted.place = key ? { start, end, key } : { start, end };
  return end;
}

/** Calls back for each member of the object at `start`; the callback answers where the member's value ends. Gives the object's end. */
export function visitMembers(
  text: string,
  start: number,
  onMember: (keyStart: number, keyEnd: number, valueStart: number) => number,
): number {
  let at = skipSpace(text, start + 1);
  while (at < text.length && text.charCodeAt(at) !== closeBrace) {
    const keyEnd = endOfString(text, at);
    const colonAt = skipSpace(text, keyEnd);
    at = skipSpace(text, onMember(at, keyEnd, skipSpace(text, colonAt + 1)));
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** The same for the items of the array at `start`. */
export function visitItems(text: string, start: number, onItem: (index: number, itemStart: number) => number): number {
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text.charCodeAt(at) !== closeBracket; index++) {
    at = skipSpace(text, onItem(index, at));
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return at + 1;
}

/** The key between the offsets of its quotes. */
export function readKey(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  if (!raw.includes("\\")) return raw;
  const key: unknown = JSON.parse(`"${raw}"`);
  return typeof key === "string" ? key : raw;
}

/** The offset after the value that starts at `start`. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfString(text, start);
  if (first !== openBrace && first !== openBracket) return endOfScalar(text, start);
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char <= 0x20) {
      at++;
      continue;
    }
    if (char === quote) {
      at = endOfString(text, at);
      continue;
    }
    at++;
    if (char === openBrace || char === openBracket) depth++;
    else if ((char === closeBrace || char === closeBracket) && --depth === 0) break;
  }
  return at;
}
