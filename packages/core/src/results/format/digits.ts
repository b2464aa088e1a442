/** The size of a number as decimal digits: 0.d1d2d3... times ten to the power of `scale`. Zero has no digits. */
export interface DecimalDigits {
  readonly digits: string;
  readonly scale: number;
}

/** The digits from which .NET formats a double: the fifteen that are significant. */
export function digitsOf(value: number): DecimalDigits {
  if (value === 0) return { digits: "", scale: 0 };
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential(14).split("e");
  return { digits: mantissa.replace(".", "").replace(/0+$/, ""), scale: Number(exponent) + 1 };
}

/** Rounds to `count` digits, and halves away from zero. */
export function roundTo({ digits, scale }: DecimalDigits, count: number): DecimalDigits {
  if (count >= digits.length) return { digits, scale };
  const roundsUp = count >= 0 && (digits[count] ?? "0") >= "5";
  const prefix = digits.slice(0, Math.max(count, 0));
  if (!roundsUp) {
    const trimmed = prefix.replace(/0+$/, "");
    return { digits: trimmed, scale: trimmed === "" ? 0 : scale };
  }
  // Adds one in the last place; nines carry over.
  const stem = prefix.replace(/9+$/, "");
  if (stem === "") return { digits: "1", scale: scale + 1 };
  return { digits: stem.slice(0, -1) + String(Number(stem.at(-1)) + 1), scale };
}
