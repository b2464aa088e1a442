import { MORE, noJson, OPEN_BRACE, parseValue, QUOTE, skipSpace, skipValue } from "../../../json/bytes.ts";
import type { Cursor, IncrementalRead } from "../../../json/cursor.ts";
import { asObject } from "../decode/json.ts";
import type { ReadTable } from "../decode/read.ts";
import { isHeaderRow } from "../decode/rows.ts";

const VALUES = new TextEncoder().encode('"values"');

/** Skips the rows of a table except header rows. The later read checks that the rows are JSON. */
export function* skimRows(cursor: Cursor, table: ReadTable): IncrementalRead {
  const place = `${table.place}.data.rows`;
  let index = 0;
  yield* cursor.elements(place, (pos) => {
    const after = skipValue(cursor.bytes, pos, cursor.end);
    if (after === MORE) return MORE;
    if (!beginsWithValues(cursor.bytes, pos, after)) {
      let row: unknown;
      try {
        row = parseValue(cursor.bytes, pos, after);
      } catch (error) {
        throw noJson(`${place}[${index}]`, error);
      }
      const held = asObject(row);
      // A column-organised table lists its rows here.
      if (held && (isHeaderRow(held) || !("values" in held || "cells" in held))) table.addRow(row, index);
    }
    index++;
    return after;
  });
}

function beginsWithValues(bytes: Uint8Array, pos: number, end: number): boolean {
  if (bytes[pos] !== OPEN_BRACE) return false;
  const key = bytes[pos + 1] === QUOTE ? pos + 1 : skipSpace(bytes, pos + 1, end);
  return VALUES.every((byte, at) => bytes[key + at] === byte);
}
