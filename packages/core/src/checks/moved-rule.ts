import { quoted } from "../parameters/text/words.ts";
import { cellValue } from "../results/cells.ts";
import { compareCells } from "../results/compare/compare-cells.ts";
import { changedCellText } from "../results/compare/comparison-text.ts";
import { keyPairs, matchColumns, matchManyRows, NO_ROW, SEVERAL_ROWS } from "../results/compare/match.ts";
import type { LabelledColumn } from "../results/named-columns.ts";
import { count } from "../text/words.ts";
import { evaluateCells } from "./cell-rules.ts";
import type { Check } from "./checks-schema.ts";
import { fail, failure, type NoCells, pass, type RuleOutcome } from "./outcomes.ts";
import { type CheckContext, countSelected, type Numbers, type TableView } from "./table-view.ts";

/** The smallest share of the rows of the earlier run that must be there: with fewer, the rule would look at almost nothing. */
const MIN_SHARE = 0.5;

/** Compares each number of a column with that of an earlier run. A row that is new has not moved. */
export function checkMoved(
  context: CheckContext,
  { atMost = 0, atMostPercent = 0 }: NonNullable<Check["moved"]>,
  { column, label }: LabelledColumn,
): RuleOutcome | NoCells {
  const { view, earlier, selection } = context;
  const position = { column: label };
  if ("reason" in earlier) return { status: "skipped", message: earlier.reason, cells: 0, ...position };
  const { pairs, rows } = pairedRows(view, earlier.view);
  const before = pairs.find(({ after }) => after === column)?.before;
  if (before === undefined) return failure(`The earlier run has no column ${quoted(label)}.`, position);
  const isPairedBefore = new Uint8Array(earlier.view.rowCount);
  for (let row = 0; row < view.rowCount; row++) {
    const rowBefore = rows[row] ?? NO_ROW;
    if (selection?.[row] === 0 || rowBefore === NO_ROW) continue;
    if (rowBefore === SEVERAL_ROWS)
      return failure("Rows with the same names cannot be compared with the earlier run.", position);
    isPairedBefore[rowBefore] = 1;
  }
  if (!isPairedBefore.includes(1))
    return { status: "no-cells", message: "No row is in both runs, so nothing was compared.", ...position };
  const [now, then] = [view.numbersOf(column), earlier.view.numbersOf(before)];
  if (now === undefined || then === undefined)
    return failure(`${quoted(label)} is not a column of numbers in both runs.`, position);
  const tolerance = { columns: "*", absolute: atMost, relative: atMostPercent / 100 };
  const limit = distanceText(atMost, atMostPercent);
  const isPaired = (row: number) => (rows[row] ?? NO_ROW) !== NO_ROW;
  const outcome = evaluateCells(
    context,
    { column, label },
    (row) => `at most ${limit} from ${changedCellText(cellValue(before, rows[row] ?? 0))}`,
    {
      judges: (row) => isPaired(row) && (now.isNull[row] !== 1 || then.isNull[rows[row] ?? 0] !== 1),
      fails(row) {
        const earlierRow = rows[row] ?? NO_ROW;
        if (now.isNull[row] !== then.isNull[earlierRow]) return true;
        const [number, earlierNumber] = [now.values[row], then.values[earlierRow]];
        if (Number.isNaN(number) || Number.isNaN(earlierNumber)) return true;
        return compareCells(earlierNumber, number, tolerance) === "changed";
      },
    },
  );
  const [remaining, all] = countRowsBefore(then, earlier.selection, isPairedBefore);
  if (outcome.status === "no-cells" || remaining >= all * MIN_SHARE) return outcome;
  const message = `Only ${remaining} of ${count(all, "row")} of the earlier run ${remaining === 1 ? "is" : "are"} there.`;
  return context.isOptional ? outcome : { status: "failed", message, cells: outcome.cells, ...position };
}

/** `5`, `10 %` or `5 or 10 %`: one of the two distances is enough. */
function distanceText(atMost: number, atMostPercent: number): string {
  const distances = [...(atMost > 0 ? [String(atMost)] : []), ...(atMostPercent > 0 ? [`${atMostPercent} %`] : [])];
  return distances.join(" or ") || "0";
}

/** Compares the number of rows with that of the earlier run. It is skipped where `moved` is: in the first night there is no earlier run. */
export function checkRowCountMoved(
  { view, selection, earlier }: CheckContext,
  { atMost = 0, atMostPercent = 0 }: NonNullable<Check["rowCountMoved"]>,
): RuleOutcome | NoCells {
  if ("reason" in earlier) return { status: "skipped", message: earlier.reason, cells: 0 };
  const [rows, rowsBefore] = [countSelected(view, selection), countSelected(earlier.view, earlier.selection)];
  if (rowsBefore === 0)
    return { status: "no-cells", message: "The earlier run has no such row, so nothing was compared." };
  const judged = {
    what: "The number of rows",
    value: String(rows),
    limit: `at most ${distanceText(atMost, atMostPercent)} from ${rowsBefore} of the earlier run`,
    cells: 1,
  };
  const distance = Math.abs(rows - rowsBefore);
  return distance <= atMost || distance * 100 <= atMostPercent * rowsBefore ? pass(judged) : fail(judged);
}

/** How many rows of the earlier run have a number: those with a partner, and all. */
function countRowsBefore(
  { isNull }: Numbers,
  selection: Uint8Array | undefined,
  isPairedBefore: Uint8Array,
): readonly [paired: number, all: number] {
  let [paired, all] = [0, 0];
  for (let row = 0; row < isNull.length; row++) {
    if (isNull[row] === 1 || selection?.[row] === 0) continue;
    all++;
    paired += isPairedBefore[row] ?? 0;
  }
  return [paired, all];
}

interface PairedRows {
  readonly pairs: ReturnType<typeof matchColumns>["pairs"];
  readonly rows: Int32Array;
}

const pairedTables = new WeakMap<TableView, PairedRows>();

/** The columns and rows of a table in an earlier one, which several rules need. A table is compared with one other. */
function pairedRows(view: TableView, earlier: TableView): PairedRows {
  const cachedTable = pairedTables.get(view);
  if (cachedTable !== undefined) return cachedTable;
  const { pairs } = matchColumns(earlier.table, view.table);
  const key = keyPairs(earlier.table, view.table, pairs);
  const rows = matchManyRows(
    { columns: key.map(({ before }) => before), rowCount: earlier.rowCount },
    { columns: key.map(({ after }) => after), rowCount: view.rowCount },
  );
  const paired = { pairs, rows };
  pairedTables.set(view, paired);
  return paired;
}
