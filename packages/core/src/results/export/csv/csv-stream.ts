import type { ByteStream } from "../../../json/chunks.ts";
import { readByteStream } from "../../../json/cursor.ts";
import { COMMA } from "../../../json/tokens.ts";
import type { ByteSource } from "../../byte-source.ts";
import { assemble, type PrimaryTable } from "../../stach/decode/assemble.ts";
import { readResult } from "../../stach/stream/read-result.ts";
import { chunkStream } from "../source/chunk-stream.ts";
import { bytesOfEach, columnParts } from "../source/column-parts.ts";
import { openTable, type SourceTable, selectTable } from "../source/open-table.ts";
import { readTableRows, TableRows } from "../source/table-rows.ts";
import { ByteSink } from "./byte-sink.ts";
import { CHUNK, linesOfColumns } from "./columns-to-lines.ts";
import { FieldReader } from "./field-reader.ts";
import { CARRIAGE_RETURN, type CsvOptions, fieldOptions, LINE_FEED } from "./fields.ts";
import { csvLines, headerLine } from "./table-to-csv.ts";

export interface CsvStreamOptions extends CsvOptions {
  /** The id of the table. Required if the result has several tables. */
  readonly table?: string;
}

/**
 * A result of any size as CSV: the same bytes that `tableToCsv` gives. Only a chunk of the result is in memory at a time.
 *
 * A result names its columns after its rows, so a `ByteSource` is opened twice; for a table that is organised by columns, it is also opened
 * for each part of a column, at the byte where the part begins. A stream, which can be read only once, is decoded into columns first, which
 * take less than half of the memory of its JSON. The stream fails with ResultDecodeError.
 *
 * `tableToCsv` and this function cannot be one writer that reads a result once: the cells of a row are all over the text of a column-organised
 * result, so that writer would have to keep the whole table. This way a result of 1.1 GiB takes about 150 MiB.
 * @example
 * ```ts
 * import { csvStream } from "@analytics-engines/core/results";
 *
 * const result = new Blob(['{"definition": {"columns": [{"id": "a", "name": "Weight"}]}, "data": {"rows": [{"values": {"a": 1}}]}}']);
 * const csv = csvStream((from) => result.slice(from).stream(), { inertFormulas: true });
 * console.log(await new Response(csv).text()); // Weight, and on the next line 1
 * ```
 */
export function csvStream(source: ByteSource | ByteStream, options: CsvStreamOptions = {}): ReadableStream<Uint8Array> {
  return chunkStream(typeof source === "function" ? csvOfSource(source, options) : csvOfStream(source, options));
}

async function* csvOfStream(source: ByteStream, options: CsvStreamOptions): AsyncGenerator<Uint8Array> {
  const tables = assemble(await readByteStream(source, (cursor) => readResult(cursor)));
  const sink = new ByteSink();
  for (const line of csvLines(selectTable(tables, options.table), options)) {
    sink.text(line);
    if (sink.length >= CHUNK) yield sink.take();
  }
  yield sink.take();
}

async function* csvOfSource(source: ByteSource, options: CsvStreamOptions): AsyncGenerator<Uint8Array> {
  const opened = await openTable(source, options.table);
  // Formats of single cells are apart from the cells, and may come after them.
  if (opened === undefined || (options.formatted && hasFormats(opened.primary))) {
    yield* csvOfStream(source(0), options);
    return;
  }
  const sink = new ByteSink();
  sink.text(headerLine(opened.table, options));
  if (opened.primary.table.columns) yield* linesByColumns(source, opened, options, sink);
  else yield* linesByRows(source, opened, options, sink);
  yield sink.take();
}

/** Whether cells or rows of a table by columns have formats of their own. */
function hasFormats({ table: { columns, rows } }: PrimaryTable): boolean {
  return !rows.formats.isEmpty || [...(columns?.values() ?? [])].some(({ formats }) => formats?.isEmpty === false);
}

/** Writes the lines of a row-organised table. */
async function* linesByRows(
  source: ByteSource,
  opened: SourceTable,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const { columns } = opened.table;
  const visibleColumns = columns.filter(({ isHidden }) => options.includeHidden || !isHidden);
  const fields = columns.map((column) => {
    const chosen = fieldOptions(options, visibleColumns.indexOf(column), visibleColumns.length);
    return new FieldReader(column, chosen, opened.primary.isVersion1);
  });
  const visibleFields = fields.filter((_, index) => options.includeHidden || !columns[index]?.isHidden);
  const rows = new TableRows(opened, fields, options.formatted ?? false, (row) => {
    for (let index = 0; index < visibleFields.length; index++) {
      if (index > 0) sink.byte(COMMA);
      visibleFields[index]?.write(row, sink);
    }
    sink.byte(CARRIAGE_RETURN);
    sink.byte(LINE_FEED);
  });
  for await (const _ of readTableRows(source, opened, rows)) {
    if (sink.length >= CHUNK) yield sink.take();
  }
}

/** Writes the lines of a column-organised table. */
async function* linesByColumns(
  source: ByteSource,
  opened: SourceTable,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const { parts, rowCount } = columnParts(opened, options.includeHidden ?? false);
  const bytes = bytesOfEach(parts.length);
  for await (const _ of linesOfColumns(parts, rowCount, source, bytes, options, sink)) yield sink.take();
}
