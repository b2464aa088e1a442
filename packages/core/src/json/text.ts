import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isDigit,
  isSpace,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./tokens.ts";
import type { JsonPath } from "./value.ts";

/** Facts about a JSON text that one pass over its characters gives, before it is parsed. */
export interface TextScan {
  /** How deep objects and lists are nested. */
  readonly depth: number;
  /** Members of all objects, repeated names included: the colons outside strings. */
  readonly members: number;
  /** Offsets of the first thousand numbers that are so long that a double may not hold them. */
  readonly longNumbers: readonly number[];
  /** Whether the text has an escaped or broken character, a long number, an exponent or a suspect string. Most texts have none. */
  readonly isUnusual: boolean;
  /** The ends of the long objects and lists at the third level by their starts: the units of most files. */
  readonly unitEnds: ReadonlyMap<number, number>;
}

/** A double holds the digits, sign, point and exponent of a number of this length. */
const SAFE_NUMBER_LENGTH = 15;
const MAX_LONG_NUMBERS = 1000;
/** A unit is in `data`, which is in the root. */
const UNIT_DEPTH = 3;
/** A text of short ones could have so many of them that their ends take more memory than the text. */
const MIN_UNIT_LENGTH = 64;

/**
 * Scans a text, which may be any text. The counts are exact where it is JSON.
 * @param isSuspect whether the string from `start` (its opening quote) to `end` makes the text unusual
 */
export function scanText(text: string, isSuspect: (start: number, end: number) => boolean): TextScan {
  const longNumbers: number[] = [];
  const unitEnds = new Map<number, number>();
  let unitStart = 0;
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let isUnusual = text.includes("\\u") || !text.isWellFormed();
  let at = 0;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    // Half of an indented text is white space.
    if (char <= SPACE) {
      at++;
      continue;
    }
    if (char === QUOTE) {
      const end = endOfString(text, at);
      isUnusual ||= isSuspect(at, end);
      at = end;
      continue;
    }
    if (isDigit(char)) {
      const end = endOfScalar(text, at);
      const isLong = end - at > SAFE_NUMBER_LENGTH;
      if (isLong || hasExponent(text, at, end)) isUnusual = true;
      if (isLong && longNumbers.length < MAX_LONG_NUMBERS) longNumbers.push(startOfNumber(text, at));
      at = end;
      continue;
    }
    if (char === OPEN_BRACE || char === OPEN_BRACKET) {
      depth++;
      if (depth > deepest) deepest = depth;
      if (depth === UNIT_DEPTH) unitStart = at;
    } else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) {
      if (depth === UNIT_DEPTH && at + 1 - unitStart >= MIN_UNIT_LENGTH) unitEnds.set(unitStart, at + 1);
      depth--;
    } else if (char === COLON) members++;
    at++;
  }
  return { depth: deepest, members, longNumbers, isUnusual, unitEnds };
}

const SPACE = 0x20;

/** The offset after the string that starts at `start`; the text's end where the string is not closed. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

/** The offset after the number or word that starts at `start`. */
export function endOfScalar(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (isSpace(char) || char === COMMA || char === CLOSE_BRACE || char === CLOSE_BRACKET || char === COLON) break;
    at++;
  }
  return at;
}

/** The offset after the value that starts at `start`. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return endOfScalar(text, start);
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text.charCodeAt(at);
    if (char <= SPACE) {
      at++;
      continue;
    }
    if (char === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    at++;
    if (char === OPEN_BRACE || char === OPEN_BRACKET) depth++;
    else if ((char === CLOSE_BRACE || char === CLOSE_BRACKET) && --depth === 0) break;
  }
  return at;
}

/** The offset of the first character from `start` on that is not white space. */
export function endOfSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

/** Only an exponent (or hundreds of digits) makes a number too large. */
function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) | 0x20) === 0x65) return true;
  return false;
}

function startOfNumber(text: string, at: number): number {
  return text.charCodeAt(at - 1) === MINUS ? at - 1 : at;
}

/** The offsets of a value in a text. */
export interface ValuePlace {
  readonly start: number;
  readonly end: number;
  /** For a member of an object: the offsets of its name with the quotes, and the offset of the object. */
  readonly key?: { readonly start: number; readonly end: number; readonly object: number };
}

/** A member of an object or an item of a list: its name or index, and its place. */
type PlacedChild = readonly [name: string | number, place: ValuePlace];

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
