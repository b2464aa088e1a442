import { assemble, assembleLayout, countingIn, definedColumns, primaryTables } from "../decode/assemble.ts";
import type { CellStore } from "../decode/cell-store.ts";
import { type Counting, rowCountOf, runsOf } from "../decode/columns.ts";
import type { ReadTable } from "../decode/read.ts";
import { NO_RUNS } from "../decode/runs.ts";
import { ResultDecodeError } from "../errors.ts";
import { type ByteStream, walkSteps, walkStream } from "../stream/cursor.ts";
import { type Readers, readResult, readRowsInto } from "../stream/read-result.ts";
import { skimRows } from "../stream/skim-rows.ts";
import { skimValues } from "../stream/skim-values.ts";
import type { Table } from "../table.ts";
import { ByteSink } from "./byte-sink.ts";
import { type ByteSource, CHUNK, type ColumnPart, linesOfWindows, windowHeight } from "./column-windows.ts";
import { CsvRows } from "./csv-rows.ts";
import type { CsvOptions } from "./fields.ts";
import { csvLines, headerLine, shownColumns } from "./table-to-csv.ts";

export interface CsvStreamOptions extends CsvOptions {
  /** Which table, by its id. Needed where the result has several. */
  readonly table?: string;
}

/**
 * A result of any size as CSV, the same bytes as `tableToCsv` gives. The source is opened twice, since a result says what its columns
 * are after its rows, and memory holds no more than a chunk of it. Of a table that is organised by columns, the columns are read side by
 * side, some thousand rows at a time: the source is opened for each of these parts at the byte where it begins. A stream that can be read
 * once only is held as columns, which is less than half of its JSON. The stream fails with ResultDecodeError.
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
  const places = new Map<CellStore, ColumnPart["bytes"]>();
  const skim: Readers = {
    rows: skimRows,
    *values(cursor, place) {
      const from = cursor.offset + 1;
      const store = yield* skimValues(cursor, place);
      places.set(store, { from, to: cursor.offset });
      return store;
    },
  };
  const packages = await walkStream(source(0), (cursor) => readResult(cursor, skim));
  const table = chosen(assembleLayout(packages), options.table);
  const read = chosen(primaryTables(packages), table.id).table;
  const sink = new ByteSink();
  sink.text(headerLine(shownColumns(table, options), options));
  if (read.columns) yield* linesOfColumns(source, table, read, countingIn(packages), places, options, sink);
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
  for await (const _ of walkSteps(source(0), (cursor) => readResult(cursor, readers))) {
    if (sink.length >= CHUNK) yield sink.take();
  }
}

/** The lines of a table by columns. `places` says where the values of a column stand. */
async function* linesOfColumns(
  source: ByteSource,
  table: Table,
  read: ReadTable,
  counting: Counting,
  places: ReadonlyMap<CellStore, ColumnPart["bytes"]>,
  options: CsvOptions,
  sink: ByteSink,
): AsyncGenerator<Uint8Array> {
  const lengths = new Map<string, number>();
  const parts = definedColumns(read, table.columns).flatMap((written, index): ColumnPart[] => {
    const column = table.columns[index];
    if (column === undefined) return [];
    const runs = runsOf(written, counting) ?? NO_RUNS;
    lengths.set(column.id, written.values.length + runs.added);
    const isShown = options.includeHidden || !column.isHidden;
    const bytes = places.get(written.values) ?? { from: 0, to: 0 };
    return isShown ? [{ column, written, runs, bytes }] : [];
  });
  const rowCount = rowCountOf(lengths, read.listedRows, `${read.place}.data`);
  const height = windowHeight(parts, rowCount);
  for await (const _ of linesOfWindows(parts, rowCount, height, source, options, sink)) yield sink.take();
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
