import { type Runs, RunsReader, readRanges } from "../decode/runs.ts";
import type { Cursor, Walk } from "./cursor.ts";
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE } from "./scan.ts";

/** The `ranges` of a column, run by run: a large result has millions of them. */
export function* readRuns(cursor: Cursor, place: string): Walk<Runs> {
  if ((yield* cursor.peek(place)) !== OPEN_BRACE) return readRanges(yield* cursor.value(place), place);
  const runs = new RunsReader(place);
  yield* cursor.members(place, function* (key) {
    runs.add(key, yield* cursor.value(place));
    cursor.pos = takeRuns(cursor.bytes, cursor.pos, cursor.end, runs);
  });
  return runs.finish();
}

const ZERO = 0x30;
/** Numbers of so many digits are runs in any case: larger ones are looked at more closely. */
const MOST_DIGITS = 8;

/** Takes what follows as `,"KEY":LENGTH`, one after another, as far as all is as usual. Says where that ends. */
function takeRuns(bytes: Uint8Array, from: number, end: number, runs: RunsReader): number {
  for (let taken = from; ; ) {
    if (bytes[taken] !== COMMA || bytes[taken + 1] !== QUOTE) return taken;
    const key = taken + 2;
    const keyEnd = digitsEnd(bytes, key, end);
    if (keyEnd === key || bytes[keyEnd] !== QUOTE || bytes[keyEnd + 1] !== COLON) return taken;
    const length = keyEnd + 2;
    const lengthEnd = digitsEnd(bytes, length, end);
    if (lengthEnd === length || lengthEnd >= end || bytes[length] === ZERO) return taken;
    if (bytes[lengthEnd] !== COMMA && bytes[lengthEnd] !== CLOSE_BRACE) return taken;
    runs.addRun(numberAt(bytes, key, keyEnd), numberAt(bytes, length, lengthEnd));
    taken = lengthEnd;
  }
}

function digitsEnd(bytes: Uint8Array, from: number, end: number): number {
  const most = Math.min(end, from + MOST_DIGITS);
  let pos = from;
  while (pos < most && ((bytes[pos] ?? 0) - ZERO) >>> 0 <= 9) pos++;
  return pos;
}

function numberAt(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let pos = from; pos < to; pos++) number = number * 10 + (bytes[pos] ?? 0) - ZERO;
  return number;
}
