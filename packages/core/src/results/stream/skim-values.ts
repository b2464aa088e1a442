import { CellStore } from "../decode/cell-store.ts";
import { CellReader } from "./cell-reader.ts";
import type { Cursor, Walk } from "./cursor.ts";
import { COMMA, MORE, skipValue } from "./scan.ts";

/** As many values as the headers of any table have. */
const KEPT = 100_000;

/** Room for more values is made when they come. */
const MOST_ROOM = 1 << 20;

/** Counts the values of a column. The first ones are kept: tables of headers are small, and their values are wanted. */
export function* skimValues(cursor: Cursor, place: string): Walk<CellStore> {
  const kept = yield* readWindow(cursor, place, 0, KEPT);
  if (kept.count <= KEPT) return kept.store;
  const store = new CellStore();
  store.setNull(kept.count - 1);
  return store;
}

/** The values from index `from` on, up to `to` (not included), in a store; and how many there are in all. */
export function* readWindow(
  cursor: Cursor,
  place: string,
  from: number,
  to: number,
  store = new CellStore(Math.min(to - from, MOST_ROOM)),
): Walk<{ store: CellStore; count: number }> {
  const cells = new CellReader(store);
  let index = 0;
  const at = () => `${place}.values[${index}]`;
  yield* cursor.elements(place, (pos) => {
    if (index >= from && index < to) {
      const after = cells.read(cursor.bytes, pos, cursor.end, index - from, at);
      if (after !== MORE) index++;
      return after;
    }
    const skipped = skipValues(cursor.bytes, pos, cursor.end, index < from ? from - index : Number.POSITIVE_INFINITY);
    index += skipped.count;
    return skipped.after;
  });
  return { store, count: index };
}

/** Passes over values one after another, as far as the bytes at hand go. */
function skipValues(bytes: Uint8Array, pos: number, end: number, most: number): { after: number; count: number } {
  let after = MORE;
  let count = 0;
  for (let at = pos; count < most; ) {
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
