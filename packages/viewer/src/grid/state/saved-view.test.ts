import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { choicesKey, noChoices, readChoices, writeChoices } from "./saved-view.ts";

const one = table([column("A", ["x"]), column("B", [1]), column("B", [2], { id: "other" })]);

describe("the choices of a user", () => {
  it("return as they were", () => {
    const choices = { order: [2, 0, 1], hiddenColumns: new Set([1]), pins: new Set([0]), widths: new Map([[2, 120]]) };
    expect(readChoices(one, JSON.parse(JSON.stringify(writeChoices(one, choices))))).toEqual(choices);
    expect(readChoices(one, writeChoices(one, noChoices))).toEqual(noChoices);
  });

  it("apply to the columns that another table shares, and never hide all", () => {
    const saved = { order: ["gone", "B", "A"], hidden: ["A", "B", "B (2)"], widths: [["B", 1e9]] };
    expect(readChoices(one, saved)).toEqual({
      order: [1, 0, 2],
      hidden: undefined,
      pins: undefined,
      widths: new Map([[1, 2000]]),
    });
  });

  it("are none if the store has anything else", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (saved) => {
        const { order, widths } = readChoices(one, saved);
        expect(order === undefined || [...order].sort().join() === "0,1,2").toBe(true);
        for (const width of widths.values()) expect(width).toBeGreaterThan(0);
      }),
    );
  });

  it("belong to tables with the same columns", () => {
    expect(choicesKey(one)).toBe(choicesKey(table([column("A", []), column("B", []), column("B", [])])));
    expect(choicesKey(one)).not.toBe(choicesKey(table([column("A", [])])));
  });
});
