import { COMMA, MORE, skipValue } from "../../../json/bytes.ts";
import type { Cursor, IncrementalRead } from "../../../json/cursor.ts";
import { CellStore } from "../decode/cell-store.ts";

/** Counts the values of a column without holding them. The later read checks that they are JSON. */
export function* skimValues(cursor: Cursor, place: string): IncrementalRead<CellStore> {
  let count = 0;
  yield* cursor.elements(place, (pos) => {
    const skipped = skipValues(cursor.bytes, pos, cursor.end);
    count += skipped.count;
    return skipped.after;
  });
  const counted = new CellStore();
  if (count > 0) counted.setNull(count - 1);
  return counted;
}

/** Skips values one after another, up to the end of the bytes. */
function skipValues(bytes: Uint8Array, pos: number, end: number): { after: number; count: number } {
  let after = MORE;
  let count = 0;
  for (let at = pos; ; ) {
    const next = skipValue(bytes, at, end);
    if (next === MORE) break;
    after = next;
    count++;
    at = next + 1;
    // The caller skips white space and reads more bytes.
    if (next >= end || bytes[next] !== COMMA || at >= end || (bytes[at] ?? 0) <= 0x20) break;
  }
  return { after, count };
}
