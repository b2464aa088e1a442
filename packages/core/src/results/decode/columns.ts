import { ResultDecodeError } from "../errors.ts";
import { CellStore } from "./cell-store.ts";
import { asList, asObject, type JsonObject, listAt, objectAt } from "./json.ts";

/** The longest column that is built from runs: more rows are no table but an attack on memory. */
const MOST_ROWS = 2 ** 28;

/** A column of a table by columns as it is written: its values, and which of them stand for a run of rows. */
export interface WrittenColumn {
  readonly place: string;
  readonly values: CellStore;
  /** Key and run length, in numeric order of the key. */
  readonly ranges: readonly (readonly [key: number, length: number])[];
}

/** One run: the index among the values as written, and for how many rows the value stands. */
export type Run = readonly [index: number, length: number];

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

export function readRanges(ranges: unknown, place: string): WrittenColumn["ranges"] {
  if (ranges === undefined || ranges === null) return [];
  const read = Object.entries(objectAt(ranges, place)).map(([key, length]) => {
    if (!/^\d{1,15}$/.test(key)) throw new ResultDecodeError(place, `"${key}" is no index`);
    if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
      throw new ResultDecodeError(place, `the length of the run at ${key} is not a whole number from 1 on`);
    }
    return [Number(key), length] as const;
  });
  const added = read.reduce((sum, [, length]) => sum + length - 1, 0);
  if (added > MOST_ROWS) throw new ResultDecodeError(place, `runs of ${added} rows`);
  return read.sort(([one], [other]) => one - other);
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

/** The runs by index among the values; nothing where a key points at no value. */
export function runsOf({ values, ranges }: WrittenColumn, counting: Counting): readonly Run[] | undefined {
  const runs: Run[] = [];
  let added = 0;
  let before = -1;
  for (const [key, length] of ranges) {
    const index = counting === "values" ? key : key - added;
    if (index <= before || index >= values.length) return undefined;
    runs.push([index, length]);
    before = index;
    added += length - 1;
  }
  return runs;
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
