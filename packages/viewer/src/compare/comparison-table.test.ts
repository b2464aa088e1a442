import { cellText, cellValue, type Table } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { column, table } from "../../test/support/tables.ts";
import { compareSideBySide } from "./comparison-table.ts";
import { comparisonSummary } from "./comparison-text.ts";

const before = table([
  column("Name", ["A", "B", "Gone"]),
  column("Weight", [60, 40, 5], { format: "{0:0.00}" }),
  column("Return", [1, 2, 3]),
  column("Rating", ["AA", "B", "C"], { isDimension: false }),
]);
const after = table([
  column("Name", ["B", "A", "New"]),
  column("Weight", [40, 61.5, 7], { format: "{0:0.00}" }),
  column("Return", [2, 1, 9]),
  column("Rating", ["BB", "AA", null], { isDimension: false }),
]);
const options = { changedOnly: false, tolerances: [], moves: "absolute" } as const;

function cells({ columns, rowCount }: Table): unknown[][] {
  return Array.from({ length: rowCount }, (_, row) => columns.map((one) => cellValue(one, row)));
}

describe("two tables side by side", () => {
  it("show the values before and after and the change, row by row", () => {
    const { table: one, comparison } = compareSideBySide(before, after, options);
    expect(one.columns.map(({ header }) => header.join("/"))).toEqual([
      ...["Name", "Weight/Earlier", "Weight/Later", "Weight/Move"],
      ...["Return/Earlier", "Return/Later", "Return/Move", "Rating/Earlier", "Rating/Later", "Row"],
    ]);
    expect(cells(one)).toEqual([
      ["B", 40, 40, 0, 2, 2, 0, "B", "BB", "changed"],
      ["A", 60, 61.5, 1.5, 1, 1, 0, "AA", "AA", "changed"],
      ["New", null, 7, null, null, 9, null, null, null, "added"],
      ["Gone", 5, null, null, 3, null, null, "C", null, "removed"],
    ]);
    expect(comparisonSummary(comparison)).toBe(
      "2 of 6 cells changed in 2 rows; 1 row added; 1 row removed (rows matched by Name).",
    );
  });

  it("show the change with the digits of the numbers", () => {
    const pairs = [
      [12.3, 14.1, 1.8],
      [0.6599999999999999, 0.36, -0.3],
      [0.1, 0.3, 0.2],
      [1234567.891, 1234567.892, 0.001],
      [1, 1 + 2 ** -52, 2 ** -52],
      [0, -1e-300, -1e-300],
      [1e20, 3e20, 2e20],
      [0, 5, 5],
    ] as const;
    const rows = pairs.map((_, index) => `${index}`);
    const of = (side: 0 | 1) =>
      table([
        column("Name", rows),
        column(
          "Weight",
          pairs.map((pair) => pair[side]),
        ),
      ]);
    const { table: one } = compareSideBySide(of(0), of(1), options);
    expect(cells(one).map((row) => row[3])).toEqual(pairs.map(([, , change]) => change));
  });

  it("mark moves by sign and size, changed texts, and missing cells other than null", () => {
    const { table: one, mark } = compareSideBySide(before, after, options);
    const marks = Array.from({ length: one.rowCount }, (_, row) => one.columns.map((_, index) => mark(index, row)));
    const none = undefined;
    expect(marks).toEqual([
      [none, none, none, "same", none, none, "same", "changed", "changed", none],
      [none, none, none, "large gain", none, none, "same", none, none, none],
      // The rating now of the row that was added is null.
      [none, "missing", none, "missing", "missing", none, "missing", "missing", none, none],
      [none, none, "missing", "missing", none, "missing", "missing", none, "missing", none],
    ]);
  });

  it("show moves in percent of the earlier value", () => {
    const { table: one } = compareSideBySide(before, after, { ...options, moves: "percent" });
    expect(one.columns[3]?.header).toEqual(["Weight", "% of the earlier value"]);
    expect(cells(one).map((row) => row[3])).toEqual([0, 0.025, null, null]);
    expect(one.columns[3] && cellText(one.columns[3], 1)).toBe("+2.5 %");
  });

  it("show enough decimals for the smallest move", () => {
    const of = (weight: number) => table([column("Name", ["A"]), column("Weight", [weight])]);
    const { table: one } = compareSideBySide(of(10), of(10.004), options);
    expect([1, 2, 3].map((index) => one.columns[index]).map((each) => each && cellText(each, 0))).toEqual([
      ...["10.000", "10.004", "+0.004"],
    ]);
  });

  it("keep the tree of the rows", () => {
    const of = (weight: number) => table([column("Name", ["Total", "A"]), column("Weight", [1, weight])], [0, 1]);
    const { table: one } = compareSideBySide(of(1), of(2), options);
    expect([...(one.groupLevels ?? [])]).toEqual([0, 1]);
    expect([...(one.parents ?? [])]).toEqual([-1, 0]);
  });

  it("hide columns without a change, and rows on demand", () => {
    const { table: one } = compareSideBySide(before, after, { ...options, changedOnly: true });
    expect(one.columns.filter(({ isHidden }) => isHidden).map(({ header }) => header[0])).toEqual([
      "Return",
      "Return",
      "Return",
    ]);
    const same = compareSideBySide(before, before, { ...options, changedOnly: true });
    expect(same.table.rowCount).toBe(0);
    expect(same.table.columns.some(({ isHidden }) => isHidden)).toBe(false);
    expect(comparisonSummary(same.comparison)).toBe("The tables are the same in 9 cells (rows matched by Name).");
  });

  it("respect a tolerance", () => {
    const { comparison, table: one } = compareSideBySide(before, after, {
      ...options,
      changedOnly: true,
      tolerances: [{ columns: "*", absolute: 2 }],
    });
    expect(comparison.cells).toMatchObject({ changed: 1, withinTolerance: 1 });
    expect(cells(one).map((row) => [row.at(-1), row[0]])).toEqual([
      ["changed", "B"],
      ["added", "New"],
      ["removed", "Gone"],
    ]);
  });

  it("never compare rows with the same key", () => {
    const twice = table([column("Name", ["A", "A", "B"]), column("Weight", [1, 2, 3])]);
    const once = table([column("Name", ["A", "B"]), column("Weight", [1, 4])]);
    const { table: one, mark } = compareSideBySide(twice, once, options);
    expect(cells(one)).toEqual([
      ["A", null, 1, null, "later, not compared"],
      ["B", 3, 4, 1, "changed"],
      ["A", 1, null, null, "earlier, not compared"],
      ["A", 2, null, null, "earlier, not compared"],
    ]);
    expect([mark(1, 0), mark(2, 0), mark(3, 1)]).toEqual(["missing", undefined, "large gain"]);
  });

  it("match rows by position without a key", () => {
    const one = compareSideBySide(table([column("N", [1, 2, 3])]), table([column("N", [1, 5])]), options);
    expect(cells(one.table)).toEqual([
      [1, 1, 0, "same"],
      [2, 5, 3, "changed"],
      [3, null, null, "removed"],
    ]);
  });

  it("show columns of only one table", () => {
    const one = compareSideBySide(
      table([column("Name", ["A"]), column("Old", [1])]),
      table([column("Name", ["A"]), column("New", [2])]),
      options,
    );
    expect(one.table.columns.map(({ header }) => header.join("/"))).toEqual([
      "Name",
      "New/Later",
      "Old/Earlier",
      "Row",
    ]);
    expect(comparisonSummary(one.comparison)).toContain("1 column added; 1 column removed");
  });
});
