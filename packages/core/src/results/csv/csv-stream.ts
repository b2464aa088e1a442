import { assemble, assembleLayout, countingIn, primaryTables } from "../decode/assemble.ts";
import type { CellStore } from "../decode/cell-store.ts";
import type { Counting } from "../decode/columns.ts";
import type { ReadTable } from "../decode/read.ts";
import { ResultDecodeError } from "../errors.ts";
import { type ByteStream, walkSteps, walkStream } from "../stream/cursor.ts";
import { type Readers, readResult, readRowsInto } from "../stream/read-result.ts";
import { skimRows } from "../stream/skim-rows.ts";
import { readWindow, skimValues } from "../stream/skim-values.ts";
import type { Table } from "../table.ts";
import { ByteSink } from "./byte-sink.ts";
import { tableOfWindow, windowsOf } from "./column-windows.ts";
import { CsvRows } from "./csv-rows.ts";
import type { CsvOptions } from "./fields.ts";
import { bodyLines, csvLines, headerLine, shownColumns } from "./table-to-csv.ts";

export interface CsvStreamOptions extends CsvOptions {
  /** Which table, by its id. Needed where the result has several. */
  readonly table?: string;
}

/** Opens the same bytes anew at each call. */
export type ByteSource = () => ByteStream;

const CHUNK = 1 << 16;

/**
 * A result of any size as CSV, the same bytes as `tableToCsv` gives. The source is opened twice, since a result says what its columns
 * are after its rows, and memory holds no more than a chunk of it; a table that is organised by columns is read as often as four
 * million cells fit into it. A stream that can be read once only is held as columns, which is less than half of its JSON. The stream
 * fails with ResultDecodeError.
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
  const tables = assemble(await walkStream(source, (cursor) => readResult(cursor)));
  const sink = new ByteSink();
  for (const line of csvLines(chosen(tables, options.table), options)) {
    sink.text(line);
    if (sink.length >= CHUNK) yield sink.take();
  }
  yield sink.take();
}

async function* csvOfSource(source: ByteSource, options: CsvStreamOptions): AsyncGenerator<Uint8Array> {
  const skim: Readers = { rows: skimRows, values: skimValues };
  const packages = await walkStream(source(), (cursor) => readResult(cursor, skim));
  const table = chosen(assembleLayout(packages), options.table);
  const read = chosen(primaryTables(packages), table.id).table;
  const sink = new ByteSink();
  sink.text(headerLine(shownColumns(table, options), options));
  if (read.columns) yield* linesOfColumns(source, table, read, countingIn(packages), options, sink);
  else yield* linesOfRows(source, table, read, options, sink);
  yield sink.take();
}

/** The lines of a table by rows, row by row. */
async function* linesOfRows(
  source: ByteSource,
  table: Table,
  { place }: ReadTable,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const readers: Readers = {
    rows: (cursor, found) => {
      if (found.place !== place) return skimRows(cursor, found);
      return readRowsInto(cursor, found, new CsvRows(table, options, sink, `${place}.data.rows`), () => undefined);
    },
    values: skimValues,
  };
  for await (const _ of walkSteps(source(), (cursor) => readResult(cursor, readers))) {
    if (sink.length >= CHUNK) yield sink.take();
  }
}

/** The lines of a table by columns, as many rows at a time as may be held: the source is opened for each of these times. */
async function* linesOfColumns(
  source: ByteSource,
  table: Table,
  read: ReadTable,
  counting: Counting,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  // A window is written before the next one is read, so all have the same room.
  const stores = new Map<string, CellStore>();
  for (const window of windowsOf(table, read, counting)) {
    const readers: Readers = {
      rows: skimRows,
      *values(cursor, place) {
        const { from = 0, to = 0 } = window.values.get(place) ?? {};
        const { store } = yield* readWindow(cursor, place, from, to, stores.get(place)?.clear());
        stores.set(place, store);
        return store;
      },
    };
    await walkStream(source(), (cursor) => readResult(cursor, readers));
    for (const line of bodyLines(tableOfWindow(table, read, window, stores), options)) {
      sink.text(line);
      if (sink.length >= CHUNK) yield sink.take();
    }
  }
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
