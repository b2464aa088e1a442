import { describe, expect, it } from "vitest";
import { ResultDecodeError } from "../../../json/errors.ts";
import { cellValue } from "../../cells.ts";
import { decodeResultBytes } from "../../decode-bytes.ts";
import type { Table } from "../../table.ts";
import { decodeResult } from "./assemble.ts";

type Json = Record<string, unknown>;

const column = (id: string, type: string, more: Json = {}) => ({ id, name: id, type, ...more });

function byRows(columns: readonly Json[], rows: readonly unknown[], more: Json = {}): Json {
  return { tables: { main: { definition: { columns }, data: { rows }, ...more } } };
}

function byColumns(columns: readonly Json[], held: Json, more: Json = {}, beside: Json = {}): Json {
  return {
    primaryTableIds: ["main"],
    tables: { main: { definition: { columns, ...beside }, data: { columns: held, ...more } } },
  };
}

function only(json: unknown): Table {
  const [table] = decodeResult(json);
  if (table === undefined) throw new Error("a table is expected");
  return table;
}

function cells(json: unknown): unknown[][] {
  const table = only(json);
  return table.columns.map((one) => Array.from({ length: table.rowCount }, (_, row) => cellValue(one, row)));
}

const real = column("a", "real");

describe("what cannot be decoded names its place, from JSON and from bytes", () => {
  const problems: readonly (readonly [string, unknown, string])[] = [
    ["no object", [], ""],
    ["no tables", { data: { status: "Completed" } }, ""],
    ["no definition", { tables: { main: { data: { rows: [] } } } }, "tables.main.definition"],
    ["a table that is none", { tables: { main: 7 } }, "tables.main"],
    ["a column without an id", byRows([{ name: "a" }], []), "tables.main.definition.columns[0].id"],
    ["two columns of one id", byRows([real, real], []), "tables.main.definition.columns[1].id"],
    ["a row that is none", byRows([real], [{ values: { a: 1 } }, null]), "tables.main.data.rows[1]"],
    ["a row without cells", byRows([real], [{ rowType: "Body" }]), "tables.main.data.rows[0]"],
    ["a cell of no column", byRows([real], [{ values: { a: 1, b: 2 } }]), "tables.main.data.rows"],
    [
      "fewer cells than columns",
      byRows(
        [real, column("h", "real", { isHidden: true }), column("b", "real")],
        [{ cells: [1, 2, 3] }, { cells: [1, 3] }],
      ),
      "tables.main.data.rows[1]",
    ],
    ["more cells than columns", byRows([real], [{ cells: [1, 2] }]), "tables.main.data.rows"],
    ["a header row that has values", byRows([real], [{ rowType: "Header", values: {} }]), "tables.main.data.rows[0]"],
    [
      "headers wider than the table",
      byRows([real], [{ rowType: "Header", cells: ["A", "B"] }]),
      "tables.main.data.rows",
    ],
    [
      "a span beyond all tables",
      byRows([real], [{ rowType: "Header", cells: ["A"], headerCellDetails: { 0: { colspan: 1e9 } } }]),
      "tables.main.data.rows",
    ],
    [
      "a group level that is none",
      byRows([real], [{ values: { a: 1 }, cellDetails: { a: { groupLevel: -1 } } }]),
      "tables.main.data.rows[0].cellDetails",
    ],
    [
      "columns of different lengths",
      byColumns([real, column("b", "real")], { a: { values: [1, 2] }, b: { values: [1] } }),
      "tables.main.data.columns.b",
    ],
    [
      "fewer cells than rows",
      byColumns([real], { a: { values: [1] } }, { rows: [{ id: "x" }, { id: "y" }] }),
      "tables.main.data.columns.a",
    ],
    [
      "a column without cells",
      byColumns([real, column("b", "real")], { a: { values: [] } }),
      "tables.main.data.columns",
    ],
    [
      "cells without a column",
      byColumns([real], { a: { values: [] }, b: { values: [] } }),
      "tables.main.data.columns.b",
    ],
    [
      "a run that begins nowhere",
      byColumns([real], { a: { values: [1], ranges: { 5: 2 } } }),
      "tables.main.data.columns.a.ranges.5",
    ],
    [
      "a run that begins within another",
      byColumns([real], { a: { values: [1, 2], ranges: { 0: 3, 2: 2 } } }),
      "tables.main.data.columns.a.ranges.2",
    ],
    [
      "a run keyed by its value and not by its row",
      byColumns([real], { a: { values: [1, 2, 3], ranges: { 0: 3, 1: 2 } } }),
      "tables.main.data.columns.a.ranges.1",
    ],
    [
      "a run of a key that is no row",
      byColumns([real], { a: { values: [1, 2], ranges: { "01": 2 } } }),
      "tables.main.data.columns.a.ranges",
    ],
    [
      "a run beyond the rows that the table states",
      byColumns([real], { a: { values: [1, 2], ranges: { 1: 2 } } }, { rows: [{ id: "x" }, { id: "y" }] }),
      "tables.main.data.columns.a",
    ],
    [
      "ranges that are no map",
      byColumns([real], { a: { values: [1], ranges: [2] } }),
      "tables.main.data.columns.a.ranges",
    ],
    [
      "a run of no length",
      byColumns([real], { a: { values: [1], ranges: { 0: 0 } } }),
      "tables.main.data.columns.a.ranges.0",
    ],
    [
      "a run beyond all tables",
      byColumns([real], { a: { values: [1], ranges: { 0: 2 ** 40 } } }),
      "tables.main.data.columns.a.ranges.0",
    ],
    ["a primary table that is not there", { primaryTableIds: ["x"], tables: {} }, "tables.x"],
    ["an output", { data: { trades: byRows([real], [{ values: { a: 1 } }, 7]) } }, "trades.tables.main.data.rows[1]"],
  ];

  it.each(problems)("%s", async (_, json, path) => {
    expect(() => decodeResult(json)).toThrow(expect.objectContaining({ name: "ResultDecodeError", path }));
    const bytes = new TextEncoder().encode(JSON.stringify(json));
    const error = await decodeResultBytes(bytes).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ResultDecodeError);
    expect(error).toMatchObject({ path });
  });

  it("says the place and the problem", () => {
    expect(() => decodeResult(byRows([real], [7]))).toThrow("tables.main.data.rows[0]: a row must be an object");
  });
});

describe("types", () => {
  const typed = (type: string, ...values: unknown[]) => {
    const [found] = only(
      byRows(
        [column("a", type)],
        values.map((a) => ({ values: { a } })),
      ),
    ).columns;
    return found?.values;
  };

  it("are as they are stated: numbers in a column of texts stay texts", () => {
    expect(typed("string", "007", "12.50", null)).toEqual({
      kind: "text",
      codes: Int32Array.of(0, 1, -1),
      dictionary: ["007", "12.50"],
    });
    expect(typed("object", 1, 2)).toEqual({ kind: "json", values: [1, 2] });
    expect(typed("DOUBLE", 1, null)).toEqual({
      kind: "number",
      values: Float64Array.of(1, Number.NaN),
      isNull: Uint8Array.of(0, 1),
    });
  });

  it("that do not fit the cells leave the cells unchanged", () => {
    expect(typed("real", 1.5, "--", null, "2")).toEqual({ kind: "json", values: [1.5, "--", null, "2"] });
    expect(typed("string", "a", 7, true)).toEqual({ kind: "json", values: ["a", 7, true] });
    expect(typed("int32", 1, { a: 1 })).toEqual({ kind: "json", values: [1, { a: 1 }] });
  });

  it("of numbers accept the words for numbers that JSON cannot write", () => {
    expect(typed("real", 1, "NaN", "-Infinity", null)).toEqual({
      kind: "number",
      values: Float64Array.of(1, Number.NaN, Number.NEGATIVE_INFINITY, Number.NaN),
      isNull: Uint8Array.of(0, 0, 0, 1),
    });
    expect(typed("string", "NaN")).toMatchObject({ kind: "text", dictionary: ["NaN"] });
  });
});

describe("rows", () => {
  it("are null where a value is missing, even before a column is first seen", () => {
    const columns = [real, column("b", "string"), column("c", "object")];
    const rows = [{ values: { b: "x" } }, { values: { a: 2, c: [1] } }, { values: {} }];
    expect(cells(byRows(columns, rows))).toEqual([
      [null, 2, null],
      ["x", null, null],
      [null, [1], null],
    ]);
  });

  it("read values of any keys", () => {
    const columns = [column("__proto__", "real"), column("constructor", "real"), column("1", "real")];
    const row = JSON.parse('{"values":{"__proto__":1,"1":3}}');
    expect(cells(byRows(columns, [row]))).toEqual([[1], [null], [3]]);
  });
});

describe("header rows", () => {
  const header = (row: readonly unknown[], details: Json = {}) => ({
    rowType: "HEADER",
    cells: row,
    headerCellDetails: details,
  });
  const headers = (columns: readonly Json[], rows: readonly Json[]) =>
    only(byRows(columns, [...rows, { values: {} }])).columns.map((one) => one.header);

  it("may span rows from any row, and contain numbers", () => {
    const columns = ["a", "b", "c", "d"].map((id) => column(id, "real"));
    const rows = [
      header(["A", 2024], { 0: { rowspan: 3 }, 1: { colspan: 3, rowspan: 0 } }),
      header(["B", "C"], { 0: { rowspan: 2 }, 1: { colspan: 2 } }),
      header(["C1", ""]),
    ];
    expect(headers(columns, rows)).toEqual([["A"], ["2024", "B"], ["2024", "C", "C1"], ["2024", "C"]]);
  });

  it("may leave out hidden columns, which have their descriptions", () => {
    const columns = [real, column("b", "real", { isHidden: true, description: "Hidden | B" }), column("c", "real")];
    expect(headers(columns, [header(["A", "C"])])).toEqual([["A"], ["Hidden", "B"], ["C"]]);
  });
});

describe("runs", () => {
  const one = (ranges: Json) =>
    cells(byColumns([column("a", "string")], { a: { values: ["x", "y", "z"], ranges } }))[0];

  it("begin at the row that their key counts, in whatever order they are written", () => {
    expect(one({ 0: 2, 3: 2 })).toEqual(["x", "x", "y", "z", "z"]);
    expect(one({ 0: 2, 2: 2 })).toEqual(["x", "x", "y", "y", "z"]);
    expect(one({ 2: 1, 0: 2, 3: 3 })).toEqual(["x", "x", "y", "z", "z", "z"]);
  });

  it("expand the example of the format", () => {
    const a = { values: ["a", "b", "c", "d", "e", "f"], ranges: { 0: 3, 7: 8 } };
    expect(cells(byColumns([column("a", "string")], { a }))[0]?.join("")).toBe("aaabcdeffffffff");
  });

  it("say which one does not fit", () => {
    expect(() => one({ 0: 2, 1: 2 })).toThrow(
      "tables.main.data.columns.a.ranges.1: the run before it covers the row where it begins",
    );
    expect(() => one({ 5: 2 })).toThrow(
      "tables.main.data.columns.a.ranges.5: the column ends before the row where this run begins",
    );
  });
});

describe("tables of headers", () => {
  it("are joined by the ids of their rows, runs expanded; what they do not hold has its description", () => {
    const json = byColumns(
      [column("a", "real", { headerId: "h2" }), column("b", "real", { headerId: "gone", description: "B" })],
      { a: { values: [1] }, b: { values: [2] } },
      {},
      { headerTableId: "heads" },
    );
    const heads = {
      definition: {
        columns: [
          { id: "l0", type: "int32" },
          { id: "l1", type: "string" },
        ],
      },
      data: {
        columns: { l0: { values: [2024], ranges: { 0: 2 } }, l1: { values: [null, "Weight"] } },
        rows: [{ id: "h1" }, { id: "h2" }],
      },
    };
    const tables = { ...Object(json["tables"]), heads };
    expect(only({ ...json, tables }).columns.map((one) => one.header)).toEqual([["2024", "Weight"], ["B"]]);
    expect(decodeResult({ tables }).map(({ id }) => id)).toEqual(["main"]);
  });
});
