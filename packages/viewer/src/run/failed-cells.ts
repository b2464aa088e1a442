import { columnLabels, type Table } from "@analytics-engines/core/results";
import { keyOfUnit } from "@analytics-engines/runs/browser";
import type { CheckFinding } from "@analytics-engines/runs/review";
import { countOf } from "../text.ts";
import { type UnitCell, type UnitRef, unitKey, type ViewedRun } from "./viewed-run.ts";

/** The checks of a unit that failed, those of one of its tables or of the unit as a whole. */
export function failuresOf(run: ViewedRun, ref: UnitRef, table: number): readonly CheckFinding[] {
  const key = unitKey(ref);
  return (run.checks?.findings ?? []).filter(
    ({ status, path = "", unit = "", table: number = table }) =>
      status === "failed" && number === table && keyOfUnit({ path, unit }) === key,
  );
}

/** Where a rule is and how many cells it judged: `12 cells · book.checks.json:7`. A number of rows is no cell. */
export function ruleText({ rule, cells = 0, file, line }: CheckFinding): string {
  const place = `${file}:${line}`;
  return rule === "rowCount" || cells === 0 ? place : `${countOf(cells, "cell")} · ${place}`;
}

/** The first cell that fails; undefined if the check is about the unit as a whole. */
export function cellOf({ table, column, row }: CheckFinding): UnitCell | undefined {
  return table === undefined || column === undefined || row === undefined ? undefined : { table, column, row };
}

/** Marks the cells that fail, by index of column and row; undefined if no failure names a cell. */
export function markFailures({ columns }: Table, failures: readonly CheckFinding[]) {
  const labels = columnLabels(columns);
  const cells = failures.flatMap(({ column, row }) =>
    column === undefined || row === undefined ? [] : [{ column: labels.indexOf(column), row }],
  );
  if (cells.length === 0) return undefined;
  return (column: number, row: number) =>
    cells.some((cell) => cell.column === column && cell.row === row) ? ("changed" as const) : undefined;
}
