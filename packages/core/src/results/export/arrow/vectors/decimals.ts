/** A whole number of 4, 8, 16 or 32 bytes with a sign. */
export function wholeAt(view: DataView, at: number, width: number): bigint {
  if (width === 4) return BigInt(view.getInt32(at, true));
  let value = view.getBigInt64(at + width - 8, true);
  for (let part = width - 16; part >= 0; part -= 8) value = (value << 64n) | view.getBigUint64(at + part, true);
  return value;
}

/** A decimal as text, with as many digits after the point as its scale says: 110 with scale 2 is `1.10`. */
export function decimalText(value: bigint, scale: number): string {
  if (scale <= 0) return value === 0n ? "0" : `${value}${"0".repeat(-scale)}`;
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, "0");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
