import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  isDigit,
  MINUS,
  MORE,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipString,
  skipWord,
  unitsOf,
} from "../../json/tokens.ts";

/** Facts about a JSON text that one pass over it gives, before it is parsed. */
export interface TextScan {
  /** How deep objects and lists are nested. */
  readonly depth: number;
  /** Members of all objects, repeated names included: the colons outside strings. */
  readonly members: number;
  /** The places of the first thousand numbers that are so long that a double may not hold them. */
  readonly longNumbers: readonly { readonly start: number; readonly end: number }[];
  /** Whether the text has an escaped or broken character, a long number, an exponent or a suspect string. Most texts have none. */
  readonly isUnusual: boolean;
}

/** A double holds the digits, sign, point and exponent of a number of this length. */
const SAFE_NUMBER_LENGTH = 15;
const MAX_LONG_NUMBERS = 1000;

/**
 * Scans a text, which may be any text. The counts are exact where it is JSON.
 * @param isSuspect whether the string from `start` (its opening quote) to `end` makes the text unusual
 */
export function scanText(text: string, isSuspect: (start: number, end: number) => boolean): TextScan {
  const units = unitsOf(text);
  const longNumbers: { start: number; end: number }[] = [];
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let isUnusual = text.includes("\\u") || !text.isWellFormed();
  const wholeTo = (after: number) => (after === MORE ? units.length : after);
  for (let at = 0; at < units.length; ) {
    const unit = units[at] ?? 0;
    if (unit === QUOTE) {
      const end = wholeTo(skipString(units, at, units.length));
      isUnusual ||= isSuspect(at, end);
      at = end;
    } else if (isDigit(unit)) {
      const end = wholeTo(skipWord(units, at, units.length));
      const isLong = end - at > SAFE_NUMBER_LENGTH;
      // Only an exponent (or hundreds of digits) makes a number too large.
      isUnusual ||= isLong || units.subarray(at, end).some((digit) => (digit | 0x20) === LETTER_E);
      if (isLong && longNumbers.length < MAX_LONG_NUMBERS) {
        longNumbers.push({ start: units[at - 1] === MINUS ? at - 1 : at, end });
      }
      at = end;
    } else {
      at++;
      if (unit === OPEN_BRACE || unit === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
      else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
      else if (unit === COLON) members++;
    }
  }
  return { depth: deepest, members, longNumbers, isUnusual };
}

const LETTER_E = 0x65;
