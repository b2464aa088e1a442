import { ResultDecodeError } from "../errors.ts";
import { CellStore } from "./cell-store.ts";
import { asList, asObject, type JsonObject, listAt, objectAt } from "./json.ts";
import { type Runs, readRanges } from "./runs.ts";

/** A column of a table by columns as it is written: its values, and which of them stand for a run of rows. */
export interface WrittenColumn {
  readonly place: string;
  readonly values: CellStore;
  /** By key, as written. */
  readonly ranges: Runs;
}

export function readColumn(json: unknown, place: string): WrittenColumn {
  const column = objectAt(json, place);
  const values = new CellStore();
  const cells = valuesOf(column, place);
  for (let row = 0; row < cells.length; row++) values.set(row, cells[row]);
  return { place, values, ranges: readRanges(column["ranges"], `${place}.ranges`) };
}

/** The list of values of a column: `values`, or in version 1 also a list named by its type (`doubleArray`). */
function valuesOf(column: JsonObject, place: string): readonly unknown[] {
  if (column["values"] !== undefined && column["values"] !== null) return listAt(column["values"], `${place}.values`);
  for (const [name, held] of Object.entries(column)) {
    const values = isTypedArray(name) ? asList(asObject(held)?.["values"]) : undefined;
    if (values) return values;
  }
  return [];
}

export function isTypedArray(name: string): boolean {
  return name.endsWith("Array");
}

/**
 * What the keys of ranges count. Results are described as counting the values as written, while some writers count the rows that they
 * stand for; the two read the same with one run at the start, and differ from the second run on.
 */
export type Counting = "values" | "rows";

/** The counting that fits all the columns of a result: values as described, unless a key then points past its values. */
export function countingOf(columns: Iterable<WrittenColumn>): Counting {
  const all = [...columns];
  const misfit = all.find((column) => runsOf(column, "values") === undefined);
  if (misfit === undefined) return "values";
  if (all.every((column) => runsOf(column, "rows") !== undefined)) return "rows";
  throw new ResultDecodeError(`${misfit.place}.ranges`, "a run has no value");
}

/** The runs with the index among the values for a key; nothing where a key points at no value. */
export function runsOf({ values, ranges }: WrittenColumn, counting: Counting): Runs | undefined {
  if (counting === "values") return (ranges.keys.at(-1) ?? -1) < values.length ? ranges : undefined;
  const keys = new Uint32Array(ranges.keys.length);
  let added = 0;
  let before = -1;
  for (const [at, key] of ranges.keys.entries()) {
    const index = key - added;
    if (index <= before || index >= values.length) return undefined;
    keys[at] = index;
    before = index;
    added += (ranges.lengths[at] ?? 1) - 1;
  }
  return { ...ranges, keys };
}

/** The cells of a column with each run at its full length. */
export function expandColumn(column: WrittenColumn, counting: Counting): CellStore {
  const runs = runsOf(column, counting);
  if (runs === undefined) throw new ResultDecodeError(`${column.place}.ranges`, "a run has no value");
  return column.values.expanded(runs);
}

/** How many rows a table by columns has: all its columns and its list of rows must say the same. */
export function rowCountOf(lengths: ReadonlyMap<string, number>, listed: number, place: string): number {
  const count = listed > 0 ? listed : Math.max(0, ...lengths.values());
  for (const [id, length] of lengths) {
    if (length !== count) {
      throw new ResultDecodeError(`${place}.columns.${id}`, `${length} cells, where the table has ${count} rows`);
    }
  }
  return count;
}
