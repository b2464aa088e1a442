import { quoted } from "../parameters/text/words.ts";
import { cellValue, plainText } from "../results/cells.ts";
import { changedCellText } from "../results/compare/comparison-text.ts";
import { numberRowKeys } from "../results/compare/row-keys.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import { PreciseSum } from "../results/sums.ts";
import { count } from "../text/words.ts";
import { emptyReason, evaluateCells } from "./cell-rules.ts";
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
  type RuleOutcome,
  sumText,
} from "./outcomes.ts";
import { type CheckContext, countSelected, type Numbers } from "./table-view.ts";

/** Compares the number of rows with two limits. A table always has a number of rows, so there is one to judge. */
export function checkRowCount({ view, selection }: CheckContext, limits: CheckLimits): RuleOutcome {
  const rows = countSelected(view, selection);
  const judged = { what: "The number of rows", value: String(rows), limit: limitsText(limits), cells: 1 };
  const { min = 0, max = Number.POSITIVE_INFINITY } = limits;
  return rows >= min && rows <= max ? pass(judged) : fail(judged);
}

/** Demands other values of columns in each row. The rows that repeat an earlier one are named. */
export function checkUnique(
  { view, selection }: CheckContext,
  columns: readonly LabelledColumn[],
): RuleOutcome | NoCells {
  const { rowCount } = view;
  const key = columns.map(({ label }) => label).join(", ");
  const { keys, size } = numberRowKeys([{ columns: columns.map(({ column }) => column), rowCount }]);
  const firstRows = new Int32Array(size).fill(-1);
  const failedCells: FailedCell[] = [];
  let [failures, rows] = [0, 0];
  for (let row = 0; row < rowCount; row++) {
    if (selection?.[row] === 0) continue;
    rows++;
    const rowKey = keys[0]?.[row] ?? 0;
    const original = firstRows[rowKey] ?? -1;
    if (original < 0) firstRows[rowKey] = row;
    else if (failures++ < MAX_FAILED_CELLS) {
      const value = columns.map(({ column }) => changedCellText(cellValue(column, row))).join(" / ");
      const limit = `another value than row ${original + 1}`;
      failedCells.push({ column: columns[0]?.label ?? "", row, rowName: view.rowName(row), value, limit });
    }
  }
  if (rows === 0) return noCells("the table has no rows", { column: key });
  const cells = rows * columns.length;
  const [first, ...others] = failedCells;
  if (first === undefined)
    return { status: "passed", message: `Each row has its own ${quoted(key)}.`, column: key, cells };
  return failCells([first, ...others], { column: key, cells, failures });
}

/** Compares the sum of a column with a number, or with the total row. */
export function checkSum(
  context: CheckContext,
  { value, tolerance = 0 }: NonNullable<Check["sum"]>,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const { view } = context;
  const position = { column: label };
  const numbers = view.numbersOf(column);
  if (numbers === undefined) return failure(`${quoted(label)} is not a column of numbers.`, position);
  const [total, second] = view.parts.totals;
  if (value === undefined && (total === undefined || second !== undefined)) {
    const message = total === undefined ? "The table has no total row." : "The table has several total rows.";
    return failure(message, position);
  }
  const rows = sortRows(context, numbers);
  const cells = rows.added.length;
  if (cells === 0) return noCells(reasonOf(rows, label), position);
  const isTotalBroken = value === undefined && isNaNCell(numbers, total ?? 0);
  const brokenRows = [
    ...(isTotalBroken ? [total ?? 0] : []),
    ...rows.added.filter((row) => Number.isNaN(numbers.values[row])),
  ];
  const [brokenCell, ...otherCells] = brokenRows
    .slice(0, MAX_FAILED_CELLS)
    .map((row): FailedCell => ({ column: label, row, rowName: view.rowName(row), value: "NaN" }));
  if (brokenCell !== undefined) {
    const judged = { limit: "a number", cells, failures: brokenRows.length, ...position };
    return failCells([brokenCell, ...otherCells], judged);
  }
  const target = value ?? plainText(cellValue(column, total ?? 0));
  if (target === "") return failure(`${quoted(label)} of the total row is empty.`, position);
  const sum = new PreciseSum();
  for (const row of rows.added) sum.add(numbers.values[row] ?? 0);
  const judged = {
    what: `The sum of ${quoted(label)}`,
    value: sumText(sum.value),
    limit: nearText(value === undefined ? `${target} of the total row` : String(value), tolerance),
    cells,
    ...noteOf(rows),
    ...position,
  };
  return isNearSum(sum, Number(target), tolerance) ? pass(judged) : fail(judged);
}

/**
 * Compares the sum of several columns with another column, row by row. An empty cell is nothing, on both sides; a row without a number in
 * these columns is not judged. A column of sums without a number says nothing about its parts.
 */
export function checkAddUp(
  context: CheckContext,
  { tolerance = 0 }: NonNullable<Check["addUp"]>,
  parts: readonly LabelledColumn[],
  total: LabelledColumn,
): RuleOutcome | NoCells {
  const { view } = context;
  const position = { column: total.label };
  const columns = [total, ...parts].map(({ column, label }) => ({ label, numbers: view.numbersOf(column) }));
  const textColumn = columns.find(({ numbers }) => numbers === undefined);
  if (textColumn !== undefined) return failure(`${quoted(textColumn.label)} is not a column of numbers.`, position);
  const [target = noNumbers, ...addends] = columns.flatMap(({ numbers }) => numbers ?? []);
  const addedIn = (row: number) => addends.filter(({ isNull }) => isNull[row] !== 1);
  const sumOf = (row: number) => {
    const sum = new PreciseSum();
    for (const { values } of addedIn(row)) sum.add(values[row] ?? 0);
    return sum;
  };
  const names = parts.map(({ label }) => quoted(label)).join(" + ");
  const limitOf = (row: number) => nearText(`${sumOf(row).decimal} of ${names}`, tolerance);
  const hasSum = (row: number) => target.isNull[row] !== 1;
  const isJudged = target.isNull.some((_, row) => context.selection?.[row] !== 0 && hasSum(row));
  return evaluateCells(context, total, limitOf, {
    judges: (row) => isJudged && (hasSum(row) || addedIn(row).length > 0),
    fails: (row) => !isNearSum(sumOf(row), hasSum(row) ? (target.values[row] ?? 0) : 0, tolerance),
  });
}

const noNumbers: Numbers = { values: new Float64Array(), isNull: new Uint8Array() };

/** Whether a sum is as near to a number as a tolerance says. Decimals were rounded when they were read, by at most half an epsilon of each, and that does not count. */
function isNearSum(sum: PreciseSum, target: number, tolerance: number): boolean {
  return Number.isFinite(sum.value) && Math.abs(sum.value - target) <= tolerance + Number.EPSILON * sum.size;
}

function isNaNCell({ values, isNull }: Numbers, row: number): boolean {
  return isNull[row] !== 1 && Number.isNaN(values[row]);
}

/** The selected rows of a table by what a sum does with them. A row that has rows below it is the sum of these. */
interface RowsOfSum {
  readonly added: Int32Array;
  readonly emptyCount: number;
  readonly groupCount: number;
  readonly totalCount: number;
}

function sortRows({ view, selection }: CheckContext, { isNull }: Numbers): RowsOfSum {
  const { leaves, totals } = view.parts;
  const totalRows = new Set(totals);
  const added = new Int32Array(view.rowCount);
  let [addedCount, emptyCount, groupCount, totalCount] = [0, 0, 0, 0];
  for (let row = 0; row < view.rowCount; row++) {
    if (selection?.[row] === 0) continue;
    if (leaves[row] === 1 && isNull[row] !== 1) added[addedCount++] = row;
    else if (leaves[row] === 1) emptyCount++;
    else if (totalRows.has(row)) totalCount++;
    else groupCount++;
  }
  return { added: added.subarray(0, addedCount), emptyCount, groupCount, totalCount };
}

/** Which rows were added, if not all: `12 rows without rows below them were added; 3 groups and the total were not.` */
function noteOf({ added, emptyCount, groupCount, totalCount }: RowsOfSum): { readonly note?: string } {
  const others = [
    ...(groupCount > 0 ? [count(groupCount, "group")] : []),
    ...(totalCount > 0 ? [totalCount === 1 ? "the total" : count(totalCount, "total")] : []),
    ...(emptyCount > 0 ? [count(emptyCount, "empty cell")] : []),
  ];
  if (others.length === 0) return {};
  const isTree = groupCount + totalCount > 0;
  const below = isTree ? ` without rows below ${added.length === 1 ? "it" : "them"}` : "";
  const verb = (number: number) => (number === 1 ? "was" : "were");
  const first = `${count(added.length, "row")}${below} ${verb(added.length)} added`;
  const list = [others.slice(0, -1).join(", "), others.at(-1)].filter((text) => text !== "").join(" and ");
  return { note: `${first}; ${list} ${verb(emptyCount + groupCount + totalCount)} not.` };
}

function reasonOf({ emptyCount, groupCount, totalCount }: RowsOfSum, label: string): string {
  const sums = groupCount + totalCount;
  if (emptyCount > 0 || sums === 0) return emptyReason(label, emptyCount);
  const rows = sums === 1 ? "the selected row is a total" : `the ${sums} selected rows are totals`;
  return `${rows} of other rows, and a sum adds none of these`;
}
