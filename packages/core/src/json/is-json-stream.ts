import type { ByteStream } from "./chunks.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "./cursor.ts";
import { ResultDecodeError } from "./errors.ts";
import { JsonScan } from "./json-scan.ts";
import { MORE, NO_JSON } from "./tokens.ts";

/**
 * Whether a stream of bytes is one whole JSON value, by the rules of `JSON.parse`; a byte order mark may come first. Memory does not grow
 * with the stream, except by one byte for each level of nesting. The source is read once and closed.
 */
export async function isJsonStream(source: ByteStream): Promise<boolean> {
  try {
    return await readByteStream(source, isJson);
  } catch (error) {
    // The bytes are not the UTF-16 that their byte order mark names.
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
