import { ResultDecodeError } from "../errors.ts";
import { CellStore } from "./cell-store.ts";
import { asList, asObject, type JsonObject, listAt } from "./json.ts";

/** The longest column that is built from runs: a length beyond it is no table. */
const MOST_ROWS = 2 ** 30;

/**
 * Run lengths by index in `values`, as a column writes them once: `{"3": 5}` says that the value at index 3 stands for five rows.
 * Checked and in numeric order of the index.
 */
export function readRanges(ranges: unknown, values: number, place: string): Map<number, number> {
  const read = Object.entries(asObject(ranges) ?? {}).map(([key, length]): [number, number] => {
    const index = Number(key);
    if (!/^\d+$/.test(key) || index >= values)
      throw new ResultDecodeError(place, `there is no value at index "${key}"`);
    if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 1) {
      throw new ResultDecodeError(place, `the length of the run at index ${key} is not a whole number from 1 on`);
    }
    return [index, length];
  });
  const rows = read.reduce((sum, [, length]) => sum + length - 1, values);
  if (rows > MOST_ROWS) throw new ResultDecodeError(place, `runs of ${rows} rows`);
  return new Map(read.sort(([one], [other]) => one - other));
}

/** The list of cells of a column: `values`, or in version 1 also a list named by its type (`doubleArray`). */
export function valuesOf(column: JsonObject, place: string): readonly unknown[] {
  if (column["values"] !== undefined && column["values"] !== null) return listAt(column["values"], `${place}.values`);
  for (const [name, held] of Object.entries(column)) {
    const values = name.endsWith("Array") ? asList(asObject(held)?.["values"]) : undefined;
    if (values) return values;
  }
  return [];
}

/** The cells of a column with each run at its full length. */
export function expandColumn(column: JsonObject, place: string): CellStore {
  const values = valuesOf(column, place);
  const ranges = readRanges(column["ranges"], values.length, `${place}.ranges`);
  const store = new CellStore();
  for (let index = 0; index < values.length; index++) {
    store.repeat(store.length, ranges.get(index) ?? 1, values[index]);
  }
  return store;
}

/** How many rows a table by columns has: all its columns and its list of rows must say the same. */
export function rowCountOf(
  lengths: readonly (readonly [id: string, length: number])[],
  rows: unknown,
  place: string,
): number {
  const listed = asList(rows)?.length;
  const count = listed && listed > 0 ? listed : Math.max(0, ...lengths.map(([, length]) => length));
  for (const [id, length] of lengths) {
    if (length !== count) {
      throw new ResultDecodeError(`${place}.columns.${id}`, `${length} cells, where the table has ${count} rows`);
    }
  }
  return count;
}
