import { ResultDecodeError } from "../errors.ts";
import { CellStore } from "./cell-store.ts";
import { asList, asObject, type JsonObject, listAt, objectAt } from "./json.ts";
import { type Counting, indexesOf, type PassedRuns, type Runs, readRanges } from "./runs.ts";

/** A column of a table by columns as it is written: its values, and which of them stand for a run of rows. */
export interface WrittenColumn {
  readonly place: string;
  readonly values: CellStore;
  /** By key, as written. */
  readonly ranges: Runs | PassedRuns;
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

/** The counting that fits all the columns of a result: values as described, unless a key then points past its values. */
export function countingOf(columns: Iterable<WrittenColumn>): Counting {
  const all = [...columns];
  const misfit = all.find((column) => !fits(column, "values"));
  if (misfit === undefined) return "values";
  if (all.every((column) => fits(column, "rows"))) return "rows";
  throw new ResultDecodeError(`${misfit.place}.ranges`, "a run has no value");
}

/** Whether each run has a value. */
function fits({ values, ranges }: WrittenColumn, counting: Counting): boolean {
  const last = ranges.last[counting];
  return last !== undefined && last < values.length;
}

/** The cells of a column with each run at its full length. */
export function expandColumn(column: WrittenColumn, counting: Counting): CellStore {
  const { values, ranges, place } = column;
  if (!fits(column, counting)) throw new ResultDecodeError(`${place}.ranges`, "a run has no value");
  if (!("keys" in ranges)) throw new TypeError("the runs of the column were passed over");
  return values.expanded({ ...ranges, keys: indexesOf(ranges, counting, 0) });
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
