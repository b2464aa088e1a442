import { quoted } from "../parameters/text/words.ts";
import { cellValue } from "../results/cells.ts";
import { changedCellText } from "../results/compare/comparison-text.ts";
import { numberRowKeys } from "../results/compare/row-keys.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import { type CheckLimits, fail, limitsText, type NoCells, noCells, pass, type RuleOutcome } from "./outcome.ts";
import type { CheckContext } from "./table-view.ts";

/** Compares the number of rows with two limits. A table always has a number of rows, so there is one to judge. */
export function checkRowCount({ view, selection }: CheckContext, limits: CheckLimits): RuleOutcome {
  const rows = selection === undefined ? view.rowCount : selection.reduce((count, isSelected) => count + isSelected, 0);
  const judged = { what: "The number of rows", value: String(rows), limit: limitsText(limits), cells: 1 };
  const { min = 0, max = Number.POSITIVE_INFINITY } = limits;
  return rows >= min && rows <= max ? pass(judged) : fail(judged);
}

/** Demands other values of columns in each row. The first row that repeats an earlier one is named. */
export function checkUnique(
  { view, selection }: CheckContext,
  columns: readonly LabelledColumn[],
): RuleOutcome | NoCells {
  const { rowCount } = view;
  const key = columns.map(({ label }) => label).join(", ");
  const { keys, size } = numberRowKeys([{ columns: columns.map(({ column }) => column), rowCount }]);
  const firstRows = new Int32Array(size).fill(-1);
  let [original, repeated, failures, rows] = [0, 0, 0, 0];
  for (let row = 0; row < rowCount; row++) {
    if (selection?.[row] === 0) continue;
    rows++;
    const rowKey = keys[0]?.[row] ?? 0;
    const first = firstRows[rowKey] ?? -1;
    if (first < 0) firstRows[rowKey] = row;
    else if (failures++ === 0) [original, repeated] = [first, row];
  }
  if (rows === 0) return noCells("the table has no rows", { column: key });
  const cells = rows * columns.length;
  if (failures === 0) return { status: "passed", message: `Each row has its own ${quoted(key)}.`, column: key, cells };
  const value = columns.map(({ column }) => changedCellText(cellValue(column, repeated))).join(" / ");
  return fail({
    ...view.placeOf(repeated, key),
    value,
    limit: `another value than row ${original + 1}`,
    cells,
    failures,
  });
}
