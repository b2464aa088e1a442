/**
 * A number of a result that a double cannot hold (9007199254740993, 1E400), as its digits. `JSON.stringify` writes the digits unchanged.
 */
export interface ExactNumber {
  readonly rawJSON: string;
}

declare global {
  // TypeScript's library lacks them. Node has them from 21 on.
  interface JSON {
    rawJSON?(text: string): ExactNumber;
    isRawJSON?(value: unknown): value is ExactNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** Whether a value is a number that a double cannot hold. */
export function isExactNumber(value: unknown): value is ExactNumber {
  return typeof value === "object" && value !== null && JSON.isRawJSON?.(value) === true;
}

/** Matches a text that may hold such a number: sixteen digits before the point, a large exponent, or one so small that the value becomes 0. */
const SUSPECT = /(?<![.\d])\d{16}|\.0{100}|\d[eE](?:\+?0*[1-9]|-0*[1-9]\d\d)/;

/**
 * Parses JSON like `JSON.parse`, and gives each number that a double cannot hold as an ExactNumber.
 * @throws SyntaxError where the text is not JSON; RangeError for such a number in a browser that cannot keep it
 * @example
 * ```ts
 * import { isExactNumber, parseExactJson } from "@analytics-engines/core/results";
 *
 * const value = parseExactJson("9007199254740993");
 * if (isExactNumber(value)) console.log(value.rawJSON); // 9007199254740993, where JSON.parse gives 9007199254740992
 * ```
 */
export function parseExactJson(text: string): unknown {
  if (!SUSPECT.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_, value, context) =>
    typeof value === "number" ? numberOf(context?.source ?? missing(), value) : value,
  );
}

/** A JSON number: as a double where a double can hold it, else as its digits. */
export function numberOf(source: string, value = Number(source)): number | ExactNumber {
  return isHeld(value, source) ? value : (JSON.rawJSON?.(source) ?? missing());
}

/** A double keeps every decimal of so many digits. */
const DIGITS_OF_DOUBLE = 15;

/** A decimal whose every digit counts: as a double where the double gives the digits back, else as the digits. */
export function decimalOf(source: string): number | ExactNumber {
  const value = Number(source);
  const digits = source
    .replace(/^-?[0.]*/, "")
    .replace(".", "")
    .replace(/0+$/, "");
  const isNear = digits.length <= DIGITS_OF_DOUBLE && (digits === "" || Math.abs(value) >= MIN_NORMAL);
  return isNear || String(value) === source ? value : (JSON.rawJSON?.(source) ?? missing());
}

/**
 * A double can hold every whole number up to 2^53, and a larger one where JavaScript writes it with the same digits. Numbers with decimals
 * keep at least 15 digits, which is enough for real numbers; a number other than 0 never becomes 0.
 */
function isHeld(value: number, source: string): boolean {
  if (value === 0) return !/^[^eE]*[1-9]/.test(source);
  const size = Math.abs(value);
  return (size >= MIN_NORMAL && size <= Number.MAX_SAFE_INTEGER) || String(value) === source;
}

/** Smaller doubles have fewer digits. */
const MIN_NORMAL = 2 ** -1022;

function missing(): never {
  throw new RangeError("The result holds a number with more digits than this browser can keep.");
}
