import { type Column, cellValue, columnDays, type Table } from "@analytics-engines/core/results";
import { hasChildren, rowTree } from "./row-order.ts";

/** Bars of a histogram. */
const BINS = 24;

/** What the values of a column are like. */
export interface ColumnStatistics {
  readonly count: number;
  readonly empty: number;
  /** Different texts; undefined for numbers. */
  readonly distinct: number | undefined;
  /** The figures of numbers, and of dates in milliseconds; undefined for texts, and if no cell has a number. */
  readonly numbers:
    | {
        readonly min: number;
        readonly max: number;
        readonly mean: number;
        readonly median: number;
        readonly deviation: number;
        /** How many values each of equal steps from min to max has. */
        readonly bins: readonly number[];
      }
    | undefined;
}

/** The statistics of a column over the rows without children: a total beside its parts would count them twice. */
export function statisticsOf(table: Table, column: Column): ColumnStatistics {
  const tree = rowTree(table);
  const days = columnDays(column);
  const numbers: number[] = [];
  const texts = new Set<string>();
  let empty = 0;
  let count = 0;
  for (let row = 0; row < table.rowCount; row++) {
    if (hasChildren(tree, row)) continue;
    const value = days ? (days[row] ?? Number.NaN) : cellValue(column, row);
    if (value === null || (typeof value === "number" && Number.isNaN(value))) empty += 1;
    else {
      count += 1;
      if (typeof value === "number") {
        if (Number.isFinite(value)) numbers.push(value);
      } else texts.add(typeof value === "string" ? value : JSON.stringify(value));
    }
  }
  return {
    count,
    empty,
    distinct: texts.size > 0 ? texts.size : undefined,
    numbers: numbers.length === 0 ? undefined : numberStatistics(Float64Array.from(numbers).sort()),
  };
}

function numberStatistics(sorted: Float64Array): NonNullable<ColumnStatistics["numbers"]> {
  const count = sorted.length;
  const min = sorted[0] ?? 0;
  const max = sorted[count - 1] ?? 0;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const squares = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const middle = Math.floor(count / 2);
  const median = count % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  const bins = new Array<number>(BINS).fill(0);
  for (const value of sorted) {
    const bin = max === min ? 0 : Math.min(BINS - 1, Math.floor(((value - min) / (max - min)) * BINS));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return { min, max, mean, median, deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0, bins };
}
