import type { ByteStream } from "../../../json/chunks.ts";
import { readByteStream } from "../../../json/cursor.ts";
import type { ByteSource } from "../../byte-source.ts";
import { assemble } from "../../stach/decode/assemble.ts";
import { isWithoutDefinition } from "../../stach/decode/read.ts";
import { readResult } from "../../stach/stream/read-result.ts";
import { chunkStream } from "../source/chunk-stream.ts";
import { openTable, type SourceTable, selectTable } from "../source/open-table.ts";
import { parquetPieces } from "./parquet-file.ts";
import { columnsToWrite } from "./row-groups.ts";
import { groupsOfSource } from "./source-groups.ts";
import { type ParquetOptions, tableToParquet } from "./table-to-parquet.ts";

/** `table` is the id of the table, required if the result has several. */
type SourceOptions = ParquetOptions & { readonly table?: string };

/**
 * A result of any size as a Parquet file, with the columns of `tableToParquet`. Only some rows of the result are in memory at a time. The
 * source is read three times: its columns, then their types, then the cells. The stream fails with ResultDecodeError.
 * @example
 * ```ts
 * import { parquetStream } from "@analytics-engines/core/results";
 *
 * const result = new Blob(['{"definition": {"columns": [{"id": "a", "name": "Weight"}]}, "data": {"rows": [{"values": {"a": 1}}]}}']);
 * const parquet = parquetStream((from) => result.slice(from).stream());
 * console.log((await new Response(parquet).bytes()).length);
 * ```
 */
export function parquetStream(source: ByteSource, options: SourceOptions = {}): ReadableStream<Uint8Array> {
  return chunkStream(parquetOfSource(source, options));
}

async function* parquetOfSource(source: ByteSource, options: SourceOptions): AsyncGenerator<Uint8Array> {
  const opened = await openTable(source, options.table);
  if (opened === undefined) {
    yield await parquetOfStream(source(0), options);
    return;
  }
  const { includeHidden = false } = options;
  const table = withStatedTypes(opened);
  const columns = columnsToWrite(table, includeHidden);
  yield* parquetPieces(table, columns, () => groupsOfSource(source, { ...opened, table }, includeHidden));
}

/** A source in UTF-16 cannot be read in parts. */
async function parquetOfStream(source: ByteStream, options: SourceOptions): Promise<Uint8Array> {
  const tables = assemble(await readByteStream(source, (cursor) => readResult(cursor)));
  return tableToParquet(selectTable(tables, options.table), options);
}

/** The table with no type for a column that states none, since its layout alone does not show what the cells are. */
function withStatedTypes({ table, primary }: SourceTable): SourceTable["table"] {
  if (!isWithoutDefinition(primary.table)) return table;
  return { ...table, columns: table.columns.map((column) => ({ ...column, type: "" })) };
}
