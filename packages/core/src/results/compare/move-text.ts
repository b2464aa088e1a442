import { columnFormat } from "../format/column-format.ts";
import { withMinus } from "../format/with-minus.ts";
import type { Column } from "../table.ts";
import type { MoveText } from "./types.ts";

/** A larger share is not shown, because above a thousand per cent the difference is clearer. */
const MAX_SHARE = 10;
const MAX_DECIMALS = 15;

/**
 * The texts of a move in the format of its column, with enough decimals to show the move: `10.00 → 10.01`, never `10 → 10`. The percentage
 * is that of the earlier value; it is empty if that value is zero, or if the percentage is too large to help.
 */
export function moveText(column: Column, before: number, after: number): MoveText {
  const { text, unit } = columnFormat(column);
  const percent = percentText(before, after);
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const [was, is] = [text(before, { decimals }), text(after, { decimals })];
    const difference = text(after - before, { decimals, hasSign: true });
    if (was !== is && /[1-9∞]/.test(difference)) return { before: was, after: is, difference, percent, unit };
  }
  return { ...plainTexts(before, after), percent, unit };
}

/** The texts of two numbers that look the same with any number of decimals, with enough digits to tell them apart. */
function plainTexts(before: number, after: number): Pick<MoveText, "before" | "after" | "difference"> {
  const difference = withMinus(String(Number((after - before).toPrecision(4))));
  const signed = after > before ? `+${difference}` : difference;
  for (let digits = 8; digits < 17; digits++) {
    const [was, is] = [before, after].map((value) => withMinus(String(Number(value.toPrecision(digits)))));
    if (was !== undefined && is !== undefined && was !== is) return { before: was, after: is, difference: signed };
  }
  return { before: withMinus(String(before)), after: withMinus(String(after)), difference: signed };
}

function percentText(before: number, after: number): string {
  const share = shareOfEarlier(before, after);
  if (!(share <= MAX_SHARE)) return "";
  const value = share * 100;
  const size = value >= 0.1 ? String(Number(value.toFixed(1))) : value.toPrecision(1);
  return `${after > before ? "+" : "\u2212"}${size} %`;
}

/** The distance of two numbers as a share of the earlier one; infinite if that is zero. */
export function shareOfEarlier(before: number, after: number): number {
  // The numbers are divided before they are subtracted, because the distance of two large numbers may be larger than any number.
  return before === after ? 0 : before === 0 ? Number.POSITIVE_INFINITY : Math.abs(after / before - 1);
}
