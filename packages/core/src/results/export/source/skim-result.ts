import { skipValueAt } from "../../../json/bytes.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "../../../json/cursor.ts";
import { entries } from "../../../json/value.ts";
import type { ByteSource } from "../../byte-source.ts";
import { headerTableId } from "../../stach/decode/assemble.ts";
import type { CellStore } from "../../stach/decode/cell-store.ts";
import type { WrittenColumn } from "../../stach/decode/columns.ts";
import { asObject, inObjectOrder } from "../../stach/decode/json.ts";
import { isWithoutDefinition, type ReadPackage, type ReadTable } from "../../stach/decode/read.ts";
import { addAll, RunsCount, RunsReader } from "../../stach/decode/runs.ts";
import { type Readers, readFormats, readResult, readRowsInto, readValues } from "../../stach/stream/read-result.ts";
import { readSomeRuns } from "../../stach/stream/read-runs.ts";
import type { CellTaker, RowTarget } from "../../stach/stream/row-reader.ts";
import { skimRows, skimRuns, skimValues } from "../../stach/stream/skim.ts";
import { runBatches } from "./run-batches.ts";

/** How many bytes of unordered runs are counted at a time. */
const BYTES_AT_ONCE = 1 << 20;

/** The bytes of a source from the one at `from` to the one before `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A result without its rows and values, which were skipped. Header tables are read in full. */
export interface SkimmedResult {
  readonly packages: readonly ReadPackage[];
  /** The bytes of each list of values. */
  readonly places: ReadonlyMap<CellStore, ByteRange>;
}

/**
 * Reads a result without its large parts, then reads the header tables again in full. Undefined if the result is UTF-16, which cannot be
 * read from an offset.
 */
export async function skimResult(source: ByteSource): Promise<SkimmedResult | undefined> {
  const places = new Map<CellStore, ByteRange>();
  const skim: Readers = {
    rows: skimRows,
    ranges: skimRuns,
    formats: readFormats,
    *values(cursor: Cursor, place: string): IncrementalRead<CellStore> {
      const from = cursor.offset;
      const values = yield* skimValues(cursor, place);
      places.set(values, { from, to: cursor.offset });
      return values;
    },
  };
  const { packages, isUtf16 } = await readByteStream(source(0), function* (cursor) {
    const packages = yield* readResult(cursor, skim);
    return { packages, isUtf16: cursor.isUtf16 };
  });
  if (isUtf16) return undefined;
  await readValueKeys(source, packages, skim);
  for (const { tables } of packages) {
    for (const table of tables.values()) {
      await replaceColumns(table, (column) => withCountedRuns(source, column));
    }
    const headers = new Set([...tables.values()].map(headerTableId));
    for (const [id, table] of tables) {
      if (headers.has(id)) await replaceColumns(table, (column) => wholeColumn(source, column, places));
    }
  }
  return { packages, places };
}

/** Reads the names of the columns from the rows of tables that do not define them. */
async function readValueKeys(source: ByteSource, packages: readonly ReadPackage[], skim: Readers): Promise<void> {
  const all = packages.flatMap(({ tables }) => [...tables.values()]);
  const tables = new Map(all.filter(isWithoutDefinition).map((table) => [table.key, table]));
  if (tables.size === 0) return;
  const readers: Readers = {
    ...skim,
    values: skimValues,
    *rows(cursor, { key, place }) {
      const names = new ValueNames();
      yield* readRowsInto(cursor, `${place}.data.rows`, names);
      const table = tables.get(key);
      if (table && names.rowCount > 0) table.valueKeys = inObjectOrder([...names.names]);
    },
  };
  await readByteStream(source(0), (cursor) => readResult(cursor, readers));
}

/** Collects the names in the `values` of rows, and skips the cells. */
class ValueNames implements RowTarget {
  readonly names = new Set<string>();
  rowCount = 0;

  takerOf(id: string): CellTaker {
    this.names.add(id);
    return { read: (bytes, pos, end, _row, place) => skipValueAt(bytes, pos, end, place) };
  }

  setLevel(): void {}

  endRow(): void {
    this.rowCount++;
  }

  other(row: unknown): void {
    const values = asObject(asObject(row)?.["values"]);
    if (values === undefined) return;
    for (const [id] of entries(values)) this.names.add(id);
    this.rowCount++;
  }
}

async function replaceColumns(table: ReadTable, replace: (column: WrittenColumn) => Promise<WrittenColumn>) {
  for (const [id, column] of table.columns ?? []) table.columns?.set(id, await replace(column));
}

/** Counts unordered runs in the order of their rows. */
async function withCountedRuns(source: ByteSource, column: WrittenColumn): Promise<WrittenColumn> {
  const { ranges, place } = column;
  if ("starts" in ranges || ranges.isOrdered) return column;
  const count = new RunsCount();
  for await (const runs of runBatches(source, `${place}.ranges`, ranges, BYTES_AT_ONCE)) addAll(count, runs);
  return { ...column, ranges: { ...ranges, ...count.finish(`${place}.ranges`) } };
}

/** A column of a header table with its values and runs. */
async function wholeColumn(
  source: ByteSource,
  column: WrittenColumn,
  places: Map<CellStore, ByteRange>,
): Promise<WrittenColumn> {
  const { place, values, ranges } = column;
  const range = places.get(values);
  if (range === undefined) return column;
  const read = await readByteStream(source(range.from), function* (cursor) {
    yield* cursor.peek(place);
    return yield* readValues(cursor, place);
  });
  places.set(read, range);
  if ("starts" in ranges) return { ...column, values: read };
  const runs = new RunsReader();
  await readByteStream(source(ranges.from), (cursor) =>
    readSomeRuns(cursor, `${place}.ranges`, runs, Number.POSITIVE_INFINITY),
  );
  return { ...column, values: read, ranges: runs.finish(`${place}.ranges`) };
}
