import { isExactNumber } from "../json/exact-number.ts";
import { quoted } from "../parameters/text/words.ts";
import { cellValue } from "../results/cells.ts";
import { compareCells } from "../results/compare/compare-cells.ts";
import { changedCellText } from "../results/compare/comparison-text.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import { count } from "../text/words.ts";
import type { Check } from "./checks-schema.ts";
import {
  fail,
  failWithout,
  limitsText,
  type NoCells,
  nearText,
  noCells,
  passColumn,
  type RuleOutcome,
} from "./outcome.ts";
import { type CheckContext, isEmpty } from "./table-view.ts";

/** Compares each number of a column with two limits. */
export function checkBetween(
  context: CheckContext,
  limits: NonNullable<Check["between"]>,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const numbers = context.view.numbersOf(column);
  if (numbers === undefined) return failWithout(`${quoted(label)} is not a column of numbers.`, { column: label });
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits;
  const { values, isNull } = numbers;
  return judgeCells(context, { column, label }, limitsText(limits), {
    judges: (row) => isNull[row] !== 1,
    fails(row) {
      const number = values[row] ?? 0;
      return !(number >= min && number <= max);
    },
  });
}

/** Demands a value in each cell of a column. */
export function checkNotNull(context: CheckContext, { column, label }: LabelledColumn): RuleOutcome | NoCells {
  return judgeCells(context, { column, label }, "a value", {
    judges: () => true,
    fails: (row) => isEmpty(column, row),
  });
}

/** Compares each cell of a column with that of another column. Two empty cells are not compared. */
export function checkEquals(
  context: CheckContext,
  { other, tolerance }: NonNullable<Check["equals"]>,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const { view } = context;
  const [target, second] = view.columnsOf(other);
  if (target === undefined || second !== undefined) {
    const message = target === undefined ? `The table has no columns ${quoted(other)}.` : view.severalColumns(other);
    return failWithout(message, { column: label });
  }
  const distance = { columns: "*", absolute: tolerance ?? 0 };
  const limitOf = (row: number) =>
    nearText(`${changedCellText(cellValue(target.column, row))} of ${quoted(target.label)}`, tolerance);
  return judgeCells(context, { column, label }, limitOf, {
    judges: (row) => !isEmpty(column, row) || !isEmpty(target.column, row),
    fails(row) {
      const [value, targetValue] = [cellValue(column, row), cellValue(target.column, row)];
      if (Number.isNaN(value) || Number.isNaN(targetValue)) return true;
      const isChanged = compareCells(value, targetValue, distance) === "changed";
      if (!isChanged || !tolerance) return isChanged;
      return compareCells(asDouble(value), asDouble(targetValue), distance) === "changed";
    },
  });
}

/** A number that a double cannot hold as the nearest double, because only doubles have a distance. */
function asDouble(value: unknown): unknown {
  return isExactNumber(value) ? Number(value.rawJSON) : value;
}

/** What a rule says about the cell of a row. */
interface CellRule {
  /** Whether the rule judges the cell: many rules leave empty cells out. */
  readonly judges: (row: number) => boolean;
  /** Whether a cell that the rule judges fails it. */
  readonly fails: (row: number) => boolean;
}

/** Counts the cells that a rule judges, and those that fail; the first of these is named. */
export function judgeCells(
  { view, selection }: Pick<CheckContext, "view" | "selection">,
  { column, label }: LabelledColumn,
  limit: string | ((row: number) => string),
  { judges, fails }: CellRule,
): RuleOutcome | NoCells {
  let first = -1;
  let [cells, failures, rows] = [0, 0, 0];
  for (let row = 0; row < view.rowCount; row++) {
    if (selection?.[row] === 0) continue;
    rows++;
    if (!judges(row)) continue;
    cells++;
    if (fails(row) && failures++ === 0) first = row;
  }
  if (cells === 0) return noCells(emptyReason(label, rows), { column: label });
  if (failures === 0) return passColumn(label, typeof limit === "string" ? limit : limit(0), cells);
  return fail({
    ...view.placeOf(first, label),
    value: changedCellText(cellValue(column, first)),
    limit: typeof limit === "string" ? limit : limit(first),
    cells,
    failures,
  });
}

/** Why a column has no cell to check. */
export function emptyReason(label: string, rows: number): string {
  return rows === 0 ? "the table has no rows" : `${quoted(label)} is empty in ${count(rows, "row")}`;
}
