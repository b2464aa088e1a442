import fc from "fast-check";
import { expect, test } from "vitest";
import { fitTable, type TextColumn, widthFor, widthOf } from "./columns.ts";

/** Texts with characters that are no, one and two columns wide. */
const text = fc
  .array(fc.constantFrom("a", "Zürich", " ", "日本", "한", "👍", "e\u0301", "👨‍👩‍👧", "ﬃ", "-", "."), { maxLength: 12 })
  .map((parts) => parts.join("").trimEnd());
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value) => String(value)),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 6 })).map(([value, digits]) => (value / 1000).toFixed(digits)),
  fc.integer().map((value) => `${value.toLocaleString("en")} %`),
  fc.constant(".5"),
);
const words = fc.constantFrom("", "null", "NaN", "n/a", "—", "日本");

const table = fc.array(fc.constantFrom("left", "right"), { minLength: 1, maxLength: 12 }).chain((sides) =>
  fc.record({
    columns: fc
      .array(fc.boolean(), { minLength: sides.length, maxLength: sides.length })
      .map((areNames) =>
        sides.map((side, index): TextColumn => ({ side, name: `column ${index}`, isName: areNames[index] ?? false })),
      ),
    rows: fc.array(
      fc.tuple(...sides.map((side) => (side === "left" ? text : fc.oneof({ weight: 4, arbitrary: number }, words)))),
      { maxLength: 8 },
    ),
  }),
);

test("a table fits 80 to 200 columns, and decimal points stand below each other", () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 80, max: 200 }), ({ rows, columns }, width) => {
      const { lines, notes, omittedCount } = fitTable(rows, columns, width);
      expect(lines).toHaveLength(rows.length);
      for (const line of [...lines.flat(), ...notes]) expect(widthOf(line)).toBeLessThanOrEqual(width);
      expect(notes).toHaveLength(omittedCount > 0 ? 1 : 0);
      for (const [index, { side }] of columns.slice(0, columns.length - omittedCount).entries()) {
        if (side === "left") continue;
        // A table of the columns up to this one ends with it.
        const only = fitTable(rows, columns.slice(0, index + 1), Number.POSITIVE_INFINITY).lines.flat();
        const points = rows.flatMap((row, at) => {
          const cell = row[index] ?? "";
          const digits = /^-?[\d,]*/.exec(cell)?.[0] ?? "";
          const line = only[at] ?? "";
          return /\d/.test(cell) ? [widthOf(line.slice(0, line.lastIndexOf(cell))) + digits.length] : [];
        });
        expect(new Set(points).size).toBeLessThanOrEqual(1);
        // No number is cut.
        if (index > 0) for (const [at, row] of rows.entries()) expect(lines[at]?.join("\n")).toContain(row[index]);
      }
    }),
    { numRuns: 1000 },
  );
});

test("without a width, nothing is cut", () => {
  fc.assert(
    fc.property(table, ({ rows, columns }) => {
      const { lines, notes } = fitTable(rows, columns, Number.POSITIVE_INFINITY);
      expect(notes).toEqual([]);
      for (const [index, row] of rows.entries())
        for (const cell of row) expect(lines[index]?.join()).toContain(cell.trimEnd());
    }),
  );
});

test("the widest texts are cut first, then the last columns are left out and named", () => {
  const columns: TextColumn[] = [
    { name: "files", side: "left" },
    { name: "weights", side: "right" },
    { name: "times", side: "left" },
  ];
  const rows = [
    ["a short name", "7.5", "2026-11-26T10:00:00Z"],
    ["a name of a file that is long", "1,112.25", "2026-11-26T10:00:00Z"],
  ];
  expect(fitTable(rows, columns, 60).lines.flat().join("\n")).toBe(
    `
a short name                      7.5   2026-11-26T10:00:00Z
a name of a file that is lo…  1,112.25  2026-11-26T10:00:00Z`.trimStart(),
  );
  const narrow = fitTable(rows, columns, 40);
  expect([...narrow.lines.flat(), ...narrow.notes].join("\n")).toBe(
    `
a short name                       7.5
a name of a file that is long  1,112.25
… no room for times (--json has all)`.trimStart(),
  );
});

test("a terminal has a width, a pipe has none unless COLUMNS gives one", () => {
  const before = process.env["COLUMNS"];
  const width = (isTTY: boolean, columns: number, variable: string) => {
    process.env["COLUMNS"] = variable;
    return widthFor({ isTTY, columns } as NodeJS.WriteStream);
  };
  expect(width(true, 100, "80")).toBe(100);
  expect(width(true, 0, "")).toBe(Number.POSITIVE_INFINITY);
  expect(width(false, 0, "80")).toBe(80);
  expect(width(false, 0, "wide")).toBe(Number.POSITIVE_INFINITY);
  if (before === undefined) delete process.env["COLUMNS"];
  else process.env["COLUMNS"] = before;
});

test("an id is whole or left out", () => {
  const columns: TextColumn[] = [
    { name: "files", side: "left" },
    { name: "ids", side: "left", isWhole: true },
  ];
  const rows = [["a/long/name.pa.json", "0123456789abcdef0123456789abcdef"]];
  expect(fitTable(rows, columns, 50).lines).toEqual([["a/long/name.pa.…  0123456789abcdef0123456789abcdef"]]);
  expect(fitTable(rows, columns, 49).notes).toEqual(["… no room for ids (--json has all)"]);
});

test("names are cut in the middle, and what has no space beside them stands on a second line", () => {
  const columns: TextColumn[] = [
    { name: "outcomes", side: "left" },
    { name: "units", side: "left", isName: true },
    { name: "reasons", side: "left" },
    { name: "numbers before", side: "right" },
    { name: "numbers now", side: "right" },
  ];
  const rows = [
    ["moved", "parameters/attribution/account-0001.pa.json#weights", "Total, Weight", "12.25", "1,113.5"],
    ["moved", "parameters/attribution/account-0002.pa.json#weights", "Total, Weight", "9.5", "10.25"],
  ];
  const linesAt = (width: number) => fitTable(rows, columns, width).lines.flat();
  expect(linesAt(80)).toEqual([
    "moved  parameters/attributi…0001.pa.json#weights  Total, Weight  12.25  1,113.5",
    "moved  parameters/attributi…0002.pa.json#weights  Total, Weight   9.5      10.25",
  ]);
  expect(linesAt(68)).toEqual([
    "moved  parameters/attribution/account-0001.pa.json#weights",
    "    Total, Weight  12.25  1,113.5",
    "moved  parameters/attribution/account-0002.pa.json#weights",
    "    Total, Weight   9.5      10.25",
  ]);
});

test("a table that is too narrow for its numbers says which it leaves out", () => {
  const columns: TextColumn[] = [
    { name: "units", side: "left", isName: true },
    { name: "before", side: "right" },
    { name: "now", side: "right" },
  ];
  const rows = [["account.pa.json", "1,234,567.25", "2,345,678.5"]];
  expect(fitTable(rows, columns, 40).lines).toEqual([["account.pa.json", "    1,234,567.25  2,345,678.5"]]);
  expect(fitTable(rows, columns, 28)).toEqual({
    lines: [["account.pa.json"]],
    omittedCount: 2,
    notes: ["… no room for before, now (…"],
  });
});
