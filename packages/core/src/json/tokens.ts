/** Codes of characters that JSON is written with. They are the same in UTF-8 and in UTF-16. */
export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const MINUS = 0x2d;

/** Whether a code is that of a digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a code is that of white space. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returned instead of a position where the bytes end before the value does: the caller reads more and calls again. */
export const MORE = -1;

/** Returned instead of a position where the bytes are not JSON. */
export const NO_JSON = -2;

/** Returned instead of a position where the bytes are not a JSON number. */
export const NO_NUMBER = -3;

/** The position of the first byte from `pos` on that is not white space; `end` if there is none. */
export function skipSpace(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end && isSpace(bytes[at] ?? 0)) at++;
  return at;
}

/** The position after the string whose opening quote is at `pos`, or MORE. Escapes are skipped, not checked. */
export function skipString(bytes: Uint8Array, pos: number, end: number): number {
  for (let at = pos + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  return MORE;
}

/** The position after the number or word at `pos`, which ends where another token begins, or MORE. It is not checked. */
export function skipWord(bytes: Uint8Array, pos: number, end: number): number {
  for (let at = pos; at < end; at++) {
    const byte = bytes[at] ?? 0;
    const isEnd = byte <= 0x20 || byte === COMMA || byte === COLON || byte === CLOSE_BRACE || byte === CLOSE_BRACKET;
    if (isEnd) return at > pos ? at : pos + 1;
  }
  return MORE;
}

/** The position after the characters of a string that are written as they are: no quote, no backslash, no control character. */
export function skipPlainText(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) break;
  }
  return at;
}
