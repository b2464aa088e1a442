import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { column, holdings, table } from "../../test/support/tables.ts";
import { MAX_ROWS, omittedText, type Paper, printedTable } from "./sheets.ts";

const paper = (first: number, others: number): Paper => ({
  portrait: 680,
  landscape: 1000,
  rows: (_, isFirst) => (isFirst ? first : others),
  widthOf: (text) => text.length * 6,
});

describe("the sheets of a table", () => {
  it("have each row once and in order, whatever fits on a page", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 90 }),
        (first, others, rows) => {
          const names = Array.from({ length: rows }, (_, row) => `Row ${row}`);
          const { sheets } = printedTable(
            table([
              column("Name", names),
              column(
                "Weight",
                names.map((_, row) => row),
              ),
            ]),
            paper(first, others),
          );
          expect(sheets.flatMap((sheet) => names.slice(sheet.first, sheet.end))).toEqual(names);
          expect(sheets[0]?.end).toBe(Math.min(rows, first));
        },
      ),
    );
  });

  it("name the groups around their first row", () => {
    const { sheets } = printedTable(holdings(2, 3), paper(4, 4));
    expect(sheets.map(({ first, ancestors }) => [first, ...ancestors])).toEqual([
      [0],
      [4, "Total", "Sector 1"].slice(0, 3),
      [8, "Total", "Sector 2"],
    ]);
  });

  it("turn the paper for many columns, then divide them into bands with the label", () => {
    const measures = (count: number) =>
      table([
        column("Name", ["One"]),
        ...Array.from({ length: count }, (_, index) => column(`Measure${index}`, [1234567.5])),
      ]);
    expect(printedTable(measures(3), paper(9, 9)).isWide).toBe(false);
    expect(printedTable(measures(10), paper(9, 9))).toMatchObject({
      isWide: true,
      sheets: [{ columns: { length: 11 } }],
    });
    const { sheets } = printedTable(measures(30), paper(9, 9));
    expect(sheets.length).toBeGreaterThan(1);
    expect(sheets.every(({ columns: [label] }) => label === 0)).toBe(true);
    expect(sheets.flatMap(({ columns }) => columns.slice(1))).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  it("have the first rows of a huge table, and say so", () => {
    const huge = table([
      column(
        "Value",
        Array.from({ length: MAX_ROWS + 7 }, (_, row) => row),
      ),
    ]);
    expect(printedTable(huge, paper(50, 50)).sheets.at(-1)?.end).toBe(MAX_ROWS);
    expect(omittedText(huge)).toBe("Only the first 10,000 of 10,007 rows are on paper. The report has all.");
    expect(omittedText(holdings(2, 3))).toBeUndefined();
  });
});
