import { type ByteStream, utf8Of } from "../json/byte-stream.ts";
import { readByteStream, readWholeBytes } from "../json/cursor.ts";
import { ResultDecodeError, UnreadVersionError } from "../json/errors.ts";
import { findUnreadForm, findUnreadScheme } from "../json/unread-form.ts";
import type { ReadBytes } from "./export/arrow/framing.ts";
import { arrowKind } from "./export/arrow/kind.ts";
import { assemble } from "./stach/decode/assemble.ts";
import { readResult } from "./stach/stream/read-result.ts";
import type { Table } from "./table.ts";

/**
 * The tables of a result: JSON in any of the organisations of STACH, or Arrow IPC (Feather). The first bytes and the content type tell them
 * apart. Decoding takes no longer than `JSON.parse` alone, and less memory. For JSON it gives the tables of `decodeResult`.
 * @throws ResultDecodeError, which names the place and has the bytes; UnreadVersionError for a version or a form that is not read
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
      return decodeArrow(bytes);
    }
    return assemble(readWholeBytes(bytes, (cursor) => readResult(cursor)));
  } catch (error) {
    if (!(error instanceof ResultDecodeError)) throw error;
    const form = error instanceof UnreadVersionError ? undefined : findFormOfJson(bytes);
    throw (form === undefined ? error : new UnreadVersionError(form)).withBytes(bytes);
  }
}

/** The largest result of which tables are made, bytes. The tables of a result take about half of its size in memory. */
const MAX_TABLE_BYTES = 1024 * 1024 * 1024;

/** @throws ResultDecodeError for a result of more bytes than tables are made of */
export function refuseTooLarge(bytes: number, largest: number = MAX_TABLE_BYTES): void {
  if (bytes <= largest) return;
  const sizeOf = (count: number) => `${(count / 1024 ** 3).toFixed(2)} GiB`;
  throw new ResultDecodeError(
    "",
    `it has ${sizeOf(bytes)}, and tables are made of results of at most ${sizeOf(largest)}: read its bytes with another program, such as DuckDB`,
  );
}

/** The form of JSON that was read by the rules of another, since it states its version after its tables. */
function findFormOfJson(bytes: Uint8Array): string | undefined {
  try {
    return findUnreadForm(JSON.parse(new TextDecoder().decode(utf8Of(bytes))));
  } catch {
    return undefined;
  }
}

/**
 * Names the form of Arrow whose schema has metadata of a scheme that is not read; undefined for any other bytes, and for damaged ones.
 * @param size how many bytes there are
 * @param read reads a part of them, and passes on its errors
 */
export async function findUnreadArrow(size: number, read: ReadBytes): Promise<string | undefined> {
  const { readSchemaAlone } = await import("./export/arrow/framing.ts");
  try {
    return findUnreadScheme((await readSchemaAlone(size, read)).metadata);
  } catch (error) {
    if (error instanceof ResultDecodeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The tables of a JSON result that may be too large for a string. Only the tables and a chunk of the source are in memory: about half of
 * its size. The source is read once and closed.
 * @throws ResultDecodeError, which names the place; UnreadVersionError for a version or a form that is not read
 */
export async function decodeResultStream(source: ByteStream): Promise<Table[]> {
  return assemble(await readByteStream(source, (cursor) => readResult(cursor)));
}
