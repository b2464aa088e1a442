import type { ByteStream } from "../json/chunks.ts";
import { readByteStream, readWholeBytes } from "../json/cursor.ts";
import { ResultDecodeError } from "../json/errors.ts";
import { arrowKind } from "./export/arrow/kind.ts";
import { assemble } from "./stach/decode/assemble.ts";
import { readResult } from "./stach/stream/read-result.ts";
import type { Table } from "./table.ts";

/**
 * The tables of a result: JSON in any of the organisations of STACH, or Arrow IPC (Feather). The first bytes and the content type tell them
 * apart. Decoding takes no longer than `JSON.parse` alone, and less memory. For JSON it gives the tables of `decodeResult`.
 * @throws ResultDecodeError, which names the place and has the bytes
 * @example
 * ```ts
 * import { decodeResultBytes } from "@analytics-engines/core/results";
 *
 * const bytes = new TextEncoder().encode(
 *   '{"definition": {"columns": [{"id": "a", "name": "Weight"}]}, "data": {"rows": [{"values": {"a": 1}}]}}',
 * );
 * const [table] = await decodeResultBytes(bytes, "application/json");
 * console.log(table?.columns[0]?.name); // Weight
 * ```
 */
export async function decodeResultBytes(bytes: Uint8Array, contentType = ""): Promise<Table[]> {
  try {
    if (arrowKind(bytes) !== undefined || /arrow|feather/i.test(contentType)) {
      // Loaded when needed, because few results are Arrow and its reader is large.
      const { decodeArrow } = await import("./export/arrow/read.ts");
      return await decodeArrow(bytes);
    }
    return assemble(readWholeBytes(bytes, (cursor) => readResult(cursor)));
  } catch (error) {
    throw error instanceof ResultDecodeError ? error.withBytes(bytes) : error;
  }
}

/**
 * The tables of a JSON result of any size, even one that is too large for a string. Only the tables and a chunk of the source are in
 * memory. The source is read once and closed.
 * @throws ResultDecodeError, which names the place
 */
export async function decodeResultStream(source: ByteStream): Promise<Table[]> {
  return assemble(await readByteStream(source, (cursor) => readResult(cursor)));
}
