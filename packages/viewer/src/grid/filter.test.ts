import { describe, expect, it } from "vitest";
import { column, table } from "../../test/support/tables.ts";
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
