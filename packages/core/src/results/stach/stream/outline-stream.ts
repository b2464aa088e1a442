import { noJson } from "../../../json/bytes.ts";
import type { ByteStream } from "../../../json/chunks.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "../../../json/cursor.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { JsonScan, NO_JSON, type TextWatch } from "../../../json/json-scan.ts";
import { MORE } from "../../../json/tokens.ts";
import { CellStore } from "../decode/cell-store.ts";
import type { ReadPackage, ReadTable } from "../decode/read.ts";
import { outlineResult, type ResultOutline, type TableOutline } from "../outline.ts";
import { HeaderRows } from "./header-rows.ts";
import { type Readers, readResult } from "./read-result.ts";
import { skimRuns } from "./skim.ts";

/** The most bytes of one value that may be in memory. Rows and values, the large parts of a result, are only counted. */
const MOST_HELD = 32 * 1024 * 1024;

/**
 * The same as `outlineResult`, for a result of any size: memory does not grow with the result. Undefined if the result is not STACH or not
 * valid. An outline proves that the result is JSON, since all of the result is read. The source is read once and closed.
 * @example
 * ```ts
 * import { outlineResultStream } from "@analytics-engines/core/results/stream";
 *
 * export async function rowsOf(result: Blob): Promise<number | undefined> {
 *   const outline = await outlineResultStream(result.stream());
 *   return outline?.tables.reduce((sum, { rows }) => sum + rows, 0);
 * }
 * ```
 */
export async function outlineResultStream(source: ByteStream): Promise<ResultOutline | undefined> {
  const counts = new Counts();
  try {
    const packages = await readByteStream(source, (cursor) => bounded(cursor, readResult(cursor, counts)));
    const outlines = packages.map((held) => outlineOf(held, counts));
    const tables = outlines.flatMap((outline) => outline.tables);
    const dates = outlines.find((outline) => outline.dates !== undefined)?.dates;
    return dates ? { tables, dates } : { tables };
  } catch (error) {
    if (error instanceof ResultDecodeError) return undefined;
    throw error;
  }
}

/** Stops the read if a value is larger than the limit. */
function* bounded<T>(cursor: Cursor, walk: IncrementalRead<T>): IncrementalRead<T> {
  for (;;) {
    const step = walk.next();
    if (step.done) return step.value;
    if (cursor.end - cursor.pos > MOST_HELD) throw new ResultDecodeError("", "a value is too large");
    // The reader of a long value asks for twice as much each time; here it asks for the limit at most.
    yield Math.min(step.value, MOST_HELD);
  }
}

/** Counts rows, values and runs without holding them. */
class Counts implements Readers {
  readonly ranges = skimRuns;
  readonly #rows = new Map<ReadTable, number>();
  readonly #values = new Map<string, number>();

  *rows(cursor: Cursor, table: ReadTable): IncrementalRead {
    const place = `${table.place}.data.rows`;
    const headers = new HeaderRows();
    const rows = yield* countElements(cursor, place, headers);
    this.#rows.set(table, rows - headers.count);
  }

  *values(cursor: Cursor, place: string): IncrementalRead<CellStore> {
    this.#values.set(place, yield* countElements(cursor, `${place}.values`));
    return new CellStore();
  }

  /** The number of listed rows, or of the rows of the longest column with its runs expanded. */
  rowsOf(table: ReadTable): number {
    const listed = this.#rows.get(table) ?? 0;
    if (listed > 0 || table.columns === undefined) return listed;
    let longest = 0;
    for (const { place, ranges } of table.columns?.values() ?? []) {
      longest = Math.max(longest, (this.#values.get(place) ?? 0) + ranges.added);
    }
    return longest;
  }
}

/** Skips a list and returns the number of its elements. @throws ResultDecodeError if it is not JSON */
function* countElements(cursor: Cursor, place: string, watch?: TextWatch): IncrementalRead<number> {
  const scan = new JsonScan(watch);
  for (;;) {
    const after = scan.push(cursor.bytes, cursor.pos, cursor.end);
    if (after === NO_JSON) throw noJson(place);
    cursor.pos = after === MORE ? cursor.end : after;
    if (after !== MORE) return scan.elements;
    yield* cursor.more(place);
  }
}

/** The outline of a package that was read without its rows, with the counted rows added. */
function outlineOf({ prefix, primaryTableIds, tables }: ReadPackage, counts: Counts): ResultOutline {
  const bare = Object.fromEntries([...tables].map(([id, table]) => [id, bareTable(table)]));
  const outline = outlineResult({ ...(primaryTableIds === undefined ? {} : { primaryTableIds }), tables: bare });
  const counted = outline.tables.map((found): TableOutline => {
    const table = tables.get(found.id);
    return { ...found, id: prefix + found.id, rows: table ? counts.rowsOf(table) : found.rows };
  });
  return { ...outline, tables: counted };
}

function bareTable({ definition, tableMetadata, metadata, columns }: ReadTable) {
  const names = columns && { columns: Object.fromEntries([...columns.keys()].map((id) => [id, {}])) };
  return { definition, data: { tableMetadata, metadata, ...names } };
}
