import { toPointer } from "../json/value.ts";
import type { FilePlace, Issue } from "../parameters/issues/issue.ts";
import type { SweepTable } from "../parameters/sweep/table.ts";
import { listed, nearestHint, quoted } from "../parameters/text/words.ts";
import { checkMatcher } from "./check-tables.ts";
import type { PlacedCheck, ReadChecks } from "./read-checks.ts";
import { limitOfCell } from "./row-limits.ts";

/** The rows of a sweep, and its path. */
export interface SweepRows {
  readonly path: string;
  readonly table: SweepTable;
}

/** Whether a check has a limit in the rows of sweeps. */
export function hasLimitColumn(placed: PlacedCheck): boolean {
  return limitColumns(placed).length > 0;
}

function limitColumns({ check, rule }: PlacedCheck) {
  const { minFrom, maxFrom } = check.rowCount ?? check.between ?? {};
  return Object.entries({ minFrom, maxFrom }).flatMap(([name, column]) =>
    column === undefined ? [] : [{ column, path: [rule, name] }],
  );
}

/**
 * What is wrong with the limits that a checks file has in the rows of sweeps: a column that no CSV file has, and a cell that is no number. The
 * issue of a cell has its place there, with the path of the file.
 * @param sweeps all sweeps that can have a row for the checks
 */
export function checkLimitColumns({ checks, rangeOf }: ReadChecks, sweeps: readonly SweepRows[]): readonly Issue[] {
  const issues = checks.flatMap((placed, at) =>
    limitColumns(placed).flatMap(({ column, path }) => {
      const place = ["checks", at, ...path];
      const range = rangeOf(place);
      if (range === undefined) return [];
      const issueAt = (message: string) => issueOf(message, range, toPointer(place));
      const selected = selectRows(placed, sweeps);
      if (selected.length === 0)
        return issueAt(
          `The check selects no row of a sweep, so no unit has its limit in the column ${quoted(column)}.`,
        );
      return selected.flatMap(({ path: sweep, table, rows }) => {
        const named = table.columns.filter((name) => name !== "");
        if (table.columns.includes(column)) return rows.flatMap((row) => cellIssues(table, row, column));
        const hint = nearestHint(column, named, `The columns are ${listed(named)}.`);
        return issueAt(`The rows of ${quoted(sweep)} have no column ${quoted(column)}. ${hint}`);
      });
    }),
  );
  const keyOf = ({ range: { path, start }, message }: Issue) => JSON.stringify([path, start.offset, message]);
  return [...new Map(issues.map((issue) => [keyOf(issue), issue])).values()];
}

function selectRows({ check }: PlacedCheck, sweeps: readonly SweepRows[]) {
  const matches = checkMatcher(check);
  return sweeps.flatMap(({ path, table }) => {
    const { rows, ids } = table.units;
    const selectedRows = rows.filter((_, index) => matches(path, ids[index] ?? ""));
    return selectedRows.length === 0 ? [] : [{ path, table, rows: selectedRows }];
  });
}

function cellIssues(table: SweepTable, row: number, column: string): readonly Issue[] {
  const cell = table.namedCell(row, column);
  if (cell === undefined || limitOfCell(cell.text) !== undefined) return [];
  const problem = cell.text.trim() === "" ? "The cell is empty" : `${quoted(cell.text)} is no number`;
  return [issueOf(`${problem}, and a check has its limit here.`, cell.range, "")];
}

function issueOf(message: string, range: FilePlace, pointer: string): Issue {
  return { code: "unknown-value", severity: "error", message, pointer, range, fixes: [] };
}
