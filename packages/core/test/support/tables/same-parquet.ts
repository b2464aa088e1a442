import { DuckDBDateValue, DuckDBDecimalValue, type DuckDBValue } from "@duckdb/node-api";
import { expect } from "vitest";
import { cellValue, columnLabels, isExactNumber, type Table } from "../../../src/results/index.ts";
import type { ReadParquet } from "./read-parquet.ts";

/** The digits of a number without an exponent and superfluous zeros. */
function plainDigits(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const shift = Number(exponent);
  const padded = `${"0".repeat(Math.max(0, -shift))}${whole}${fraction}${"0".repeat(Math.max(0, shift))}`;
  const point = Math.max(0, -shift) + whole.length + shift;
  const plain = `${padded.slice(0, point).replace(/^0+(?=\d)/, "")}.${padded.slice(point)}`.replace(/\.?0*$/, "");
  return plain === "0" || plain === "" ? "0" : sign + plain;
}

const textOf = (cell: unknown) =>
  isExactNumber(cell)
    ? cell.rawJSON
    : typeof cell === "string"
      ? cell
      : typeof cell === "number"
        ? `${cell}`
        : JSON.stringify(cell);

/** Whether a value that DuckDB reads is exactly this cell. */
function isSame(value: DuckDBValue, cell: unknown): boolean {
  if (cell === null || value === null) return cell === value;
  if (typeof value === "number" || typeof value === "boolean") return Object.is(value, cell);
  if (typeof value === "bigint") return `${value}` === plainDigits(textOf(cell));
  if (value instanceof DuckDBDecimalValue) return plainDigits(value.toString()) === plainDigits(textOf(cell));
  if (value instanceof DuckDBDateValue) {
    const text = textOf(cell)
      .trim()
      .replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, "$3-$1-$2");
    const day = /^\d{8}$/.test(text) ? text.replace(/(....)(..)(..)/, "$1-$2-$3") : text.slice(0, 10);
    return value.toString() === day && /^(|T00:00:00)$/.test(text.slice(text.includes("-") ? 10 : 8));
  }
  return value === textOf(cell).toWellFormed();
}

/** Compares a file with a table, cell by cell. */
export function expectSameTable(file: ReadParquet, table: Table): void {
  expect(file.rowCount).toBe(table.rowCount);
  const labels = columnLabels(table.columns);
  // DuckDB renames columns whose names differ only in their letter case.
  if (new Set(labels.map((label) => label.toLowerCase())).size === labels.length) expect(file.names).toEqual(labels);
  for (const [index, column] of table.columns.entries()) {
    for (let row = 0; row < table.rowCount; row++) {
      const value = file.columns[index]?.[row] ?? null;
      const cell = cellValue(column, row);
      if (!isSame(value, cell))
        expect.fail(`${column.type} ${file.types[index]}: ${textOf(cell)} became ${String(value)}`);
    }
  }
}
