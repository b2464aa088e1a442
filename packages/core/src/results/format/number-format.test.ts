import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeTable } from "../../../test/support/tables/make-table.ts";
import { formatCell } from "../cells.ts";
import { parseNumberFormat } from "./number-format.ts";

function shown(format: string, value: number): string | undefined {
  return parseNumberFormat(format)?.(value);
}

/** Each text is what .NET shows in the invariant culture. */
const cases: readonly (readonly [format: string, value: number, text: string])[] = [
  // Zeros and places.
  ["{0:0.00}", 12.345, "12.35"],
  ["{0:0.00}", 0, "0.00"],
  ["{0:0.00}", 1e15, "1000000000000000.00"],
  ["{0:0.0}", 66.6666666666667, "66.7"],
  ["{0:000.0}", 7, "007.0"],
  ["{0:#.##}", 0.5, ".5"],
  ["{0:#.##}", 12, "12"],
  ["{0:0.##}", 12.5, "12.5"],
  ["{0:0.0##}", 12, "12.0"],
  ["{0:0}", 1234567.5, "1234568"],
  ["{0:#}", 0, ""],
  ["{0:0.}", 3, "3"],
  // Halves are rounded away from zero, by the fifteen significant digits.
  ["{0:0}", 0.5, "1"],
  ["{0:0}", -0.5, "-1"],
  ["{0:0}", 1.5, "2"],
  ["{0:0}", 2.5, "3"],
  ["{0:0.00}", 2.675, "2.68"],
  ["{0:0.00}", 1.005, "1.01"],
  ["{0:0.00}", 0.125, "0.13"],
  ["{0:0.00}", 0.12499999999999999, "0.13"],
  ["{0:0.00}", 0.1249999999999, "0.12"],
  ["{0:0.0}", 9.95, "10.0"],
  ["{0:0.00}", 999.999, "1000.00"],
  // Thousands, and commas that divide.
  ["{0:#,0}", 0, "0"],
  ["{0:#,0}", 999, "999"],
  ["{0:#,0}", 1000, "1,000"],
  ["{0:#,0.00}", 1234567.891, "1,234,567.89"],
  ["{0:#,##0.00}", -1234567.891, "-1,234,567.89"],
  ["{0:0,000,000}", 1234, "0,001,234"],
  ["{0:0,0}", 5, "05"],
  ["{0:0,.0}", 1234567, "1234.6"],
  ["{0:#,0,,}", 1234567890, "1,235"],
  ["{0:#,#}", 1234, "1,234"],
  // Percent and per mille.
  ["{0:0.0%}", 0.1234, "12.3%"],
  ["{0:0%}", 1, "100%"],
  ["{0:0.00 %}", -0.5, "-50.00 %"],
  ["{0:0.0‰}", 0.01234, "12.3‰"],
  ["{0:0.00%}", 0.29, "29.00%"],
  // Sections.
  ["{0:0.00;-0.00;--}", 1.5, "1.50"],
  ["{0:0.00;-0.00;--}", -1.5, "-1.50"],
  ["{0:0.00;-0.00;--}", 0, "--"],
  ["{0:0.00;-0.00;--}", 0.001, "--"],
  ["{0:0.00;-0.00;--}", -0.001, "--"],
  ["{0:0.00;(0.00)}", -1.5, "(1.50)"],
  ["{0:0.00;(0.00)}", 0, "0.00"],
  ["{0:0.00;(0.00)}", -0.001, "0.00"],
  ["{0:0.00;;--}", -1.5, "-1.50"],
  ["{0:0;0%;zero}", -0.5, "50%"],
  ["{0:#,0;-#,0;--}", -1234, "-1,234"],
  ["{0:0.0;-0.0;'n/a'}", 0, "n/a"],
  // Texts.
  ["{0:$0.00}", 5, "$5.00"],
  ["{0:$0.00}", -5, "-$5.00"],
  ["{0:0.0 'bp'}", 12.34, "12.3 bp"],
  ['{0:0"%"}', 12, "12%"],
  ["{0:0\\%}", 12, "12%"],
  ["{0:0.0x}", 1.25, "1.3x"],
  ["{0:000-00}", 12345, "123-45"],
  ["{0:0.00}%", 12.5, "12.50%"],
  ["about {0:0}", 3, "about 3"],
  ["{0,8:0.00}", 1.5, "    1.50"],
  ["{0,-8:0.00}|", 1.5, "1.50    |"],
  ["0.00", 1.5, "1.50"],
  // Signs of numbers that round to zero, and of zero.
  ["{0:0.00}", -0.001, "-0.00"],
  ["{0:0.00}", -0, "-0.00"],
  ["{0:0.00}", 0.001, "0.00"],
  // Exponents.
  ["{0:0.00E+00}", 12345, "1.23E+04"],
  ["{0:0.0e0}", 0.00012, "1.2e-4"],
  ["{0:0E+0}", 0, "0E+0"],
  // Standard formats.
  ["{0:F2}", 1234.5, "1234.50"],
  ["{0:N0}", 1234567.5, "1,234,568"],
  ["{0:n}", -1234.5, "-1,234.50"],
  ["{0:P1}", 0.1234, "12.3 %"],
];

describe("number formats", () => {
  it.each(cases)("%s shows %d as %s", (format, value, text) => {
    expect(shown(format, value)).toBe(text);
  });

  it.each([
    "{0}",
    "{0:}",
    "{1:0.00}",
    "{0:0.00",
    "{0:yyyy-MM-dd}",
    "{0:C2}",
    "{0:X}",
    "{0:G}",
    "",
    "text",
    "{0:0}{0:0}",
  ])("does not support the format %j", (format) => {
    expect(shown(format, 1.5)).toBeUndefined();
  });

  it("shows a value that the format cannot write unchanged", () => {
    const column = (cells: readonly unknown[], format?: string, nullFormat?: string) => {
      const [made] = makeTable([
        { name: "a", cells, ...(format ? { format } : {}), ...(nullFormat === undefined ? {} : { nullFormat }) },
      ]).columns;
      if (made === undefined) throw new Error("a column is expected");
      return cells.map((_, row) => formatCell(made, row));
    };
    expect(column([1.5, Number.NaN, Number.NEGATIVE_INFINITY], "{0:yyyy}")).toEqual(["1.5", "NaN", "-Infinity"]);
    expect(column([1.5, Number.NaN, Number.POSITIVE_INFINITY], "{0:0.00}")).toEqual(["1.50", "NaN", "Infinity"]);
    expect(column(["12.345", null], "{0:0.0}", "--")).toEqual(["12.345", "--"]);
    expect(column([1, "x", true, { a: 1 }, null], "{0:0.0}")).toEqual(["1.0", "x", "true", '{"a":1}', ""]);
    expect(column([0.1 + 0.2, null])).toEqual(["0.30000000000000004", ""]);
  });

  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });

  it("keeps the number to the last place it shows", () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 6 }), fc.boolean(), (value, decimals, thousands) => {
        const format = `{0:${thousands ? "#,0" : "0"}${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}}`;
        const text = shown(format, value) ?? "";
        expect(text).toMatch(thousands ? /^-?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/ : /^-?\d+(?:\.\d+)?$/);
        expect(text.split(".")[1]?.length ?? 0).toBe(decimals);
        // Half of the last place, and the part that fifteen digits leave out.
        const slack = 0.5 * 10 ** -decimals + Math.abs(value) * 1e-14;
        expect(Math.abs(Number(text.replaceAll(",", "")) - value)).toBeLessThanOrEqual(slack);
      }),
    );
  });

  it("never fails, whatever the format and the number", () => {
    const pieces = fc.constantFrom(
      "0",
      "#",
      ".",
      ",",
      "%",
      "‰",
      ";",
      "E+0",
      "e",
      "'",
      '"',
      "\\",
      "-",
      " ",
      "{",
      "}",
      "x",
      "{0:",
      "N2",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), fc.double(), (format, value) => {
        const text = shown(format.join(""), value);
        expect(text === undefined || typeof text === "string").toBe(true);
        expect(shown(`{0:${format.join("")}}`, value) ?? "").not.toContain("undefined");
      }),
      { numRuns: 2000 },
    );
  });
});
