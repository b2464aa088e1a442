import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeSimplifiedRow } from "../../../test/support/tables/encode-stach.ts";
import { type MadeColumn, makeTable } from "../../../test/support/tables/make-table.ts";
import { anyTable } from "../../../test/support/tables/random-table.ts";
import { decodeResult } from "../stach/decode/assemble.ts";
import { compareTables } from "./compare-tables.ts";
import { comparisonMarkdown } from "./comparison-text.ts";
import type { CompareOptions } from "./types.ts";

const key = (...cells: unknown[]): MadeColumn => ({ name: "key", cells, isDimension: true });
const value = (...cells: unknown[]): MadeColumn => ({ name: "value", cells });

/** Compares one column of values; each row has a key of its own. */
function compareCells(before: unknown[], after: unknown[], options?: CompareOptions) {
  const keys = before.map((_, row) => `k${row}`);
  return compareTables(
    makeTable([key(...keys), value(...before)]),
    makeTable([key(...keys), value(...after)]),
    options,
  );
}

describe("cells", () => {
  it("distinguishes null, NaN, zero and a text", () => {
    const different = [null, Number.NaN, 0, "", "null", "0", Number.POSITIVE_INFINITY, { a: 1 }];
    for (const [index, before] of different.entries()) {
      for (const [other, after] of different.entries()) {
        const { isSame, cells } = compareCells([before], [after]);
        expect({ before, after, isSame, changed: cells.changed }).toEqual({
          before,
          after,
          isSame: index === other,
          changed: index === other ? 0 : 1,
        });
      }
    }
  });

  it("compares structs whatever the order of their keys", () => {
    expect(compareCells([{ a: 1, b: [{ c: 1, d: 2 }] }], [{ b: [{ d: 2, c: 1 }], a: 1 }]).isSame).toBe(true);
    expect(compareCells([{ a: 1 }], [{ a: 2 }]).changes).toEqual([
      { row: ["k0"], column: "value", before: { a: 1 }, after: { a: 2 } },
    ]);
  });

  it.each<[string, unknown, unknown, object, boolean]>([
    ["at the absolute distance", 1, 1.5, { absolute: 0.5 }, true],
    ["beyond it", 1, 1.6, { absolute: 0.5 }, false],
    ["at a distance that binary numbers only come near to", 1, 1.1, { absolute: 0.1 }, true],
    ["no distance is none", 1, 1 + Number.EPSILON, { absolute: 0, relative: 0 }, false],
    ["at the relative distance", 100, 99, { relative: 0.01 }, true],
    ["a share is of the earlier value", 99, 100, { relative: 0.01 }, false],
    ["beyond it", 100, 98.9, { relative: 0.01 }, false],
    ["one of the two suffices", 0, 0.001, { relative: 0.01, absolute: 0.001 }, true],
    ["from zero nothing is near as a share", 0, 1e-300, { relative: 0.5 }, false],
    ["null is near nothing", null, 0, { absolute: 1e9 }, false],
    ["NaN is near nothing", Number.NaN, 0, { absolute: 1e9, relative: 1 }, false],
    [
      "no distance is infinite",
      1,
      Number.POSITIVE_INFINITY,
      { absolute: Number.POSITIVE_INFINITY, relative: 2 },
      false,
    ],
    ["large numbers have a share too", -1.7e308, 1.7e308, { relative: 1.9 }, false],
  ])("compares numbers by the tolerance: %s", (_, before, after, tolerance, isSame) => {
    const options = { tolerances: [{ columns: "val*", ...tolerance }] };
    expect(compareCells([before], [after], options)).toMatchObject({
      isSame,
      cells: { changed: isSame ? 0 : 1, withinTolerance: isSame ? 1 : 0 },
    });
  });

  it("takes the first tolerance that fits a column by its name or its header", () => {
    const columns = (x: number): MadeColumn[] => [
      key("a"),
      { name: "w:1", header: ["Portfolio", "Weight"], cells: [x] },
      { name: "r:2", header: ["Return (%)"], cells: [x] },
    ];
    const tolerances = [
      { columns: "portfolio | *", absolute: 1 },
      { columns: "Return (%)", absolute: 0.1 },
      { columns: "*", absolute: 10 },
    ];
    const { byColumn } = compareTables(makeTable(columns(1)), makeTable(columns(1.5)), { tolerances });
    expect(byColumn).toMatchObject([{ column: "Return (%)", changed: 1 }]);
  });

  it("takes a name with any characters", () => {
    const columns = (x: number): MadeColumn[] => [key("a"), { name: "x", header: ["Long-Short (+/-)"], cells: [x] }];
    const tolerances = [{ columns: "Long-Short (+/-)", absolute: 1 }];
    expect(compareTables(makeTable(columns(1)), makeTable(columns(1.5)), { tolerances }).isSame).toBe(true);
  });

  it.each([{ absolute: Number.NaN }, { relative: -1 }])("refuses the tolerance %o", (tolerance) => {
    const error = new RangeError('The tolerance of "*" must be 0 or a positive number.');
    expect(() => compareCells([1], [2], { tolerances: [{ columns: "*", ...tolerance }] })).toThrow(error);
  });

  it("counts all changes and lists the first and the largest", () => {
    const before = Array.from({ length: 50 }, (_, row) => row + 1);
    const after = before.map((number) => number + number / 100 + (number === 7 ? 100 : 0));
    const found = compareCells(before, after, { maxChanges: 3 });
    expect(found.cells).toEqual({ compared: 50, changed: 50, withinTolerance: 0 });
    expect(found.changes.map(({ row }) => row)).toEqual([["k0"], ["k1"], ["k2"]]);
    expect(found.largestMoves).toHaveLength(20);
    expect(found.largestMoves[0]).toMatchObject({ row: ["k6"], before: 7, after: 107.07, difference: 100.07 });
    expect(found.byColumn).toMatchObject([{ column: "value", changed: 50, largest: { row: ["k6"] } }]);
  });
});

describe("rows", () => {
  it("are matched by their dimensions, whatever their order", () => {
    const found = compareTables(
      makeTable([key("a", "b", null), value(1, 2, 3)]),
      makeTable([key("", null, "b"), value(4, 3, 2.5)]),
    );
    expect(found.rows).toEqual({ matched: 2, changed: 1, added: [[""]], removed: [["a"]], duplicates: [] });
    expect(found.changes).toEqual([{ row: ["b"], column: "value", before: 2, after: 2.5 }]);
  });

  it("that cannot be told apart are reported, until a key tells them apart", () => {
    const lot = (...cells: unknown[]): MadeColumn => ({ name: "lot", cells });
    const before = makeTable([key("a", "a", "b"), lot(1, 2, 1), value(10, 20, 30)]);
    const after = makeTable([key("a", "a", "b"), lot(2, 1, 1), value(20, 11, 30)]);
    expect(compareTables(before, after)).toMatchObject({
      isSame: false,
      rows: { matched: 1, duplicates: [{ key: ["a"], before: 2, after: 2 }] },
      cells: { changed: 0 },
    });
    const found = compareTables(before, after, { key: ["key", "lot"] });
    expect(found).toMatchObject({ key: ["key", "lot"], rows: { matched: 3, duplicates: [] } });
    expect(found.changes).toEqual([{ row: ["a", 1], column: "value", before: 10, after: 11 }]);
    expect(() => compareTables(before, after, { key: ["ticker"] })).toThrow('"ticker" is not a column of both tables');
  });

  it("of a table without dimensions are matched by position", () => {
    const found = compareTables(makeTable([value(1, 2)]), makeTable([value(1, 3, 4)]));
    expect(found).toMatchObject({ key: [], rows: { matched: 2, changed: 1, added: [[2]], removed: [] } });
  });
});

describe("columns", () => {
  it("are matched by header, and also by name if several share a header", () => {
    const column = (name: string, header: string, cell: number, type = "real"): MadeColumn => ({
      name,
      header: [header],
      cells: [cell],
      type,
    });
    const found = compareTables(
      makeTable([
        key("a"),
        column("w:1", "Weight", 1),
        column("w:2", "Weight", 2),
        column("9A3A02D4", "X", 1),
        column("gone", "G", 1),
        column("w:3", "Weight", 1),
      ]),
      makeTable([
        key("a"),
        column("w:2", "Weight", 2),
        column("w:1", "Weight", 5),
        column("1801A8A4", "X", 1, "int32"),
        column("new", "N", 1),
      ]),
    );
    expect(found.columns).toEqual({
      added: ["N"],
      removed: ["G", "Weight (3)"],
      ambiguous: [],
      retyped: [{ column: "X", before: "real", after: "int32" }],
    });
    expect(found.changes).toMatchObject([{ column: "Weight (2)", before: 1, after: 5 }]);
  });

  it("that cannot be told apart are not compared, and are reported", () => {
    const twice = [key("a"), value(1), value(2)];
    expect(compareTables(makeTable(twice), makeTable(twice))).toMatchObject({
      isSame: false,
      columns: { ambiguous: ["value"], added: [], removed: [] },
      cells: { compared: 0 },
    });
  });
});

describe("any table", () => {
  it("is the same as itself if its rows can be told apart", () => {
    fc.assert(
      fc.property(anyTable, (written) => {
        const [table] = decodeResult(JSON.parse(JSON.stringify(encodeSimplifiedRow(written))));
        if (table === undefined) throw new Error("a table is expected");
        const found = compareTables(table, structuredClone(table));
        expect(found.cells.changed + found.cells.withinTolerance).toBe(0);
        expect(found.isSame).toBe(found.rows.duplicates.length === 0);
        const counts = found.rows.duplicates.reduce((sum, { after }) => sum + after, found.rows.matched);
        expect(counts).toBe(table.rowCount);
      }),
      { endOnFailure: true },
    );
  });
});

describe("as Markdown", () => {
  const before = makeTable([key("a|b", "@team", "gone"), value(1, 2, 3), { name: "note", cells: ["x", "y", "z"] }]);
  const after = makeTable([key("a|b", "@team", "new"), value(1, 2.5, 3), { name: "note", cells: ["<b>", "y", "z"] }]);
  const text = comparisonMarkdown(compareTables(before, after));

  it("says what changed", () => {
    expect(text).toMatch(/^\*\*Changed\*\*: 2 cells in 2 rows; 1 row added, 1 row removed, 2 matched\.\n/);
    expect(text).toContain("| &#64;<wbr>team | value | 2.0 | 2.5 | +0.5 | +25 % |");
    expect(text).toContain("| a&#124;b | note | x | &#60;b&#62; |");
    expect(text).toContain("| Row | Column | Earlier | Later | Move | % of the earlier value |");
    expect(text).toContain("| Row | Column | Earlier | Later |\n");
    expect(comparisonMarkdown(compareTables(before, before))).toMatch(
      /^\*\*The same\*\*: 3 rows matched, 6 cells compared\./,
    );
  });

  it("lists only as many as a person reads, and counts the others", () => {
    const many = Array.from({ length: 100 }, (_, row) => `k${row}`);
    const added = comparisonMarkdown(compareTables(makeTable([key()]), makeTable([key(...many)])));
    expect(added).toContain("100 rows added");
    expect(added.match(/\| k\d+ \|/g)).toHaveLength(20);
    expect(added).toContain("And 80 more.");
  });

  it("shows texts unchanged, one row in each line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (hostile) => {
        const made = comparisonMarkdown(compareTables(makeTable([key("x")]), makeTable([key(hostile)])));
        const row = made
          .split("\n")
          .find((line, at, lines) => line.startsWith("| ") && at > lines.indexOf("#### Rows added") + 3);
        expect(row).toMatch(
          /^\| [\p{L}\p{M}\p{N} ,;%=.\-/()+'"…→−]*(?:(?:&#\d+;|<wbr>)[\p{L}\p{M}\p{N} ,;%=.\-/()+'"…→−]*)* \|$/u,
        );
      }),
    );
  });
});

it("a move has the percent that only one of the two tables shows", () => {
  const weights = (weight: number) => makeTable([key("A"), { name: "Weight", cells: [weight] }]);
  const { largestMoves } = compareTables(weights(2), weights(1));
  expect(largestMoves[0]?.text).toMatchObject({ before: "2.00", after: "1.00", difference: "\u22121.00", unit: "%" });
});
