import { assemble, primaryIds } from "../decode/assemble.ts";
import type { ReadPackage, ReadTable } from "../decode/read.ts";
import { ResultDecodeError } from "../errors.ts";
import { type ByteStream, type Cursor, type Walk, walkSteps, walkStream } from "../stream/cursor.ts";
import { readResult, readRowsInto } from "../stream/read-result.ts";
import { skimRows } from "../stream/skim-rows.ts";
import type { Table } from "../table.ts";
import { ByteSink } from "./byte-sink.ts";
import { CsvRows } from "./csv-rows.ts";
import type { CsvOptions } from "./fields.ts";
import { csvLines, headerLine, shownColumns } from "./table-to-csv.ts";

export interface CsvStreamOptions extends CsvOptions {
  /** Which table, by its id. Needed where the result has several. */
  readonly table?: string;
}

/** Opens the same bytes anew at each call. */
export type ByteSource = () => ByteStream;

const CHUNK = 1 << 16;

/**
 * A result of any size as CSV, the same bytes as `tableToCsv` gives. The source is opened twice, since a result says what its columns
 * are after its rows: memory then holds no more than a chunk of a table that is organised by rows. A table that is organised by columns,
 * and a stream that can be read once only, is held as columns, which is less than half of its JSON. The stream fails with
 * ResultDecodeError.
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
  const packages = await walkStream(source, (cursor) => readResult(cursor));
  yield* linesOf(chosenTable(assemble(packages), options.table), options);
}

async function* csvOfSource(source: ByteSource, options: CsvStreamOptions): AsyncGenerator<Uint8Array> {
  const packages = await walkStream(source(), (cursor) => readResult(cursor, skimRows));
  const table = chosenTable(assemble(packages), options.table);
  const read = readTableOf(packages, table.id);
  if (read?.columns) {
    yield* linesOf(table, options);
    return;
  }
  const sink = new ByteSink();
  sink.text(headerLine(shownColumns(table, options), options));
  const rowsOf = (cursor: Cursor, found: ReadTable): Walk => {
    if (found.place !== read?.place) return skimRows(cursor, found);
    const lines = new CsvRows(table, options, sink, `${found.place}.data.rows`);
    return readRowsInto(cursor, found, lines, () => undefined);
  };
  for await (const _ of walkSteps(source(), (cursor) => readResult(cursor, rowsOf))) {
    if (sink.length >= CHUNK) yield sink.take();
  }
  yield sink.take();
}

function* linesOf(table: Table, options: CsvStreamOptions): Generator<Uint8Array> {
  const sink = new ByteSink();
  for (const line of csvLines(table, options)) {
    sink.text(line);
    if (sink.length >= CHUNK) yield sink.take();
  }
  yield sink.take();
}

function chosenTable(tables: readonly Table[], id: string | undefined): Table {
  const found = id === undefined && tables.length === 1 ? tables[0] : tables.find((table) => table.id === id);
  if (found) return found;
  const ids = tables.map((table) => table.id).join(", ");
  throw new ResultDecodeError(
    "",
    id === undefined ? `which of its tables? ${ids}` : `there is no table "${id}", but ${ids}`,
  );
}

function readTableOf(packages: readonly ReadPackage[], id: string): ReadTable | undefined {
  for (const held of packages) {
    const own = primaryIds(held).find((one) => held.prefix + one === id);
    if (own !== undefined) return held.tables.get(own);
  }
  return undefined;
}
