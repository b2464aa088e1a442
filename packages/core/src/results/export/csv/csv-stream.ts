import type { ByteStream } from "../../../json/chunks.ts";
import { readByteStream, readByteStreamInSteps } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import type { ByteSource } from "../../byte-source.ts";
import {
  assemble,
  assembleLayout,
  definedColumns,
  type PrimaryTable,
  primaryTables,
} from "../../stach/decode/assemble.ts";
import { rowCountOf } from "../../stach/decode/columns.ts";
import { type Readers, readFormats, readResult, readRowsInto } from "../../stach/stream/read-result.ts";
import { skimRows, skimRuns, skimValues } from "../../stach/stream/skim.ts";
import type { Table } from "../../table.ts";
import { ByteSink } from "./byte-sink.ts";
import type { ColumnPart } from "./column-fields.ts";
import { bytesOfEach, CHUNK, linesOfColumns } from "./columns-to-lines.ts";
import { CsvRows } from "./csv-rows.ts";
import type { CsvOptions } from "./fields.ts";
import { type SkimmedResult, skimResult } from "./skim-result.ts";
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
  const chunks = typeof source === "function" ? csvOfSource(source, options) : csvOfStream(source, options);
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
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
  const skimmed = await skimResult(source);
  if (skimmed === undefined) {
    yield* csvOfStream(source(0), options);
    return;
  }
  const table = selectTable(assembleLayout(skimmed.packages), options.table);
  const read = selectTable(primaryTables(skimmed.packages), table.id);
  // Formats of single cells are apart from the cells, and may come after them.
  if (options.formatted && hasFormats(read)) {
    yield* csvOfStream(source(0), options);
    return;
  }
  const sink = new ByteSink();
  sink.text(headerLine(table, options));
  if (read.table.columns) yield* linesByColumns(source, table, read, skimmed, options, sink);
  else yield* linesByRows(source, table, read, options, sink);
  yield sink.take();
}

/** Whether cells or rows of a table by columns have formats of their own. */
function hasFormats({ table: { columns, rows } }: PrimaryTable): boolean {
  return !rows.formats.isEmpty || [...(columns?.values() ?? [])].some(({ formats }) => formats?.isEmpty === false);
}

/** Writes the lines of a row-organised table. */
async function* linesByRows(
  source: ByteSource,
  table: Table,
  { table: { place, key }, isVersion1 }: PrimaryTable,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const rows = `${place}.data.rows`;
  const readers: Readers = {
    formats: readFormats,
    rows: (cursor, readTable) => {
      if (readTable.key !== key) return skimRows(cursor, readTable);
      return readRowsInto(cursor, rows, new CsvRows(table, options, isVersion1, sink, rows));
    },
    values: skimValues,
    ranges: skimRuns,
  };
  for await (const _ of readByteStreamInSteps(source(0), (cursor) => readResult(cursor, readers))) {
    if (sink.length >= CHUNK) yield sink.take();
  }
}

/** Writes the lines of a column-organised table. */
async function* linesByColumns(
  source: ByteSource,
  table: Table,
  { table: read, isVersion1 }: PrimaryTable,
  { places }: SkimmedResult,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const all = definedColumns(read, table.columns);
  const rowCount = rowCountOf(all, read.rows.listedRows);
  const parts = all.flatMap((written, index): ColumnPart[] => {
    const column = table.columns[index];
    if (column === undefined) return [];
    const isShown = options.includeHidden || !column.isHidden;
    // The values begin after the bracket that opens the list.
    return isShown ? [{ column, written, isVersion1, from: (places.get(written.values) ?? 0) + 1 }] : [];
  });
  const bytes = bytesOfEach(parts.length);
  for await (const _ of linesOfColumns(parts, rowCount, source, bytes, options, sink)) yield sink.take();
}

function selectTable<T extends { readonly id: string }>(tables: readonly T[], id: string | undefined): T {
  const table = id === undefined && tables.length === 1 ? tables[0] : tables.find((table) => table.id === id);
  if (table) return table;
  const ids = tables.map((table) => table.id).join(", ");
  throw new ResultDecodeError(
    "",
    id === undefined
      ? `the result has several tables: choose one of ${ids}`
      : `the result has no table "${id}": choose one of ${ids}`,
  );
}
