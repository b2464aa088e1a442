import { ResultDecodeError } from "../../../json/errors.ts";
import type { CellFormats } from "../../table.ts";
import type { FormatReader } from "./cell-formats.ts";
import type { CellStore } from "./cell-store.ts";
import { type ColumnRuns, checkEnd } from "./runs.ts";

/** A column of a column-organised table as it is written: its values, and the runs of rows that some of them stand for. */
export interface WrittenColumn {
  readonly path: string;
  /** The type that a typed array of version 1 states by its name, in lower case: `double` for `doubleArray`. */
  readonly arrayType?: string;
  readonly values: CellStore;
  /** The formats that its `definitions` give to single cells. */
  readonly formats?: FormatReader;
  readonly ranges: ColumnRuns;
}

/** The type of the values that a member of a version 1 column contains, since it is named after their type (`doubleArray`); else undefined. */
export function typeOfArray(name: string): string | undefined {
  return /^(.+)Array$/.exec(name)?.[1]?.toLowerCase();
}

/** The cells of a column with each run at its full length. */
export function expandColumn({ values, ranges, path }: WrittenColumn): CellStore {
  checkEnd(ranges, values.length, `${path}.ranges`);
  return values.expanded(ranges);
}

/** The formats that single cells of a column have of their own. */
export function formatsOfColumn({ formats, values, ranges }: WrittenColumn, rowCount: number): CellFormats | undefined {
  return formats?.byValue(rowCount, values.length, ranges);
}

/**
 * How many rows a column-organised table has: all its columns and its list of rows must agree. An empty list of rows counts as none, since
 * some writers write every field.
 */
export function rowCountOf(columns: readonly WrittenColumn[], listed: number): number {
  const lengths = columns.map(lengthOf);
  const count = listed > 0 ? listed : lengths.reduce((most, length) => Math.max(most, length), 0);
  for (const [index, { path, ranges }] of columns.entries()) {
    if (lengths[index] === count) continue;
    const last = ranges.lastStart < 0 ? "" : `; its last run begins at row ${ranges.lastStart}`;
    throw new ResultDecodeError(path, `${lengths[index]} cells, where the table has ${count} rows${last}`);
  }
  return count;
}

/** How many rows a column has when its runs are expanded. */
function lengthOf({ values, ranges, path }: WrittenColumn): number {
  checkEnd(ranges, values.length, `${path}.ranges`);
  return values.length + ranges.extraRows;
}
