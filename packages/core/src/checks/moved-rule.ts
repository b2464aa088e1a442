import { quoted } from "../parameters/text/words.ts";
import { cellValue } from "../results/cells.ts";
import { changedCellText } from "../results/compare/change-text.ts";
import { compareCells } from "../results/compare/compare-cells.ts";
import { matchColumns } from "../results/compare/match-columns.ts";
import { matchManyRows, NO_ROW, SEVERAL_ROWS } from "../results/compare/match-rows.ts";
import { judgeCells } from "./cell-rules.ts";
import type { Check } from "./checks-schema.ts";
import { failWithout, type RuleOutcome } from "./outcome.ts";
import type { CheckContext, LabelledColumn, TableView } from "./table-view.ts";

/** Compares each number of a column with that of an earlier run. A row that is new has not moved. */
export function checkMoved(
  context: CheckContext,
  { atMost = 0, atMostPercent = 0 }: NonNullable<Check["moved"]>,
  { column, label }: LabelledColumn,
): RuleOutcome {
  const { view, earlier, selection } = context;
  if ("reason" in earlier) return { status: "skipped", message: earlier.reason, column: label };
  const { pairs, rows } = pairedRows(view, earlier);
  const before = pairs.find(({ after }) => after === column)?.before;
  if (before === undefined) return failWithout(`The earlier run has no column ${quoted(label)}.`, { column: label });
  let [compared, ambiguous] = [0, 0];
  for (let row = 0; row < view.rowCount; row++) {
    if (selection?.[row] === 0) continue;
    if (rows[row] === SEVERAL_ROWS) ambiguous++;
    else if (rows[row] !== NO_ROW) compared++;
  }
  if (ambiguous > 0)
    return failWithout("Rows with the same names cannot be compared with the earlier run.", { column: label });
  if (compared === 0) return failWithout("No row is in both runs, so nothing was compared.", { column: label });
  const [now, then] = [view.numbersOf(column), earlier.numbersOf(before)];
  if (now === undefined || then === undefined)
    return failWithout(`${quoted(label)} is not a column of numbers in both runs.`, { column: label });
  const tolerance = { columns: "*", absolute: atMost, relative: atMostPercent / 100 };
  const limit =
    [...(atMost > 0 ? [String(atMost)] : []), ...(atMostPercent > 0 ? [`${atMostPercent} %`] : [])].join(" or ") || "0";
  return judgeCells(
    context,
    { column, label },
    (row) => `at most ${limit} from ${changedCellText(cellValue(before, rows[row] ?? 0))}`,
    (row) => {
      const other = rows[row] ?? NO_ROW;
      if (other === NO_ROW) return false;
      if (now.isNull[row] !== then.isNull[other]) return true;
      return now.isNull[row] !== 1 && compareCells(then.values[other], now.values[row], tolerance) === "changed";
    },
  );
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
  const key = pairs.filter(({ before, after }) => before.isDimension && after.isDimension);
  const rows = matchManyRows(
    { columns: key.map(({ before }) => before), rowCount: earlier.rowCount },
    { columns: key.map(({ after }) => after), rowCount: view.rowCount },
  );
  const paired = { pairs, rows };
  pairedTables.set(view, paired);
  return paired;
}
