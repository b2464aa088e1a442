/** The most digits of a decimal that readers of Parquet support. */
export const MAX_DECIMAL_DIGITS = 38;

/** A number as a whole number of its last decimal place: 1.25 is 125 with a scale of 2. */
export interface Decimal {
  readonly unscaled: bigint;
  /** How many of its digits follow the point. */
  readonly scale: number;
  /** How many of them precede the point; 0 for a fraction. */
  readonly wholeDigits: number;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The digits of a JSON number, without superfluous zeros; undefined if there are more than a decimal can have. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = "", whole, fraction = "", exponent = "0"] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significantDigits = digits.replace(/0+$/, "");
  if (significantDigits === "") return { unscaled: 0n, scale: 0, wholeDigits: 0 };
  const scale = fraction.length - Number(exponent) - (digits.length - significantDigits.length);
  const wholeDigits = Math.max(0, significantDigits.length - scale);
  if (wholeDigits + Math.max(0, scale) > MAX_DECIMAL_DIGITS) return undefined;
  const unscaled = BigInt(`${sign}${significantDigits}`);
  return scale < 0
    ? { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0, wholeDigits }
    : { unscaled, scale, wholeDigits };
}
