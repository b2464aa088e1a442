import { cellValue, isFormula, plainText, type Table } from "@analytics-engines/core/results";
import { columnLabel } from "../column-text.ts";

/** A cell by its place among the shown rows and columns; row -1 is the header. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The cell where a selection begins and the one where it ends. */
export interface CellSelection {
  readonly anchor: CellPlace;
  readonly focus: CellPlace;
}

/** Shown rows and columns, both ends included. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function areaOf({ anchor, focus }: CellSelection): Area {
  return {
    top: Math.max(0, Math.min(anchor.row, focus.row)),
    bottom: Math.max(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    right: Math.max(anchor.column, focus.column),
  };
}

export function contains(area: Area, row: number, column: number): boolean {
  return row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
}

/**
 * The cells of an area as tab-separated lines, in full precision. Texts with tabs, line ends or quotes are quoted. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 */
export function selectionToTsv(
  table: Table,
  rows: Int32Array,
  shown: readonly number[],
  area: Area,
  withHeader: boolean,
): string {
  const columns = shown.slice(area.left, area.right + 1);
  const lines = withHeader ? [columns.map((index) => tsvField(columnLabel(table, index))).join("\t")] : [];
  for (const row of rows.subarray(area.top, area.bottom + 1)) {
    const fields = columns.map((index) => {
      const column = table.columns[index];
      const value = column ? cellValue(column, row) : null;
      return typeof value === "number" ? plainText(value) : tsvField(plainText(value));
    });
    lines.push(fields.join("\t"));
  }
  return lines.join("\r\n");
}

function tsvField(text: string): string {
  const inert = isFormula(text) ? `'${text}` : text;
  return /[\t\r\n"]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
