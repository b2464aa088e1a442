import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { type ColumnFilter, filterRows, typedNumber } from "./filter.ts";

const one = table([
  column("Name", ["Energy", "Health", null, "green ENERGY"]),
  column("Weight", [10, -2.5, 0, null]),
  column("More", [{ a: "wind" }, 5, null, true]),
]);

function rows(filters: readonly (readonly [number, ColumnFilter])[], search = ""): number[] | undefined {
  const matches = filterRows(one, { columns: new Map(filters), search });
  return matches && [...matches].flatMap((match, row) => (match === 1 ? [row] : []));
}

describe("filters", () => {
  it("pass all rows if there are none", () => {
    expect(rows([])).toBeUndefined();
    expect(rows([], "  ")).toBeUndefined();
  });

  it("find a text in any letter case, and never in an empty cell", () => {
    expect(rows([[0, { kind: "text", text: "energy" }]])).toEqual([0, 3]);
    expect(rows([[0, { kind: "text", text: "" }]])).toEqual([0, 1, 3]);
    expect(rows([[2, { kind: "text", text: "WIND" }]])).toEqual([0]);
  });

  it("include the ends of a range, and no empty cell", () => {
    expect(rows([[1, { kind: "range", min: -2.5, max: 0 }]])).toEqual([1, 2]);
    expect(rows([[1, { kind: "range", min: 0 }]])).toEqual([0, 2]);
    expect(rows([[1, { kind: "range", max: -1 }]])).toEqual([1]);
    expect(rows([[2, { kind: "range", min: 0 }]])).toEqual([1]);
  });

  it("and the search must all pass a row", () => {
    expect(
      rows([
        [0, { kind: "text", text: "energy" }],
        [1, { kind: "range", min: 5 }],
      ]),
    ).toEqual([0]);
    expect(rows([[1, { kind: "range", min: -5 }]], "health")).toEqual([1]);
    expect(rows([], "wind")).toEqual([0]);
  });
});

describe("a typed number", () => {
  it.each([
    ["", undefined],
    ["  ", undefined],
    ["1,000.5", 1000.5],
    ["-3", -3],
    [".5", 0.5],
    ["1e3", 1000],
    ["10 000", 10_000],
  ])("%j is %j", (text, number) => {
    expect(typedNumber(text)).toBe(number);
  });

  it.each(["x", "3%", "1-2", "0x10", "Infinity", "--1"])("%j is not one", (text) => {
    expect(typedNumber(text)).toBeNaN();
  });
});

describe("other filters", () => {
  const two = table([
    column("Weight", [13.9335701497, -13.95, 139.3, 1.39, 1300, null], { format: "{0:#,0.00}" }),
    column("Date", ["20250131", "20250228", "20241231", null, "20250131", "20250131"]),
  ]);
  const found = (filters: readonly (readonly [number, ColumnFilter])[], search = "") => {
    const matches = filterRows(two, { columns: new Map(filters), search });
    return matches && [...matches].flatMap((match, row) => (match === 1 ? [row] : []));
  };

  it("compare sizes whatever their signs", () => {
    expect(found([[0, { kind: "range", min: 13, max: 14, isAbsolute: true }]])).toEqual([0, 1]);
  });

  it("pass days between two, both included", () => {
    const from = Date.UTC(2025, 0, 31);
    expect(found([[1, { kind: "days", from }]])).toEqual([0, 1, 4, 5]);
    expect(found([[1, { kind: "days", from, to: from }]])).toEqual([0, 4, 5]);
  });

  it("pass the texts of a list as the grid shows them, null among them", () => {
    expect(found([[1, { kind: "values", texts: new Set(["2024-12-31", "–"]) }]])).toEqual([2, 3]);
    expect(found([[0, { kind: "values", texts: new Set(["1,300.00"]) }]])).toEqual([4]);
  });

  it.each([
    ["13.9", [0, 1]],
    ["-13.9", [1]],
    ["13.93", [0]],
    ["13.9335701", [0]],
    ["1,300", [4]],
    ["1.39", [3]],
    ["139", [2]],
    ["2024-12", [2]],
    ["x", []],
  ])("find %s among numbers and dates", (search, rowsFound) => {
    expect(found([], search)).toEqual(rowsFound);
  });
});
