/**
 * A number of a result that a double does not hold (9007199254740993, 1E400): its digits as they came. `JSON.stringify` writes them as
 * they are.
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

declare global {
  // Not yet in TypeScript's library; in Node from 21 on, and in the browsers of its time.
  interface JSON {
    rawJSON?(text: string): ExactNumber;
    isRawJSON?(value: unknown): value is ExactNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

export function isExactNumber(value: unknown): value is ExactNumber {
  return typeof value === "object" && value !== null && JSON.isRawJSON?.(value) === true;
}

/** Where a text may hold such a number: sixteen digits before the point, a large exponent, or one so small that nothing is left. */
const SUSPECT = /(?<![.\d])\d{16}|\.0{100}|\d[eE](?:\+?0*[1-9]|-0*[1-9]\d\d)/;

/**
 * JSON text as a value, like `JSON.parse`, with each number that a double does not hold as an ExactNumber. Throws SyntaxError, and
 * RangeError for such a number where the browser is too old to keep it.
 */
export function parseExactJson(text: string): unknown {
  if (!SUSPECT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context) =>
    typeof value === "number" ? numberOf(context?.source ?? missing(), value) : value,
  );
}

/** A JSON number: as a double where it holds the number, else its digits. */
export function numberOf(source: string, value = Number(source)): number | ExactNumber {
  return isHeld(value, source) ? value : (JSON.rawJSON?.(source) ?? missing());
}

/** So many digits of a decimal are those of the nearest double. */
const DIGITS_OF_DOUBLE = 15;

/** A decimal, of which every digit counts: as a double where that gives back the digits, else the digits themselves. */
export function decimalOf(source: string): number | ExactNumber {
  const value = Number(source);
  const digits = source
    .replace(/^-?[0.]*/, "")
    .replace(".", "")
    .replace(/0+$/, "");
  const isNear = digits.length <= DIGITS_OF_DOUBLE && (digits === "" || Math.abs(value) >= LEAST_NORMAL);
  return isNear || String(value) === source ? value : (JSON.rawJSON?.(source) ?? missing());
}

/**
 * A double holds every whole number up to 2^53, and a larger one where it would be written as it came. Numbers with decimals are rounded to
 * 15 digits at least, as real numbers are; one that is not 0 never becomes 0.
 */
function isHeld(value: number, source: string): boolean {
  if (value === 0) return !/^[^eE]*[1-9]/.test(source);
  const size = Math.abs(value);
  return (size >= LEAST_NORMAL && size <= Number.MAX_SAFE_INTEGER) || String(value) === source;
}

/** Doubles below it have fewer digits. */
const LEAST_NORMAL = 2 ** -1022;

function missing(): never {
  throw new RangeError("The result holds a number with more digits than this browser can keep.");
}
