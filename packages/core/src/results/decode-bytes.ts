import type { ByteStream } from "../json/chunks.ts";
import { readByteStream, readBytes } from "../json/cursor.ts";
import { ResultDecodeError } from "../json/errors.ts";
import { arrowKind } from "./export/arrow/kind.ts";
import { assemble } from "./stach/decode/assemble.ts";
import { readResult } from "./stach/stream/read-result.ts";
import type { Table } from "./table.ts";

/**
 * The tables of a result as it came: JSON in any of the organisations of STACH, or Arrow IPC (Feather), recognised by its first
 * bytes or the content type. JSON takes no longer than JSON.parse alone and less memory; its tables are those of `decodeResult`. Throws
 * ResultDecodeError, which names the place and holds the bytes.
 */
export async function decodeResultBytes(bytes: Uint8Array, contentType = ""): Promise<Table[]> {
  try {
    if (arrowKind(bytes) !== undefined || /arrow|feather/i.test(contentType)) {
      // Few results are Arrow, and its reader is large.
      const { decodeArrow } = await import("./export/arrow/read.ts");
      return await decodeArrow(bytes);
    }
    return assemble(readBytes(bytes, (cursor) => readResult(cursor)));
  } catch (error) {
    throw error instanceof ResultDecodeError ? error.withBytes(bytes) : error;
  }
}

/**
 * The tables of a result of any size, also one that no string can hold: memory holds the tables and a chunk of the source. The source
 * is read once and ended.
 */
export async function decodeResultStream(source: ByteStream): Promise<Table[]> {
  return assemble(await readByteStream(source, (cursor) => readResult(cursor)));
}
