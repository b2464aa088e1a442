import { ResultDecodeError } from "./errors.ts";
import { parseExactJson } from "./exact-number.ts";

/** Returned instead of a position where the bytes end before the value does: the caller reads more bytes and calls again. */
export const MORE = -1;

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;

/** The position of the first byte from `pos` on that is not white space; `end` if there is none. */
export function skipSpace(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return at;
}

/** The position after the string whose opening quote is at `pos`. Escapes are skipped, not checked. */
export function skipString(bytes: Uint8Array, pos: number, end: number): number {
  for (let at = pos + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  return MORE;
}

/** The position after the value that begins at `pos`. Finds the end of the value only; the parser checks that it is JSON. */
export function skipValue(bytes: Uint8Array, pos: number, end: number): number {
  const first = bytes[pos];
  if (first === QUOTE) return skipString(bytes, pos, end);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipWord(bytes, pos, end);
  let depth = 0;
  for (let at = pos; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at, end) - 1;
      if (at < 0) return MORE;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at + 1;
  }
  return MORE;
}

/** A table with a 1 for each byte that matches. */
export function byteTable(matches: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (matches(byte) ? 1 : 0));
}

const endsWord = byteTable((byte) => byte <= 0x20 || [COMMA, COLON, CLOSE_BRACE, CLOSE_BRACKET].includes(byte));

/** The position after a number or a word, which ends where another token begins. */
function skipWord(bytes: Uint8Array, pos: number, end: number): number {
  for (let at = pos; at < end; at++) {
    if (endsWord[bytes[at] ?? 0] === 1) return at > pos ? at : pos + 1;
  }
  return MORE;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The value in [from, to), each number with all its digits.
 * @throws SyntaxError where the bytes are not JSON, TypeError where they are not UTF-8
 */
export function parseValue(bytes: Uint8Array, from: number, to: number): unknown {
  const text = decoder.decode(bytes.subarray(from, to));
  return bytes[from] === QUOTE ? JSON.parse(text) : parseExactJson(text);
}

/** The value in [from, to), each number with all its digits. @throws ResultDecodeError where it is not JSON */
export function parseValueAt(bytes: Uint8Array, from: number, to: number, place: () => string): unknown {
  try {
    return parseValue(bytes, from, to);
  } catch (error) {
    throw noJson(place(), error);
  }
}

/** The text of the bytes in [from, to). @throws TypeError where they are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** The error for bytes at `place` that are not JSON. */
export function noJson(place: string, cause?: unknown): ResultDecodeError {
  // RangeError: a number that an old browser cannot hold.
  const problem = cause instanceof RangeError ? cause.message : "this is not JSON";
  return new ResultDecodeError(place, problem, { cause });
}
