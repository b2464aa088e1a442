import { ResultDecodeError } from "../../../json/errors.ts";
import type { JsonObject } from "../../../json/value.ts";
import { CellStore } from "./cell-store.ts";
import { asList, asObject, listAt, objectAt } from "./json.ts";
import { type ColumnRuns, checkEnd, type PassedRuns, readRanges } from "./runs.ts";

/** A column of a column-organised table as written: its values, and which of them stand for a run of rows. */
export interface WrittenColumn {
  readonly place: string;
  readonly values: CellStore;
  readonly ranges: ColumnRuns | PassedRuns;
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
  return typedValuesOf(column) ?? [];
}

/** The list of values of a column of version 1, which is named by its type (`doubleArray`). */
export function typedValuesOf(column: JsonObject): readonly unknown[] | undefined {
  for (const [name, held] of Object.entries(column)) {
    const values = isTypedArray(name) ? asList(asObject(held)?.["values"]) : undefined;
    if (values) return values;
  }
  return undefined;
}

export function isTypedArray(name: string): boolean {
  return name.endsWith("Array");
}

/** The cells of a column with each run at its full length. */
export function expandColumn({ values, ranges, place }: WrittenColumn): CellStore {
  checkEnd(ranges, values.length, `${place}.ranges`);
  if (!("starts" in ranges)) throw new TypeError("the runs of the column were skipped");
  return values.expanded(ranges);
}

/**
 * How many rows a column-organised table has: all its columns and its list of rows must agree. An empty list of rows counts as none, since
 * some writers write every field.
 */
export function rowCountOf(columns: readonly WrittenColumn[], listed: number): number {
  const lengths = columns.map(lengthOf);
  const count = listed > 0 ? listed : lengths.reduce((most, length) => Math.max(most, length), 0);
  for (const [index, { place, ranges }] of columns.entries()) {
    if (lengths[index] === count) continue;
    const last = ranges.lastStart < 0 ? "" : `; its last run begins at row ${ranges.lastStart}`;
    throw new ResultDecodeError(place, `${lengths[index]} cells, where the table has ${count} rows${last}`);
  }
  return count;
}

/** How many rows a column has when its runs are expanded. */
function lengthOf({ values, ranges, place }: WrittenColumn): number {
  checkEnd(ranges, values.length, `${place}.ranges`);
  return values.length + ranges.added;
}
