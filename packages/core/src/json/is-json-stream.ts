import { MORE } from "./bytes.ts";
import type { ByteStream } from "./chunks.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "./cursor.ts";
import { ResultDecodeError } from "./errors.ts";
import { JsonScan, NO_JSON } from "./json-scan.ts";

/**
 * Whether bytes that come in pieces are one whole JSON value, as `JSON.parse` has it; a byte order mark may come first. Nothing is held but
 * which brackets are open. The source is read once and ended.
 */
export async function isJsonStream(source: ByteStream): Promise<boolean> {
  try {
    return await readByteStream(source, isJson);
  } catch (error) {
    // It begins as UTF-16 and is none.
    if (error instanceof ResultDecodeError) return false;
    throw error;
  }
}

function* isJson(cursor: Cursor): IncrementalRead<boolean> {
  yield* cursor.skipMark();
  const scan = new JsonScan();
  do {
    for (let at = cursor.pos; at !== MORE; ) {
      at = scan.push(cursor.bytes, at, cursor.end);
      if (at === NO_JSON) return false;
    }
    cursor.pos = cursor.end;
  } while (yield* cursor.isMore());
  return scan.isWhole;
}
