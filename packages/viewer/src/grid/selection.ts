import { cellValue, isFormula, type Table } from "@analytics-engines/core/results";
import { plainText } from "../text.ts";
import { columnLabel } from "./header.ts";

/** A cell by its place in what is shown; row -1 is the header. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** From the cell where a selection began to the one where it ends. */
export interface Selection {
  readonly anchor: Place;
  readonly focus: Place;
}

/** Both ends belong to it. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function areaOf({ anchor, focus }: Selection): Area {
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
 * The cells of an area as tab-separated lines, in full precision. Texts with tabs, line ends or quotes are quoted; a text that a
 * spreadsheet would run as a formula gets an apostrophe before it.
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
