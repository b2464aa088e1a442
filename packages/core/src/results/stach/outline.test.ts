import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeResult, outlineResult } from "../index.ts";

const metadata = { "Absolute Start Date": { value: ["20240131"] }, "Absolute End Date": { value: ["20240229"] } };
const dates = { start: "20240131", end: "20240229" };
const columns = [{ id: "a" }, { id: "b" }, { id: "c" }];

describe("the outline of a result", () => {
  it("counts the rows and columns of SimplifiedRow", () => {
    const table = {
      definition: { columns },
      data: { rows: [{ values: { a: 1 } }, { values: {} }], tableMetadata: metadata },
    };
    expect(outlineResult({ data: { tables: { table_0: table, table_1: { ...table, data: { rows: [] } } } } })).toEqual({
      tables: [
        { id: "table_0", rows: 2, columns: 3 },
        { id: "table_1", rows: 0, columns: 3 },
      ],
      dates,
    });
  });

  it("leaves the header rows of Row out", () => {
    const rows = [
      { rowType: "Header", cells: ["A"] },
      { rowType: "Header", cells: ["B"] },
      { values: {} },
      { cells: [1, 2, 3] },
    ];
    const table = {
      definition: { columns },
      headersDefinition: { columns: [] },
      data: { rows, tableMetadata: metadata },
    };
    expect(outlineResult({ data: { tables: { x: table } } })).toEqual({
      tables: [{ id: "x", rows: 2, columns: 3 }],
      dates,
    });
  });

  it("leaves the header tables of Column out and expands runs where the rows are not named", () => {
    const data = {
      columns: { a: { values: [1, null, 2], ranges: { "0": 4, "2": 3 } }, b: { values: [1, 2, 3, 4, 5, 6, 7, 8] } },
      metadata: { items: metadata },
    };
    const tables = {
      p: { definition: { columns: columns.slice(0, 2), headerTableId: "h" }, data },
      h: { definition: { columns: columns.slice(0, 1) }, data: { columns: {}, rows: [{ id: "1" }] } },
    };
    const outline = { tables: [{ id: "p", rows: 8, columns: 2 }], dates };
    expect(outlineResult({ data: { primaryTableIds: ["p"], tables } })).toEqual(outline);
    expect(outlineResult({ data: { tables } })).toEqual(outline);
    const named = { ...tables, p: { ...tables.p, data: { ...data, rows: [{ id: "1" }, { id: "2" }] } } };
    expect(outlineResult({ data: { primaryTableIds: ["p"], tables: named } }).tables).toEqual([
      { id: "p", rows: 2, columns: 2 },
    ]);
  });

  it("has the tables in the order in which the result names them, as they are decoded", () => {
    const table = { definition: { columns: [{ id: "a", type: "real" }] }, data: { rows: [{ values: { a: 1 } }] } };
    const json = { data: { primaryTableIds: ["q", "p"], tables: { p: table, q: table, r: table } } };
    expect(outlineResult(json).tables.map(({ id }) => id)).toEqual(["q", "p"]);
    expect(decodeResult(json).map(({ id }) => id)).toEqual(["q", "p"]);
  });

  it("names the tables of an optimizer's outputs after the outputs", () => {
    const table = { definition: { columns }, data: { rows: [{ values: {} }], tableMetadata: metadata } };
    const data = {
      trades: { tables: { table_0: table } },
      stats: { data: { tables: { t: table } } },
      account: { tables: {} },
    };
    expect(outlineResult({ data })).toEqual({
      tables: [
        { id: "trades/table_0", rows: 1, columns: 3 },
        { id: "stats/t", rows: 1, columns: 3 },
      ],
      dates,
    });
  });

  it("reads a package without the wrapping, and dates written as plain text", () => {
    const data = { rows: [], tableMetadata: { "Absolute End Date": "20240229", "Absolute Start Date": { value: [] } } };
    expect(outlineResult({ tables: { t: { definition: { columns }, data } } })).toEqual({
      tables: [{ id: "t", rows: 0, columns: 3 }],
      dates: { end: "20240229" },
    });
  });

  it.each([undefined, null, 1, "text", [], {}, { data: null }, { data: [] }, { data: { tables: [] } }, { errors: [] }])(
    "of %j has no tables",
    (json) => {
      expect(outlineResult(json)).toEqual({ tables: [] });
    },
  );

  it("never throws, and its numbers are counts, whatever it is given", () => {
    const key = fc.constantFrom(
      "data",
      "tables",
      "definition",
      "columns",
      "rows",
      "values",
      "ranges",
      "primaryTableIds",
      "headerTableId",
      "tableMetadata",
      "metadata",
      "items",
      "value",
      "Absolute End Date",
      "x",
      "version",
      "toString",
      "valueOf",
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 7, depthSize: "large" },
        fc.constantFrom(null, 0, -1, 1e308, "", "Header", "x", true),
        fc.array(tie("json"), { maxLength: 3 }),
        fc.dictionary(key, tie("json"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        for (const { rows, columns: count } of outlineResult(value).tables) {
          expect(Number.isSafeInteger(rows) && rows >= 0).toBe(true);
          expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
    fc.assert(fc.property(fc.jsonValue(), (value) => outlineResult(value).tables.length >= 0));
  });
});
