import type { CellChange, NumberChange } from "@analytics-engines/core/results";

/** The largest share that is shown: above a thousand percent, the difference is clearer. */
const MAX_SHARE = 10;

/** Two numbers as texts that differ, with eight digits or as many as that takes. */
export function pairNumbers(before: number, after: number): readonly [string, string] {
  for (let digits = 8; digits < 17; digits += 1) {
    const pair = [short(before, digits), short(after, digits)] as const;
    if (pair[0] !== pair[1]) return pair;
  }
  return [String(before), String(after)];
}

/** `+0.53 (+4.2 %)`: the difference, and its share of the number before; without a share where that was zero, or the share is too large. */
export function moveText({ before, difference }: Pick<NumberChange, "before" | "difference">): string {
  const sign = difference > 0 ? "+" : "-";
  const share = Math.abs(difference / before);
  const relative = share <= MAX_SHARE ? ` (${sign}${percent(share)})` : "";
  return `${difference > 0 ? "+" : ""}${short(difference, 4)}${relative}`;
}

/** The text of a cell that is not a number on both sides. */
export function cellText(value: CellChange["before"]): string {
  if (value === null || value === undefined) return "null";
  if (value === "") return '""';
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function percent(share: number): string {
  const value = share * 100;
  return `${value >= 0.1 ? String(Number(value.toFixed(1))) : value.toPrecision(1)} %`;
}

function short(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)));
}
