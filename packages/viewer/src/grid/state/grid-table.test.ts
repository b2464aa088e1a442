import { type Column, cellText, type Table } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { gridTable } from "./grid-table.ts";

const level = (name: string, cells: readonly (string | null)[], parentId?: string): Column =>
  column(name, cells, parentId === undefined ? {} : { parentId });

function shown(one: Table) {
  const { table: made, order, folded, tree, levelNames } = gridTable(one);
  const visible = order.filter((index) => !folded.has(index));
  return {
    headers: visible.map((index) => made.columns[index]?.header.join("|")),
    names: Array.from({ length: made.rowCount }, (_, row) => {
      const own = made.columns[tree];
      return own && cellText(own, row);
    }),
    levelNames,
  };
}

describe("the columns of a grid", () => {
  it("fold the groups into one tree, whose rows show their own names", () => {
    const symbol = column("Symbol", [null, null, null, "OIL", "WND"]);
    const one = table(
      [
        symbol,
        level("Total", ["Total", "Total", "Total", "Total", "Total"]),
        level("Sector", [null, "Energy", "Energy", "Energy", "Energy"], "Total"),
        level("Security", [null, null, null, "Oil Ltd", "Wind Ltd"], "Sector"),
        column("Weight", [100, 60, 40, 20, 40]),
      ],
      [0, 1, 1, 2, 2],
    );
    expect(shown(one)).toEqual({
      headers: ["Sector, Security", "Symbol", "Weight"],
      names: ["Total", "Energy", "Energy", "Oil Ltd", "Wind Ltd"],
      levelNames: ["Total", "Sector", "Security"],
    });
  });

  it("put the date of each of several trees into the name of its root", () => {
    const one = table(
      [
        column("Period Ending", ["20250131", "20250131", "20250228", "20250228"]),
        level("Total", ["Total", "Total", "Total", "Total"]),
        level("Sector", [null, "Energy", null, "Energy"], "Total"),
        column("Weight", [100, 60, 100, 40]),
      ],
      [0, 1, 0, 1],
    );
    expect(shown(one)).toEqual({
      headers: ["Period Ending, Sector", "Weight"],
      names: ["2025-01-31", "Energy", "2025-02-28", "Energy"],
      levelNames: ["Period Ending", "Sector"],
    });
  });

  it("leave out a column that says Total in each row, unless it is the only label", () => {
    const total = column("Total", ["Total", "Total"]);
    const measure = column("Return", [1, 2]);
    expect(shown(table([column("Date", ["a", "b"]), total, measure])).headers).toEqual(["Date", "Return"]);
    expect(shown(table([total, measure])).headers).toEqual(["Total", "Return"]);
  });

  it("keep a column that says Total where a row has no other name", () => {
    const total = column("Total", ["Total", "Total"]);
    const names = ["Total", "Symbol", "Asset", "Return"];
    const namesOf = (symbol: string | null, asset: string | null) =>
      shown(table([total, column("Symbol", [symbol, "B"]), column("Asset", [asset, null]), column("Return", [1, 2])]))
        .headers;
    expect(namesOf(null, null)).toEqual(names);
    expect(namesOf("", null)).toEqual(names);
    expect(namesOf(null, "Bond")).toEqual(names.slice(1));
    const copy = { ...column("Total", ["Total", "Total"]), id: "copy" };
    expect(shown(table([total, copy, column("Return", [1, 2])])).headers).toEqual(["Total", "Total", "Return"]);
  });

  it("stay as they are in a tree whose levels no column names", () => {
    const one = table([column("Name", ["a", "b"]), column("Weight", [1, 2])], [0, 1]);
    expect(shown(one)).toMatchObject({ headers: ["Name", "Weight"], names: ["a", "b"] });
  });
});
