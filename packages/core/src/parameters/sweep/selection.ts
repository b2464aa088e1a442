import type { Steps } from "../steps.ts";
import { quoted } from "../text/words.ts";
import { type ColumnPattern, fillText } from "./filling.ts";
import type { JobRows } from "./jobs.ts";
import type { SweepRows } from "./rows.ts";

/** The rows of a step. */
const STEP_ROWS = 5000;

/** Selects the rows that are not excluded. Reports ids that two rows have. */
export function* selectRows(rows: SweepRows, id: ColumnPattern, exclude: number | undefined): Steps<JobRows> {
  const selected: number[] = [];
  const ids: string[] = [];
  const rowById = new Map<string, number>();
  const idColumn = id.find((piece) => typeof piece === "number") ?? 0;
  for (let row = 0; row < rows.length; row++) {
    if (row % STEP_ROWS === STEP_ROWS - 1) yield;
    if (exclude !== undefined && isExcluded(rows, row, exclude)) continue;
    const text = fillText(id, rows, row);
    if (text === "") {
      rows.report(row, idColumn, { code: "empty-value", severity: "error", message: "The id of the row is empty." });
      continue;
    }
    const other = rowById.get(text);
    if (other !== undefined) {
      const place = rows.lineOf(other);
      const where = place === undefined ? `row ${other + 1}` : `line ${place}`;
      const message = `The row has the id ${quoted(text)}, as ${where} has. Each row needs an id of its own.`;
      rows.report(row, idColumn, { code: "duplicate-key", message });
      continue;
    }
    rowById.set(text, row);
    selected.push(row);
    ids.push(text);
  }
  return { rows: selected, ids };
}

function isExcluded(rows: SweepRows, row: number, column: number): boolean {
  const cell = rows.cellOf(row, column).trim();
  if (/^(yes|true|x)$/i.test(cell)) return true;
  if (!/^(no|false)?$/i.test(cell)) {
    const message = `${quoted(cell)} does not say whether the row is left out: write yes, true or x, or no, false or nothing.`;
    rows.report(row, column, { code: "unknown-value", message });
  }
  return false;
}
