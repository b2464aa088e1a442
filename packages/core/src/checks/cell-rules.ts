import { quoted } from "../parameters/text/words.ts";
import { cellValue } from "../results/cells.ts";
import { changedCellText } from "../results/compare/change-text.ts";
import { compareCells } from "../results/compare/compare-cells.ts";
import type { Check } from "./checks-schema.ts";
import { exactDecimal, isBeyond } from "./exact.ts";
import { fail, failWithout, limitsText, nearText, passColumn, type RuleOutcome } from "./outcome.ts";
import { type CheckContext, isEmpty, type LabelledColumn } from "./table-view.ts";

/** Compares each number of a column with two limits. */
export function checkBetween(
  context: CheckContext,
  limits: NonNullable<Check["between"]>,
  { column, label }: LabelledColumn,
): RuleOutcome {
  const numbers = context.view.numbersOf(column);
  if (numbers === undefined) return failWithout(`${quoted(label)} is not a column of numbers.`, { column: label });
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits;
  const { values, isNull, digits } = numbers;
  const isOutside = (row: number) => {
    const number = values[row] ?? 0;
    const text = digits.size > 0 ? digits.get(row) : undefined;
    const decimal = text === undefined ? undefined : exactDecimal(text);
    if (decimal !== undefined) return isBeyond(decimal, min, -1) || isBeyond(decimal, max, 1);
    return !(number >= min && number <= max) && isNull[row] !== 1;
  };
  return judgeCells(context, { column, label }, limitsText(limits), isOutside);
}

/** Demands a value in each cell of a column. */
export function checkNotNull(context: CheckContext, { column, label }: LabelledColumn): RuleOutcome {
  return judgeCells(context, { column, label }, "a value", (row) => isEmpty(column, row));
}

/** Compares each cell of a column with that of another column. */
export function checkEquals(
  context: CheckContext,
  { other, tolerance }: NonNullable<Check["equals"]>,
  { column, label }: LabelledColumn,
): RuleOutcome {
  const { view } = context;
  const [target, second] = view.columnsOf(other);
  if (target === undefined || second !== undefined) {
    const message = `The table has ${target === undefined ? "no" : "several"} columns ${quoted(other)}.`;
    return failWithout(message, { column: label });
  }
  const distance = { columns: "*", absolute: tolerance ?? 0 };
  const [one, two] = [view.numbersOf(column), view.numbersOf(target.column)];
  const differs = (row: number) => {
    const [value, targetValue] = [cellValue(column, row), cellValue(target.column, row)];
    if (compareCells(value, targetValue, distance) !== "changed") return false;
    const isExact = one?.digits.has(row) === true || two?.digits.has(row) === true;
    return !isExact || !tolerance || compareCells(one?.values[row], two?.values[row], distance) === "changed";
  };
  const limitOf = (row: number) =>
    nearText(`${changedCellText(cellValue(target.column, row))} of ${quoted(target.label)}`, tolerance);
  return judgeCells(context, { column, label }, limitOf, differs);
}

/** Counts the cells that fail; the first one is named. */
export function judgeCells(
  { view, selection }: Pick<CheckContext, "view" | "selection">,
  { column, label }: LabelledColumn,
  limit: string | ((row: number) => string),
  fails: (row: number) => boolean,
): RuleOutcome {
  let first = -1;
  let failures = 0;
  for (let row = 0; row < view.rowCount; row++) {
    if (selection?.[row] === 0 || !fails(row)) continue;
    if (failures++ === 0) first = row;
  }
  if (failures === 0) return passColumn(label, typeof limit === "string" ? limit : limit(0));
  return fail({
    ...view.placeOf(first, label),
    value: changedCellText(cellValue(column, first)),
    limit: typeof limit === "string" ? limit : limit(first),
    failures,
  });
}
