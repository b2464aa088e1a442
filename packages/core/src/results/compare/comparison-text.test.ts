import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeTable } from "../../../test/support/tables/make-table.ts";
import { moveText } from "./comparison-text.ts";

function column(name: string, cells: readonly number[]) {
  const [made] = makeTable([{ name, cells: [...cells] }]).columns;
  if (made === undefined) throw new Error("a column is expected");
  return made;
}

describe("the text of a move", () => {
  it.each([
    ["Weight", 10, 10.01, "10.00", "10.01", "+0.01", "+0.1 %"],
    ["Weight", 10, 10.004, "10.000", "10.004", "+0.004", "+0.04 %"],
    ["Weight", -6.89, 4.55, "−6.89", "4.55", "+11.44", "+166 %"],
    ["Market Value", 1_234_567, 1_234_560, "1,234,567", "1,234,560", "−7", "−0.0006 %"],
    ["Weight", 40, 38.25, "40.00", "38.25", "−1.75", "−4.4 %"],
    ["Weight", -2, -3, "−2.00", "−3.00", "−1.00", "−50 %"],
    ["Weight", 0, 0.25, "0.00", "0.25", "+0.25", ""],
    ["Weight", 0.5, 30, "0.50", "30.00", "+29.50", ""],
  ])(
    "of %s from %d to %d has enough digits, and a percentage of the earlier value",
    (name, before, after, ...texts) => {
      const text = moveText(column(name, [before, after]), before, after);
      expect([text.before, text.after, text.difference, text.percent]).toEqual(texts);
    },
  );

  it("never looks the same for two numbers that differ", () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.constantFrom("Weight", "Price", "Beta", "x"), number, number, (name, before, after) => {
        const text = moveText(column(name, [before, after]), before, after);
        expect(text.before === text.after).toBe(before === after);
      }),
    );
  });
});
