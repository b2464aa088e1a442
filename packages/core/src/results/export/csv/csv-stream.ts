import type { ByteStream } from "../../../json/chunks.ts";
import { readByteStream, readByteStreamInSteps } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { assemble, assembleLayout, definedColumns, primaryTables } from "../../stach/decode/assemble.ts";
import { rowCountOf } from "../../stach/decode/columns.ts";
import type { ReadTable } from "../../stach/decode/read.ts";
import { type Readers, readResult, readRowsInto } from "../../stach/stream/read-result.ts";
import { skimRows } from "../../stach/stream/skim-rows.ts";
import { skimRuns } from "../../stach/stream/skim-runs.ts";
import { skimValues } from "../../stach/stream/skim-values.ts";
import type { Table } from "../../table.ts";
import { ByteSink } from "./byte-sink.ts";
import type { ByteSource } from "./byte-source.ts";
import type { ColumnPart } from "./column-fields.ts";
import { bytesOfEach, CHUNK, linesOfColumns } from "./columns-to-lines.ts";
import { CsvRows } from "./csv-rows.ts";
import type { CsvOptions } from "./fields.ts";
import { type SkimmedResult, skimResult } from "./skim-result.ts";
import { csvLines, headerLine } from "./table-to-csv.ts";

export interface CsvStreamOptions extends CsvOptions {
  /** Which table, by its id. Needed where the result has several. */
  readonly table?: string;
}

/**
 * A result of any size as CSV, the same bytes as `tableToCsv` gives. The source is opened twice, since a result says what its columns
 * are after its rows, and memory holds no more than a chunk of it. Of a table that is organised by columns, the columns and their runs are
 * read side by side, a part of some ten thousand bytes or more at a time: the source is opened for each of these parts at the byte where it
 * begins. A stream that can be read once only is held as columns, which is less than half of its JSON. The stream fails with ResultDecodeError.
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
  for (const line of csvLines(chosen(tables, options.table), options)) {
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
  const table = chosen(assembleLayout(skimmed.packages), options.table);
  const read = chosen(primaryTables(skimmed.packages), table.id).table;
  const sink = new ByteSink();
  sink.text(headerLine(table, options));
  if (read.columns) yield* linesByColumns(source, table, read, skimmed, options, sink);
  else yield* linesByRows(source, table, read, options, sink);
  yield sink.take();
}

/** The lines of a table by rows, row by row. */
async function* linesByRows(
  source: ByteSource,
  table: Table,
  { place, key }: ReadTable,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const readers: Readers = {
    rows: (cursor, found) => {
      if (found.key !== key) return skimRows(cursor, found);
      return readRowsInto(cursor, found, new CsvRows(table, options, sink, `${place}.data.rows`), () => undefined);
    },
    values: skimValues,
    ranges: skimRuns,
  };
  for await (const _ of readByteStreamInSteps(source(0), (cursor) => readResult(cursor, readers))) {
    if (sink.length >= CHUNK) yield sink.take();
  }
}

/** The lines of a table by columns, each read on from where it stopped. */
async function* linesByColumns(
  source: ByteSource,
  table: Table,
  read: ReadTable,
  { places }: SkimmedResult,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const all = definedColumns(read, table.columns);
  const rowCount = rowCountOf(all, read.listedRows);
  const parts = all.flatMap((written, index): ColumnPart[] => {
    const column = table.columns[index];
    if (column === undefined) return [];
    const isShown = options.includeHidden || !column.isHidden;
    // After the bracket that opens the list.
    return isShown ? [{ column, written, from: (places.get(written.values) ?? 0) + 1 }] : [];
  });
  const bytes = bytesOfEach(parts.length);
  for await (const _ of linesOfColumns(parts, rowCount, source, bytes, options, sink)) yield sink.take();
}

function chosen<T extends { readonly id: string }>(tables: readonly T[], id: string | undefined): T {
  const found = id === undefined && tables.length === 1 ? tables[0] : tables.find((table) => table.id === id);
  if (found) return found;
  const ids = tables.map((table) => table.id).join(", ");
  throw new ResultDecodeError(
    "",
    id === undefined ? `which of its tables? ${ids}` : `there is no table "${id}", but ${ids}`,
  );
}
