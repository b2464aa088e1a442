import { CellStore } from "../decode/cell-store.ts";
import { CellReader } from "./cell-reader.ts";
import type { Cursor, Walk } from "./cursor.ts";
import { COMMA, MORE, skipValue } from "./scan.ts";

/** As many values as the headers of any table have. */
const KEPT = 100_000;

/** Counts the values of a column. The first ones are kept: tables of headers are small, and their values are wanted. */
export function* skimValues(cursor: Cursor, place: string): Walk<CellStore> {
  const store = new CellStore();
  const cells = new CellReader(store);
  let count = 0;
  const at = () => `${place}.values[${count}]`;
  yield* cursor.elements(place, (pos) => {
    if (count < KEPT) {
      const after = cells.read(cursor.bytes, pos, cursor.end, count, at);
      if (after !== MORE) count++;
      return after;
    }
    const skipped = skipValues(cursor.bytes, pos, cursor.end);
    count += skipped.count;
    return skipped.after;
  });
  if (count <= KEPT) return store;
  const counted = new CellStore();
  counted.setNull(count - 1);
  return counted;
}

/** Passes over values one after another, as far as the bytes at hand go. */
function skipValues(bytes: Uint8Array, pos: number, end: number): { after: number; count: number } {
  let after = MORE;
  let count = 0;
  for (let at = pos; ; ) {
    const next = skipValue(bytes, at, end);
    if (next === MORE) break;
    after = next;
    count++;
    at = next + 1;
    // Where another value follows at once; else who called looks.
    if (next >= end || bytes[next] !== COMMA || at >= end || (bytes[at] ?? 0) <= 0x20) break;
  }
  return { after, count };
}
