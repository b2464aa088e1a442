import type { Column } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { areaOf, contains, selectionStatistics } from "./selection.ts";

describe("a selection", () => {
  it("reaches from its anchor to its focus in any direction", () => {
    const area = areaOf({ anchor: { row: 5, column: 1 }, focus: { row: 2, column: 3 } });
    expect(area).toEqual({ firstRow: 2, lastRow: 5, firstColumn: 1, lastColumn: 3 });
    expect([contains(area, 2, 1), contains(area, 5, 3), contains(area, 6, 3), contains(area, 4, 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

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

/** The statistics of all rows of these columns alone. */
function ofColumns(...columns: readonly Column[]): string {
  const { rowCount, ...rest } = table(columns);
  const order = columns.map((_, index) => index);
  const area = { firstRow: 0, lastRow: rowCount - 1, firstColumn: 0, lastColumn: columns.length - 1 };
  return selectionStatistics(
    { rowCount, ...rest },
    Int32Array.from({ length: rowCount }, (_, row) => row),
    order,
    area,
  );
}

describe("the statistics of a selection", () => {
  it("have a sum beside mean, least and most, in the format of the first number", () => {
    expect(of(1, 3, 1, 1)).toBe("sum 100.00 % · mean 50.00 % · count 2 numbers · min 40.00 % · max 60.00 %");
    expect(of(1, 3, 2, 2)).toBe("sum 1,000 · mean 500 · count 2 numbers · min 400 · max 600");
    expect(of(1, 2, 0, 1)).toBe("sum 100.00 % · mean 50.00 % · count 2 numbers · min 40.00 % · max 60.00 %");
    expect(ofColumns(column("Duration", [1.5, 2.5]))).toBe(
      "sum 4.0 y · mean 2.0 y · count 2 numbers · min 1.5 y · max 2.5 y",
    );
  });

  it("have a sum without the noise of binary numbers", () => {
    expect(ofColumns(column("X", [0.1, 0.2]))).toMatch(/^sum 0\.3 · mean 0\.2 ·/);
    expect(ofColumns(column("X", [0.1, 0.2, -0.3]))).toMatch(/^sum 0\.0 · mean 0\.0 ·/);
    expect(ofColumns(column("X", [1e16, 0.5, -1e16]))).toMatch(/^sum 0\.5 ·/);
  });

  it("take columns with one unit in their headings together", () => {
    const percents = ["Portfolio Weight", "Total Return", "Allocation Effect"].map((name) =>
      column(name, [1, 2, 30, 4, 5]),
    );
    expect(ofColumns(...percents)).toBe("sum 126.00 % · mean 8.40 % · count 15 numbers · min 1.00 % · max 30.00 %");
    expect(ofColumns(column("Trade Value", [1, 2]), column("Cost", [3, 4]))).toMatch(/^sum 10 ·/);
    expect(ofColumns(column("OAS", [1, 2]), column("Duration", [3, 4]))).toBe("count 4 numbers of different units");
  });

  it("take columns whose cells show one unit together, but not percents beside fractions", () => {
    const [fraction, percent] = ["{0:0.0%}", "{0:0.0'%'}"].map((format) => ({ format }));
    expect(ofColumns(column("A", [0.1, 0.2], fraction), column("B", [0.3], fraction))).toMatch(/^sum 60\.0% ·/);
    expect(ofColumns(column("A", [10], percent), column("Weight", [20]))).toMatch(/^sum 30\.0% ·/);
    expect(ofColumns(column("A", [0.1], fraction), column("Weight", [20]))).toBe("count 2 numbers of different units");
  });

  it("take numbers without a unit together if one name heads them", () => {
    const [first, second] = ["Port.", "Bench."].map((side) => ({ header: [side, "Lots X"] }));
    expect(ofColumns(column("a", [1, 2], first), column("b", [3, 4], second))).toMatch(/^sum 10 ·/);
    expect(ofColumns(column("Quux", [1, 2]), column("Quuz", [3, 4]))).toBe("count 4 numbers of different units");
  });

  it("only count rows of one column that have different units", () => {
    const statistics = column("Value", [5, 1.2]);
    const formats = { formats: [{ format: "{0:0.0'%'}" }, { format: "{0:0.00}" }], codes: Int32Array.from([0, 1]) };
    const mixed = { ...statistics, values: { ...statistics.values, formats } };
    expect(ofColumns(mixed)).toBe("count 2 numbers of different units");
    const one = { ...formats, codes: Int32Array.from([0, 0]) };
    expect(ofColumns({ ...statistics, values: { ...statistics.values, formats: one } })).toMatch(
      /^sum 6\.2% · mean 3\.1% ·/,
    );
  });

  it("only count numbers of different units, and cells without numbers", () => {
    expect(of(1, 2, 1, 2)).toBe("count 4 numbers of different units");
    // A column of the other unit without a number does not count.
    expect(of(3, 3, 1, 2)).toBe("2 cells selected");
    expect(of(0, 1, 0, 0)).toBe("2 cells selected");
    expect(of(1, 1, 1, 1)).toBe("");
    expect(ofColumns(column("Date", [20250131, 20250228]))).toBe("2 cells selected");
  });
});
