import { count } from "../../text/words.ts";
import { quoted } from "../text/words.ts";
import { reportSpreadsheetError } from "./cells.ts";
import type { ColumnPattern } from "./columns.ts";
import { fillText } from "./fill-template.ts";
import type { JobRows, SweepPlan } from "./jobs.ts";
import { addError, type CsvSource, type JsonSource } from "./sources.ts";

/**
 * Selects the rows that are not excluded and have the cells of the header. Reports ids that two rows have. A row without an id of its own gets
 * one of its line, so that its other cells are checked.
 */
export function selectRows(
  sweep: JsonSource,
  rows: CsvSource,
  id: ColumnPattern | undefined,
  exclude: number | undefined,
  usedColumns: ReadonlySet<number>,
): JobRows {
  const selected: number[] = [];
  const ids: string[] = [];
  const rowById = new Map<string, number>();
  const add = (row: number, text: string) => {
    rowById.set(text, row);
    selected.push(row);
    ids.push(text);
  };
  const addProvisionally = (row: number) => {
    let text = `line ${rows.lineOf(row)}`;
    while (rowById.has(text)) text += "*";
    add(row, text);
  };
  const idColumns = id?.filter((piece) => typeof piece === "number") ?? [];
  let excludedCount = 0;
  for (let row = 0; row < rows.length; row++) {
    if (rows.table.isBrokenRow(row)) continue;
    if (exclude !== undefined && isExcluded(rows, row, exclude)) {
      excludedCount++;
      continue;
    }
    for (const column of usedColumns) reportSpreadsheetError(rows, row, column);
    const text = id === undefined ? "" : fillText(id, rows, row);
    const [idColumn] = idColumns;
    if (idColumn === undefined || idColumns.some((column) => rows.isFaulty(row, column))) {
      addProvisionally(row);
      continue;
    }
    if (text === "") {
      rows.reportFaulty(row, idColumn, {
        code: "empty-value",
        severity: "error",
        message: "The id of the row is empty.",
      });
      addProvisionally(row);
      continue;
    }
    const earlierRow = rowById.get(text);
    if (earlierRow !== undefined) {
      const message = `The row has the id ${quoted(text)}, as line ${rows.lineOf(earlierRow)} has. Each row needs an id of its own.`;
      rows.report(row, idColumn, { code: "duplicate-key", message });
      addProvisionally(row);
    } else add(row, text);
  }
  if (excludedCount === rows.length) addError(sweep, "nothing-to-compute", "No row gives a unit.", ["rows"], "key");
  return { rows: selected, ids };
}

function isExcluded(rows: CsvSource, row: number, column: number): boolean {
  const cell = rows.cellOf(row, column).trim();
  if (/^(yes|true|x)$/i.test(cell)) return true;
  if (!/^(no|false)?$/i.test(cell)) {
    const message = `${quoted(cell)} does not say whether the row is left out: write yes, true or x, or no, false or nothing.`;
    rows.report(row, column, { code: "unknown-value", message });
  }
  return false;
}

/** So many rows have a hint that they ask for the same. The last of them counts the others: more are no list that a person goes through. */
const MAX_REPETITIONS = 100;

/** Hints at rows that ask for the same as an earlier row, under another id. */
export function hintAtRepetitions({
  rows,
  fillings,
  selected,
  idColumn,
}: Pick<SweepPlan, "rows" | "fillings"> & { readonly selected: JobRows; readonly idColumn: number }): void {
  const firstRows = new Map<string, number>();
  const repetitions: { readonly row: number; readonly firstRow: number }[] = [];
  for (const row of selected.rows) {
    const request = JSON.stringify(fillings.map(({ pattern = [] }) => fillText(pattern, rows, row)));
    const firstRow = firstRows.get(request);
    if (firstRow === undefined) firstRows.set(request, row);
    else repetitions.push({ row, firstRow });
  }
  const unnamedCount = repetitions.length - MAX_REPETITIONS;
  for (const [index, { row, firstRow }] of repetitions.slice(0, MAX_REPETITIONS).entries()) {
    const message = `The row asks for the same as line ${rows.lineOf(firstRow)}, under another id. The service computes both: leave one of them out unless both ids are needed.`;
    const isLast = index === MAX_REPETITIONS - 1 && unnamedCount > 0;
    const rest = isLast ? ` So do ${count(unnamedCount, "row")} below, each for the same as an earlier row.` : "";
    rows.report(row, idColumn, { code: "repeated-request", message: `${message}${rest}` });
  }
}
