import { isObject, items } from "../../json/value.ts";
import type { FilePlace } from "../issues/issue.ts";
import type { CellFinding, CsvSource, JsonSource } from "./sources.ts";

/** The rows of a sweep, wherever they are. */
export interface SweepRows {
  readonly columns: readonly string[];
  readonly length: number;
  /** The cell as text; empty where the row has none. */
  cellOf(row: number, column: number): string;
  /** Adds a finding at a cell. */
  report(row: number, column: number, finding: CellFinding): void;
  /** Where a cell is; its row where it has none. */
  rangeOf(row: number, column: number): FilePlace | undefined;
  /** The line of a row in its CSV file, from 1; undefined for rows in the sweep itself. */
  lineOf(row: number): number | undefined;
}

/** The rows of a CSV file. */
export function csvRows(source: CsvSource): SweepRows {
  const { columns, length, cellOf } = source.table;
  return {
    columns,
    length,
    cellOf,
    report: (row, column, finding) => source.addAtCell(row, column, finding),
    rangeOf: (row, column) => source.rangeOf(row, column),
    lineOf: (row) => source.rangeOf(row, 0).start.line,
  };
}

/** The rows that the sweep itself holds: a list of objects with texts, numbers and booleans. */
export function inlineRows(source: JsonSource, value: unknown): SweepRows {
  const rows = items(value);
  const columns = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  for (const [index, row] of rows.entries()) {
    const cells = isObject(row) ? Object.entries(row) : undefined;
    if (cells === undefined) {
      source.add({
        code: "wrong-type",
        message: "A row is an object: a value for each column.",
        path: ["rows", index],
      });
    }
    for (const [column, cell] of cells ?? [])
      if (!["string", "number", "boolean"].includes(typeof cell)) {
        const message = "A cell is a text, a number, true or false.";
        source.add({ code: "wrong-type", message, path: ["rows", index, column] });
      }
  }
  const cellOf = (row: number, column: number) => {
    const cells = rows[row];
    const name = columns[column] ?? "";
    return isObject(cells) && Object.hasOwn(cells, name) ? String(cells[name]) : "";
  };
  const pathOf = (row: number, column: number) => {
    const name = columns[column] ?? "";
    return isObject(rows[row]) && Object.hasOwn(rows[row], name) ? ["rows", row, name] : ["rows", row];
  };
  return {
    columns,
    length: rows.length,
    cellOf,
    report: (row, column, finding) => source.add({ ...finding, path: pathOf(row, column) }),
    rangeOf: (row, column) => source.rangeOf(pathOf(row, column)),
    lineOf: () => undefined,
  };
}
