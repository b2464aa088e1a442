import { entries, isObject, items, property } from "../../json/value.ts";
import { removeApostrophes } from "../../text/spreadsheet.ts";
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

/** The rows of a CSV file. A spreadsheet may have shown the file, so the apostrophes that keep a cell from running are no part of it. */
export function csvRows(source: CsvSource): SweepRows {
  const { columns, length, cellOf } = source.table;
  return {
    columns,
    length,
    cellOf: (row, column) => removeApostrophes(cellOf(row, column)),
    report: (row, column, finding) => source.addAtCell(row, column, finding),
    rangeOf: (row, column) => source.rangeOf(row, column),
    lineOf: (row) => source.rangeOf(row, 0).start.line,
  };
}

/** The rows that the sweep itself holds: a list of objects with texts, numbers and booleans. */
export function inlineRows(source: JsonSource, value: unknown): SweepRows {
  const rows = items(value);
  const columns = [...new Set(rows.flatMap((row) => entries(row).map(([name]) => name)))];
  for (const [index, row] of rows.entries()) {
    if (!isObject(row)) {
      const message = "A row is an object: a value for each column.";
      source.add({ code: "wrong-type", message, path: ["rows", index] });
    }
    for (const [column, cell] of entries(row))
      if (!["string", "number", "boolean"].includes(typeof cell)) {
        const message = "A cell is a text, a number, true or false.";
        source.add({ code: "wrong-type", message, path: ["rows", index, column] });
      }
  }
  const cellOf = (row: number, column: number) => {
    const cell = property(rows[row], columns[column] ?? "");
    return cell === undefined ? "" : String(cell);
  };
  const pathOf = (row: number, column: number) => {
    const name = columns[column] ?? "";
    return property(rows[row], name) === undefined ? ["rows", row] : ["rows", row, name];
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
