import { quoted } from "../parameters/text/words.ts";
import { cellValue, plainText } from "../results/cells.ts";
import { PreciseSum } from "../results/precise-sum.ts";
import type { Check } from "./checks-schema.ts";
import { addExact, compareExact, exactDecimal, exactText } from "./exact.ts";
import { fail, failWithout, nearText, pass, type RuleOutcome } from "./outcome.ts";
import type { CheckContext, LabelledColumn, Numbers } from "./table-view.ts";

/** Compares the sum of a column with a number, or with the total row. */
export function checkSum(
  context: CheckContext,
  { value, tolerance = 0 }: NonNullable<Check["sum"]>,
  { column, label }: LabelledColumn,
): RuleOutcome {
  const { view } = context;
  const numbers = view.numbersOf(column);
  if (numbers === undefined) return failWithout(`${quoted(label)} is not a column of numbers.`, { column: label });
  const [total, second] = view.parts.totals;
  if (value === undefined && (total === undefined || second !== undefined)) {
    const message = total === undefined ? "The table has no total row." : "The table has several total rows.";
    return failWithout(message, { column: label });
  }
  const target = value ?? plainText(cellValue(column, total ?? 0));
  const sum = sumOf(context, numbers);
  const judged = {
    what: `The sum of ${quoted(label)}`,
    value: sum.text,
    limit: nearText(value === undefined ? `${target} of the total row` : String(value), tolerance),
    column: label,
  };
  return isNear(sum, String(target), tolerance) ? pass(judged) : fail(judged);
}

interface Sum {
  readonly value: number;
  /** The sum of the sizes, which says how far rounding can have moved the value. */
  readonly size: number;
  readonly text: string;
  /** The sum of digits, if a number is none that a double holds. */
  readonly exact: ReturnType<typeof exactDecimal>;
}

/** Sums the rows that count and are no total. */
function sumOf({ view, selection }: CheckContext, { values, isNull, digits }: Numbers): Sum {
  const { leaves } = view.parts;
  const sum = new PreciseSum();
  let exact = digits.size > 0 ? exactDecimal("0") : undefined;
  for (let row = 0; row < values.length; row++) {
    if (leaves[row] === 0 || isNull[row] === 1 || selection?.[row] === 0) continue;
    const number = values[row] ?? 0;
    sum.add(number);
    if (exact === undefined) continue;
    const decimal = exactDecimal(digits.get(row) ?? String(number));
    exact = decimal && addExact(exact, decimal);
  }
  const { value, size } = sum;
  return { value, size, exact, text: exact === undefined ? String(Number(value.toPrecision(15))) : exactText(exact) };
}

function isNear({ value, size, exact }: Sum, target: string, tolerance: number): boolean {
  const [center, distance] = [exactDecimal(target), exactDecimal(String(tolerance))];
  if (exact !== undefined && center !== undefined && distance !== undefined) {
    const low = addExact(center, { ...distance, digits: -distance.digits });
    return compareExact(exact, low) >= 0 && compareExact(exact, addExact(center, distance)) <= 0;
  }
  // What was lost when the numbers were read does not count.
  return (
    target !== "" && Number.isFinite(value) && Math.abs(value - Number(target)) <= tolerance + Number.EPSILON * size
  );
}
