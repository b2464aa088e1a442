import { parseValueAt, skipValueAt } from "../../../json/bytes.ts";
import type { Cursor, IncrementalRead } from "../../../json/cursor.ts";
import { MORE, OPEN_BRACE, QUOTE, skipSpace } from "../../../json/tokens.ts";
import { CellStore } from "../decode/cell-store.ts";
import { asObject } from "../decode/json.ts";
import type { ReadTable } from "../decode/read.ts";
import { isHeaderRow } from "../decode/rows.ts";
import { type ColumnRuns, type PassedRuns, RunsCount, readRanges } from "../decode/runs.ts";
import { readRunsInto } from "./read-runs.ts";

const valuesKey = new TextEncoder().encode('"values"');

/** Skips the rows of a table except header rows. The later read checks that the rows are JSON. */
export function* skimRows(cursor: Cursor, table: ReadTable): IncrementalRead {
  const place = `${table.place}.data.rows`;
  let index = 0;
  yield* cursor.elements(place, (pos) => {
    const at = () => `${place}[${index}]`;
    const after = skipValueAt(cursor.bytes, pos, cursor.end, at);
    if (after === MORE) return MORE;
    if (!beginsWithValues(cursor.bytes, pos, after)) {
      const row = parseValueAt(cursor.bytes, pos, after, at);
      const members = asObject(row);
      // A column-organised table lists its rows here.
      if (members && (isHeaderRow(members) || !("values" in members || "cells" in members)))
        table.rows.other(row, index);
    }
    index++;
    return after;
  });
}

function beginsWithValues(bytes: Uint8Array, pos: number, end: number): boolean {
  if (bytes[pos] !== OPEN_BRACE) return false;
  const key = bytes[pos + 1] === QUOTE ? pos + 1 : skipSpace(bytes, pos + 1, end);
  return valuesKey.every((byte, at) => bytes[key + at] === byte);
}

/** Counts the values of a column without holding them. The later read checks that they are JSON. */
export function* skimValues(cursor: Cursor, place: string): IncrementalRead<CellStore> {
  let count = 0;
  yield* cursor.elements(place, (pos) => {
    const after = skipValueAt(cursor.bytes, pos, cursor.end, () => `${place}.values[${count}]`);
    if (after !== MORE) count++;
    return after;
  });
  const countedCells = new CellStore();
  if (count > 0) countedCells.setNull(count - 1);
  return countedCells;
}

/** Counts the runs of a column without holding them. */
export function* skimRuns(cursor: Cursor, place: string): IncrementalRead<ColumnRuns | PassedRuns> {
  const count = new RunsCount();
  const from = yield* readRunsInto(cursor, place, count);
  if (from === undefined) return readRanges({}, place);
  const { isOrdered } = count;
  return { ...(isOrdered ? count.finish(place) : count.extent), isOrdered, from };
}
