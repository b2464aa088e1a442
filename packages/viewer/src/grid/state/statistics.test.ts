import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { statisticsOf } from "./column-statistics.ts";
import { selectionStatistics } from "./selection-statistics.ts";

const one = table(
  [
    column("Name", ["Total", "a", "b", "c"]),
    column("Weight", [100, 60, 40, null]),
    column("Trade Value", [1000, 600, 400, Number.NaN]),
    column("Date", ["20250101", "20250101", "20250131", null]),
  ],
  [0, 1, 1, 1],
);
const rows = Int32Array.from([0, 1, 2, 3]);
const columns = [0, 1, 2, 3];
const of = (firstRow: number, lastRow: number, firstColumn: number, lastColumn: number) =>
  selectionStatistics(one, rows, columns, { firstRow, lastRow, firstColumn, lastColumn });

describe("the statistics of a selection", () => {
  it("average weights and add amounts, in the formats of their columns", () => {
    expect(of(1, 3, 1, 1)).toBe("mean 50.00 % · count 2 numbers · min 40.00 % · max 60.00 %");
    expect(of(1, 3, 2, 2)).toBe("sum 1,000 · mean 500 · count 2 numbers · min 400 · max 600");
  });

  it("only count numbers of different units, and cells without numbers", () => {
    expect(of(1, 2, 1, 2)).toBe("count 4 numbers of different units");
    expect(of(0, 1, 0, 0)).toBe("2 cells selected");
    expect(of(1, 1, 1, 1)).toBe("");
  });
});

describe("the statistics of a column", () => {
  const statistics = (index: number) => {
    const found = one.columns[index];
    if (found === undefined) throw new Error("a column is expected");
    return statisticsOf(one, found);
  };

  it("leave out totals, whose parts they count", () => {
    const { numbers, ...counts } = statistics(1);
    expect(counts).toEqual({ count: 2, empty: 1, distinct: undefined });
    expect(numbers).toMatchObject({ min: 40, max: 60, mean: 50, median: 50 });
    expect(numbers?.deviation).toBeCloseTo(14.142);
    expect(numbers?.bins.reduce((sum, bin) => sum + bin, 0)).toBe(2);
  });

  it("count different texts, and take dates as times", () => {
    expect(statistics(0)).toEqual({ count: 3, empty: 0, distinct: 3, numbers: undefined });
    expect(statistics(3).numbers).toMatchObject({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2025, 0, 31) });
  });
});
