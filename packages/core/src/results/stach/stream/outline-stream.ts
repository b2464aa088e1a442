import { noJson } from "../../../json/bytes.ts";
import type { ByteStream } from "../../../json/chunks.ts";
import { type Cursor, type IncrementalRead, readByteStream } from "../../../json/cursor.ts";
import { ResultDecodeError, UnreadVersionError } from "../../../json/errors.ts";
import { JsonScan, NO_JSON, type TextWatch } from "../../../json/json-scan.ts";
import { MORE } from "../../../json/tokens.ts";
import type { FormatReader } from "../decode/cell-formats.ts";
import { CellStore } from "../decode/cell-store.ts";
import { isWithoutDefinition, type ReadPackage, type ReadTable } from "../decode/read.ts";
import { outlineResult, type ResultOutline, type TableOutline } from "../outline.ts";
import { type Readers, readResult } from "./read-result.ts";
import { RowNames } from "./row-names.ts";
import { skimRuns } from "./skim.ts";

/** The most bytes of one value that may be in memory. Rows and values, the large parts of a result, are only counted. */
const MAX_VALUE_BYTES = 32 * 1024 * 1024;

/**
 * The same as `outlineResult`, for a result of any size: memory does not grow with the result. Undefined if the result is not STACH or not
 * valid. An outline proves that the result is JSON, since all of the result is read. A function is the faster source: it is called again
 * only if rows name the columns, since their table has no definition. A stream is read once and closed.
 */
export async function outlineResultStream(source: (() => ByteStream) | ByteStream): Promise<ResultOutline | undefined> {
  try {
    if (typeof source !== "function") return await readOutline(source, { collectsNames: true });
    return (
      (await readOutline(source(), { collectsNames: false })) ?? (await readOutline(source(), { collectsNames: true }))
    );
  } catch (error) {
    if (error instanceof UnreadVersionError) return { tables: [], unread: error.form };
    if (error instanceof ResultDecodeError) return undefined;
    throw error;
  }
}

/** Undefined if the names of columns are necessary, and are not collected. */
async function readOutline(
  source: ByteStream,
  options: { readonly collectsNames: boolean },
): Promise<ResultOutline | undefined> {
  const counts = new Counts(options);
  const packages = await readByteStream(source, (cursor) => withinLimit(cursor, readResult(cursor, counts)));
  const all = packages.flatMap((each) => [...each.tables.values()]);
  if (!options.collectsNames && all.some((table) => isWithoutDefinition(table) && counts.rowsOf(table) > 0))
    return undefined;
  const outlines = packages.map((each) => outlineOf(each, counts));
  const tables = outlines.flatMap((outline) => outline.tables);
  const dates = outlines.find((outline) => outline.dates !== undefined)?.dates;
  return dates ? { tables, dates } : { tables };
}

/** Stops the read if a value is larger than the limit. */
function* withinLimit<T>(cursor: Cursor, walk: IncrementalRead<T>): IncrementalRead<T> {
  for (;;) {
    const step = walk.next();
    if (step.done) return step.value;
    if (cursor.end - cursor.pos > MAX_VALUE_BYTES) throw new ResultDecodeError("", "a value is too large");
    // The reader of a long value asks for twice as much each time; here it asks for the limit at most.
    yield Math.min(step.value, MAX_VALUE_BYTES);
  }
}

/** Counts rows, values and runs without holding them. */
class Counts implements Readers {
  readonly ranges = skimRuns;
  readonly #rows = new Map<ReadTable, number>();
  readonly #values = new Map<string, number>();
  readonly #options: { readonly collectsNames: boolean };

  constructor(options: { readonly collectsNames: boolean }) {
    this.#options = options;
  }

  *rows(cursor: Cursor, table: ReadTable): IncrementalRead {
    const place = `${table.place}.data.rows`;
    const names = new RowNames(this.#options);
    const rows = yield* countElements(cursor, place, names);
    this.#rows.set(table, rows - names.headerRows);
    if (names.names) table.valueKeys = [...names.names];
  }

  *values(cursor: Cursor, place: string): IncrementalRead<CellStore> {
    this.#values.set(place, yield* countElements(cursor, `${place}.values`));
    return new CellStore();
  }

  *formats(cursor: Cursor, place: string): IncrementalRead<FormatReader | undefined> {
    yield* countElements(cursor, place);
    return undefined;
  }

  /** The number of listed rows, or of the rows of the longest column with its runs expanded. */
  rowsOf(table: ReadTable): number {
    const listed = this.#rows.get(table) ?? 0;
    if (listed > 0 || table.columns === undefined) return listed;
    let longest = 0;
    for (const { place, ranges } of table.columns?.values() ?? []) {
      longest = Math.max(longest, (this.#values.get(place) ?? 0) + ranges.extraRows);
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
  const countedTables = outline.tables.map((each): TableOutline => {
    const table = tables.get(each.id);
    return { ...each, id: prefix + each.id, rows: table ? counts.rowsOf(table) : each.rows };
  });
  return { ...outline, tables: countedTables };
}

function bareTable({ definition, tableMetadata, metadata, columns, valueKeys }: ReadTable) {
  const names = columns && { columns: Object.fromEntries([...columns.keys()].map((id) => [id, {}])) };
  const rows = valueKeys && { rows: [{ values: Object.fromEntries(valueKeys.map((key) => [key, null])) }] };
  return { definition, data: { tableMetadata, metadata, ...names, ...rows } };
}
