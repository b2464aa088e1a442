import { isExactNumber } from "../json/exact-number.ts";
import { quoted } from "../parameters/text/words.ts";
import { cellValue } from "../results/cells.ts";
import { compareCells } from "../results/compare/compare-cells.ts";
import { changedCellText } from "../results/compare/comparison-text.ts";
import { columnDays, dayLabel, parseDay } from "../results/format/dates.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import { count } from "../text/words.ts";
import type { Check } from "./checks-schema.ts";
import {
  type CheckLimits,
  type FailedCell,
  fail,
  failCells,
  failure,
  limitsText,
  MAX_FAILED_CELLS,
  type NoCells,
  nearText,
  noCells,
  pass,
  passColumn,
  type RuleOutcome,
} from "./outcomes.ts";
import { type CheckContext, isEmpty, isEmptyColumn } from "./table-view.ts";

/** Compares each number of a column with two limits. */
export function checkBetween(
  context: CheckContext,
  limits: CheckLimits,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const numbers = context.view.numbersOf(column);
  if (numbers === undefined) return failure(`${quoted(label)} is not a column of numbers.`, { column: label });
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = limits;
  const { values, isNull } = numbers;
  return evaluateCells(context, { column, label }, limitsText(limits), {
    judges: (row) => isNull[row] !== 1,
    fails(row) {
      const number = values[row] ?? 0;
      return !(number >= min && number <= max);
    },
  });
}

/** Demands a value in each cell of a column. */
export function checkNotNull(context: CheckContext, { column, label }: LabelledColumn): RuleOutcome | NoCells {
  return evaluateCells(context, { column, label }, "a value", {
    judges: () => true,
    fails: (row) => isEmpty(column, row),
  });
}

/** Compares each cell of a column with that of another column. Two empty cells are not compared. */
export function checkEquals(
  context: CheckContext,
  { other: header, tolerance }: NonNullable<Check["equals"]>,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const { view } = context;
  const [target, second] = view.columnsOf(header);
  if (target === undefined || second !== undefined) {
    const message = target === undefined ? `The table has no columns ${quoted(header)}.` : view.severalColumns(header);
    return failure(message, { column: label });
  }
  const limitOf = (row: number) =>
    nearText(`${changedCellText(cellValue(target.column, row))} of ${quoted(target.label)}`, tolerance);
  return evaluateCells(context, { column, label }, limitOf, {
    judges: (row) => !isEmpty(column, row) || !isEmpty(target.column, row),
    fails: (row) => isApart(cellValue(column, row), cellValue(target.column, row), tolerance),
  });
}

/** Whether two cells are further apart than the tolerance. NaN is far from everything. */
export function isApart(value: unknown, target: unknown, tolerance: number | undefined): boolean {
  if (Number.isNaN(value) || Number.isNaN(target)) return true;
  const distance = { columns: "*", absolute: tolerance ?? 0 };
  const isChanged = compareCells(value, target, distance) === "changed";
  if (!isChanged || !tolerance) return isChanged;
  return compareCells(asDouble(value), asDouble(target), distance) === "changed";
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

/** Counts the cells that a rule judges, and names those that fail. @param limit what is expected; a function where that differs from row to row */
export function evaluateCells(
  { view, selection }: Pick<CheckContext, "view" | "selection">,
  { column, label }: LabelledColumn,
  limit: string | ((row: number) => string),
  { judges, fails }: CellRule,
): RuleOutcome | NoCells {
  const failedRows: number[] = [];
  let [cells, failures, rows] = [0, 0, 0];
  for (let row = 0; row < view.rowCount; row++) {
    if (selection?.[row] === 0) continue;
    rows++;
    if (!judges(row)) continue;
    cells++;
    if (fails(row) && failures++ < MAX_FAILED_CELLS) failedRows.push(row);
  }
  if (cells === 0) return noCells(emptyReason(label, rows), { column: label });
  const [first, ...others] = failedRows.map((row): FailedCell => {
    const value = changedCellText(cellValue(column, row));
    return {
      column: label,
      row,
      rowName: view.rowName(row),
      value,
      ...(typeof limit !== "string" && { limit: limit(row) }),
    };
  });
  const judged = { column: label, cells, ...(typeof limit === "string" && { limit }) };
  return first === undefined ? passColumn(judged) : failCells([first, ...others], { ...judged, failures });
}

/** Why a column has no cell to check. */
export function emptyReason(label: string, rows: number): string {
  return rows === 0 ? "the table has no rows" : `${quoted(label)} is empty in ${count(rows, "row")}`;
}

const DAY_MS = 86_400_000;

/**
 * Compares the age of the newest date with a limit. Without a column, the date is the last day of the result. The day after that of the
 * check is not in the future: it has begun in time zones ahead of UTC.
 */
export function checkNewestDate(
  { view, selection, today }: CheckContext,
  { maxBusinessDays }: NonNullable<Check["newestDate"]>,
  target?: LabelledColumn,
): RuleOutcome | NoCells {
  const position = target === undefined ? {} : { column: target.label };
  const subject = target === undefined ? "The last day of the result" : `The newest date of ${quoted(target.label)}`;
  let [newest, cells] = [Number.NaN, 0];
  if (target === undefined) {
    newest = parseDay(view.table.metadata.endDate ?? "") ?? Number.NaN;
    if (Number.isNaN(newest)) return { status: "no-cells", message: `${subject} is not known.` };
    cells = 1;
  } else {
    const days = columnDays(target.column);
    if (days === undefined && !isEmptyColumn(target.column, view.rowCount))
      return failure(`${quoted(target.label)} is not a column of dates.`, position);
    for (const [row, day] of days?.entries() ?? []) {
      if (selection?.[row] === 0 || Number.isNaN(day)) continue;
      cells++;
      if (!(day <= newest)) newest = day;
    }
    if (cells === 0) return noCells(`${quoted(target.label)} has no date`, position);
  }
  const limit = `at most ${maxBusinessDays} business days before ${dayLabel(today)}`;
  const judged = { what: subject, value: dayLabel(newest), limit, cells, ...position };
  const lastDay = Math.floor(today / DAY_MS) * DAY_MS + DAY_MS;
  if (newest > lastDay)
    return fail({ ...judged, limit: `no day after ${dayLabel(today)}`, note: "A date in the future is not fresh." });
  return businessDaysBetween(newest, today) <= maxBusinessDays ? pass(judged) : fail(judged);
}

/** The number of days from Monday to Friday after one day, up to and with another; 0 if the other is not later. Days are those of UTC. */
export function businessDaysBetween(from: number, to: number): number {
  return Math.max(0, weekdaysUpTo(Math.floor(to / DAY_MS)) - weekdaysUpTo(Math.floor(from / DAY_MS)));
}

/** The number of days from Monday to Friday up to a day since 1970, counted from the Monday before it, 1969-12-29. */
function weekdaysUpTo(day: number): number {
  const sinceMonday = day + 4;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7);
}
