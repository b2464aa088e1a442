import { endOfScalar } from "../../json/text.ts";

/** Whether the number at the offset changes when it becomes a double, so that the request would differ from the file. */
export function losesPrecision(text: string, start: number): boolean {
  const written = text.slice(start, endOfScalar(text, start));
  const value = Number(written);
  return Number.isFinite(value) && significantDigits(written) !== significantDigits(String(value));
}

/** The digits of a decimal number without sign, point, exponent and the zeros at both ends. */
function significantDigits(number: string): string {
  const [mantissa = ""] = number.toLowerCase().split("e");
  const digits = mantissa.replace(/[-+.]/g, "").replace(/^0+/, "");
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}
