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
export function endOfString(text: string, start: number): number {
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
