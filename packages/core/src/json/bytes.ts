import { ResultDecodeError } from "./errors.ts";
import { parseExactJson } from "./exact-number.ts";
import { skipValue } from "./json-scan.ts";
import { NO_JSON, QUOTE } from "./tokens.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The value in [from, to), each number with all its digits.
 * @throws SyntaxError where the bytes are not JSON, TypeError where they are not UTF-8
 */
export function parseValue(bytes: Uint8Array, from: number, to: number): unknown {
  const text = decoder.decode(bytes.subarray(from, to));
  return bytes[from] === QUOTE ? JSON.parse(text) : parseExactJson(text);
}

/** The position after the value at `pos`, or MORE. @throws ResultDecodeError where it is not JSON */
export function skipValueAt(bytes: Uint8Array, pos: number, end: number, place: () => string): number {
  const after = skipValue(bytes, pos, end);
  if (after === NO_JSON) throw noJson(place());
  return after;
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
