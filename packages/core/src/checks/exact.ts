// Numbers of a result that a double cannot hold, as their digits.

/** `digits` times ten to the power of `exponent`. */
interface ExactDecimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** A larger exponent would fill the memory with zeros; the double of such a number is infinite or 0, and counts. */
const MAX_EXPONENT = 400;

/** A decimal from a JSON number; undefined for a very large or very small one. */
export function exactDecimal(text: string): ExactDecimal | undefined {
  const [, sign = "", whole = "", part = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const exponent = Number(power) - part.length;
  if (whole === "" || Math.abs(exponent) > MAX_EXPONENT) return undefined;
  return { digits: BigInt(`${sign}${whole}${part}`), exponent };
}

/** The sum of two decimals. */
export function addExact(one: ExactDecimal, other: ExactDecimal): ExactDecimal {
  const exponent = Math.min(one.exponent, other.exponent);
  return { digits: digitsAt(one, exponent) + digitsAt(other, exponent), exponent };
}

/** Whether the first decimal is smaller (-1), the same (0) or larger (1). */
export function compareExact(one: ExactDecimal, other: ExactDecimal): -1 | 0 | 1 {
  const { digits } = addExact(one, { digits: -other.digits, exponent: other.exponent });
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** Whether a decimal is below (-1) or above (1) a limit. It is within one that is infinite. */
export function isBeyond(decimal: ExactDecimal, limit: number, side: -1 | 1): boolean {
  const exactLimit = exactDecimal(String(limit));
  return exactLimit !== undefined && compareExact(decimal, exactLimit) === side;
}

/** A decimal as text without an exponent. */
export function exactText({ digits, exponent }: ExactDecimal): string {
  if (exponent >= 0) return String(digits * 10n ** BigInt(exponent));
  const text = String(digits < 0n ? -digits : digits).padStart(1 - exponent, "0");
  const fraction = text.slice(exponent).replace(/0+$/, "");
  return `${digits < 0n ? "-" : ""}${text.slice(0, exponent)}${fraction === "" ? "" : `.${fraction}`}`;
}

function digitsAt({ digits, exponent }: ExactDecimal, target: number): bigint {
  return digits * 10n ** BigInt(exponent - target);
}
