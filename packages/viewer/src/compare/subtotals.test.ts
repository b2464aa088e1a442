import { cellValue } from "@analytics-engines/core/results";
import { expect, it } from "vitest";
import { column, table } from "../../test/support/tables.ts";
import { groupingsOf, subtotals } from "./subtotals.ts";

/** The rows of the subtotals by a grouping. */
function rowsBy(of: ReturnType<typeof table>, index = 0): unknown[][] {
  const [grouping] = groupingsOf(of).slice(index);
  if (grouping === undefined) throw new Error("There is no such grouping.");
  const { columns, rowCount } = subtotals(of, grouping).table;
  return Array.from({ length: rowCount }, (_, row) => columns.map((one) => cellValue(one, row)));
}

it("the subtotals of a tree are those that the service computed, at the level that is chosen", () => {
  const tree = table(
    [
      column("Total", ["Total", "Total", "Total", "Total", "Total", "Total"]),
      column("Sector", [null, "Energy", "Energy", "Energy", "Health", "Health"]),
      column("Holding", [null, null, "Oil", "Gas", null, "Pills"]),
      column("Return", [3, 5, 4, 7, 1, 1]),
    ],
    [0, 1, 2, 2, 1, 2],
  );
  expect(groupingsOf(tree)).toEqual([{ key: "level:1", name: "sector" }]);
  expect(rowsBy(tree)).toEqual([
    ["Total", "Total", 3],
    ["Total", "Energy", 5],
    ["Total", "Health", 1],
  ]);
});

const flat = table([
  column("Holding", ["Oil", "Gas", "Pills"]),
  column("Sector", ["Energy", "Energy", "Health"], { isDimension: false }),
  column("Weight", [40, 25, 35]),
  column("Total Return", [1, 2, 3]),
  column("Market Value", [null, 10, null]),
]);

it("the subtotals of other tables are sums by a column, only of numbers that add up", () => {
  expect(groupingsOf(flat)).toEqual([{ key: "column:Sector", name: "Sector" }]);
  expect(rowsBy(flat)).toEqual([
    ["Energy", 65, 10],
    ["Health", 35, null],
  ]);
  const { note } = subtotals(flat, { key: "column:Sector", name: "Sector" });
  expect(note).toBe("Sums of the rows. Left out, since they do not add up: Total Return.");
});

it("rows of several days, and numbers that do not add up, have no sums", () => {
  const days = column("Date", ["2026-01-31", "2026-01-31", "2026-02-28"]);
  expect(groupingsOf({ ...flat, columns: [days, ...flat.columns] })).toEqual([]);
  expect(
    groupingsOf({ ...flat, columns: flat.columns.filter(({ name }) => /Holding|Sector|Return/.test(name)) }),
  ).toEqual([]);
});

it("a table without the groups is an error that names them", () => {
  expect(() => subtotals(flat, { key: "level:1", name: "industry" })).toThrow("no groups by industry");
});
