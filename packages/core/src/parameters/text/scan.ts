import { looksSecret, shortestSecret, startsLikeSecret } from "./secrets.ts";

/** What one pass over the text tells before it is parsed. */
export interface TextScan {
  /** How deep objects and arrays are nested. */
  readonly depth: number;
  /** Members of all objects, repeated keys included: the colons outside strings. */
  readonly members: number;
  /** Offsets of numbers so long that a double may not hold them (the first thousand). */
  readonly longNumbers: readonly number[];
  /** Whether there is anything that `inspectValue` could find: most files are spared the search. */
  readonly isUnusual: boolean;
}

/** Digits, sign, point and exponent beyond which a number may lose precision: a double holds 15 to 17 digits. */
const safeNumberLength = 15;
const maxLongNumbers = 1000;

/** Scans text that may be any text; the figures are exact where it is JSON. */
export function scanText(text: string): TextScan {
  const length = text.length;
  const longNumbers: number[] = [];
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let isUnusual = text.includes("\\u") || !text.isWellFormed();
  let at = 0;
  while (at < length) {
    const char = text.charCodeAt(at);
    if (char <= 0x20) {
      at++;
      continue;
    }
    if (char === quote) {
      const end = endOfString(text, at);
      if (end - at > shortestSecret && startsLikeSecret(text.charAt(at + 1)))
        isUnusual ||= looksSecret(text.slice(at + 1, end - 1));
      at = end;
      continue;
    }
    if (char === openBrace || char === openBracket) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (char === closeBrace || char === closeBracket) {
      depth--;
    } else if (char === colon) {
      members++;
    } else if (isDigit(char)) {
      const end = endOfScalar(text, at);
      if (end - at > safeNumberLength || hasExponent(text, at, end)) isUnusual = true;
      if (end - at > safeNumberLength && longNumbers.length < maxLongNumbers) longNumbers.push(startOfNumber(text, at));
      at = end;
      continue;
    }
    at++;
  }
  return { depth: deepest, members, longNumbers, isUnusual };
}

export const quote = 0x22;
export const comma = 0x2c;
const colon = 0x3a;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
const backslash = 0x5c;
const minus = 0x2d;

/** The offset after the string that starts at `start`; the text's end where it is not closed. */
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
    if (isSpace(char) || char === comma || char === closeBrace || char === closeBracket || char === colon) break;
    at++;
  }
  return at;
}

/** The offset of the first character from `start` on that is no white space. */
export function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++;
  return slashes % 2 === 1;
}

/** Only an exponent (or hundreds of digits) makes a number too large. */
function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((text.charCodeAt(at) | 0x20) === 0x65) return true;
  return false;
}

function isSpace(char: number): boolean {
  return char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09;
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}

function startOfNumber(text: string, at: number): number {
  return text.charCodeAt(at - 1) === minus ? at - 1 : at;
}
