import { cellValue } from "../cells.ts";
import type { Column } from "../table.ts";
import type { RowKey, TableComparison } from "./types.ts";

export interface Side {
  readonly columns: readonly Column[];
  readonly rowCount: number;
}

/** Matches rows by the values of the key columns, or by position if there are none. Pairs are in the order of the new rows. */
export function matchRowsByKey(before: Side, after: Side) {
  const rowsBefore = rowsByKey(before);
  const rowsAfter = rowsByKey(after);
  const pairs: [before: number, after: number][] = [];
  const addedRows: number[] = [];
  const removedRows: number[] = [];
  const duplicates: TableComparison["rows"]["duplicates"][number][] = [];
  for (const [key, rows] of rowsAfter) {
    const others = rowsBefore.get(key) ?? [];
    const [row = 0] = rows;
    const [other] = others;
    if (rows.length > 1 || others.length > 1) {
      duplicates.push({ key: rowKey(after, row), before: others.length, after: rows.length });
    } else if (other === undefined) addedRows.push(row);
    else pairs.push([other, row]);
  }
  for (const [key, rows] of rowsBefore) {
    const [row = 0] = rows;
    if (rowsAfter.has(key)) continue;
    if (rows.length > 1) duplicates.push({ key: rowKey(before, row), before: rows.length, after: 0 });
    else removedRows.push(row);
  }
  return { pairs, added: addedRows, removed: removedRows, duplicates };
}

/** The key that identifies a row for a reader. */
export function rowKey({ columns }: Side, row: number): RowKey {
  return columns.length === 0 ? [row] : columns.map((column) => cellValue(column, row));
}

/**
 * The parts of a row's key that name it, for a reader: without the empty cells of other levels, unless all cells are empty.
 */
export function namesOfRow(row: RowKey): RowKey {
  const names = row.filter((value) => value !== null && value !== "");
  return names.length > 0 ? names : row;
}

function rowsByKey(side: Side): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < side.rowCount; row++) {
    const key = textOfRowKey(rowKey(side, row));
    const rowsOfKey = rows.get(key);
    if (rowsOfKey) rowsOfKey.push(row);
    else rows.set(key, [row]);
  }
  return rows;
}

/** The key as JSON, so that null, an empty text and the text "null" differ. */
function textOfRowKey(key: RowKey): string {
  // A key of texts needs no replacer, which takes most of the time.
  return key.every((value) => typeof value === "string") ? JSON.stringify(key) : JSON.stringify(key, wordOf);
}

/** Writes NaN and the infinities as words, because JSON would write null. */
function wordOf(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value;
}
