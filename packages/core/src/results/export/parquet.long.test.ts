import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DuckDBDateValue, DuckDBDecimalValue } from "@duckdb/node-api";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleSize } from "../../../test/support/sample.ts";
import { allRuns, encodeColumn, encodeRow, encodeSimplifiedRow } from "../../../test/support/tables/encode-stach.ts";
import { makeTable } from "../../../test/support/tables/make-table.ts";
import { anyTable, type WriterColumn, type WriterTable } from "../../../test/support/tables/random-table.ts";
import { createParquetReader } from "../../../test/support/tables/read-parquet.ts";
import { expectSameTable } from "../../../test/support/tables/same-parquet.ts";
import { ResultDecodeError } from "../../json/errors.ts";
import { parseExactJson } from "../../json/exact-number.ts";
import { decodeResultBytes } from "../decode-bytes.ts";
import type { Table } from "../table.ts";
import { parquetPieces, tableToParquet } from "./parquet.ts";

let reader: Awaited<ReturnType<typeof createParquetReader>>;
beforeAll(async () => {
  reader = await createParquetReader();
});
afterAll(() => reader.close());

/** The number of a JSON text with all its digits. */
const digits = (text: string) => parseExactJson(text);

/** Cells of types that a table rarely has. */
const rareCells: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  int64: fc
    .oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.integer())
    .map((value) => digits(`${value}`)),
  uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => digits(`${value}`)),
  decimal: fc
    .tuple(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), fc.nat(99))
    .map(([whole, cents]) => digits(`${whole}.${cents}`)),
  double: fc.oneof(fc.double(), fc.constant("NaN")).map((value) => (Number.isFinite(value) ? value : String(value))),
  date: fc
    .date({ min: new Date("1801-01-01"), max: new Date("2299-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  datetime: fc.constantFrom("2024-02-29", "2024-02-29T00:00:00", "2024-02-29T14:30:00Z"),
  boolean: fc.boolean(),
  "": fc.oneof(fc.boolean(), fc.integer(), fc.string({ maxLength: 3 })),
};

const rareColumns = (rowCount: number) =>
  fc.array(
    fc.tuple(fc.constantFrom(...Object.keys(rareCells)), fc.boolean()).chain(([type, isNullable]) => {
      const cell = rareCells[type] ?? fc.constant(null);
      const cells = fc.array(isNullable ? fc.option(cell) : cell, { minLength: rowCount, maxLength: rowCount });
      return cells.map((cells) => ({ type, cells }));
    }),
    { maxLength: 3 },
  );

/** Any table, with some columns of rare types. */
const anyTypedTable: fc.Arbitrary<WriterTable> = anyTable.chain((table) =>
  rareColumns(table.columns.length === 0 ? 0 : table.rowCount).map((rare) => ({
    ...table,
    columns: [
      ...table.columns,
      ...rare.map(({ type, cells }, index): WriterColumn => {
        const facts = { levels: [`Rare ${index}`], isDimension: false, isHidden: false };
        return { id: `rare ${index}`, name: `rare ${index}`, type, cells, ...facts };
      }),
    ],
  })),
);

const encoded = anyTypedTable.chain((table) =>
  fc.constantFrom(
    JSON.stringify(encodeSimplifiedRow(table)),
    JSON.stringify(encodeRow(table, { cells: true, firstSpans: true, headerRowsShowHidden: true })),
    ...allRuns.map((runs) => JSON.stringify(encodeColumn(table, { runs, listsRows: false }))),
  ),
);

async function onlyTable(json: string): Promise<Table> {
  const [table] = await decodeResultBytes(new TextEncoder().encode(json));
  if (table === undefined) throw new Error("a table is expected");
  return table;
}

/** A result with one column. */
const resultOf = (type: string, cells: readonly string[], name = "x") =>
  `{"definition":{"columns":[{"id":"a","name":"${name}","type":"${type}"}]},"data":{"rows":[${cells
    .map((cell) => `{"values":{"a":${cell}}}`)
    .join()}]}}`;

/** The type and the values of the only column. */
async function roundTrip(json: string) {
  const { types, columns } = await reader.read(await tableToParquet(await onlyTable(json)));
  return [
    types[0],
    ...(columns[0] ?? []).map((value) =>
      value instanceof DuckDBDecimalValue || value instanceof DuckDBDateValue ? value.toString() : value,
    ),
  ];
}

describe("a table as Parquet", () => {
  it("has every cell as it is, read by DuckDB", async () => {
    await fc.assert(
      fc.asyncProperty(encoded, async (json) => {
        const table = await onlyTable(json);
        fc.pre(table.columns.length > 0);
        expectSameTable(await reader.read(await tableToParquet(table, { includeHidden: true })), table);
      }),
      { numRuns: sampleSize(2000), endOnFailure: true },
    );
  });

  it("has every cell of the examples of results", async () => {
    const folder = path.join(import.meta.dirname, "../../../test/results");
    for (const name of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
      for (const table of await decodeResultBytes(readFileSync(path.join(folder, name))))
        expectSameTable(await reader.read(await tableToParquet(table, { includeHidden: true })), table);
    }
  });

  it.each([
    ["int64", ["9007199254740993", "-9223372036854775808", "null"], ["BIGINT", 9007199254740993n, -(2n ** 63n), null]],
    ["int32", ["1", "null"], ["BIGINT", 1n, null]],
    ["int32", ["1.5"], ["DOUBLE", 1.5]],
    ["uint64", ["18446744073709551615", "1"], ["DECIMAL(20,0)", "18446744073709551615", "1"]],
    ["decimal", ["12345678901234567890.25", "0.5"], ["DECIMAL(22,2)", "12345678901234567890.25", "0.50"]],
    ["decimal", ["0.1", "1e-7"], ["DOUBLE", 0.1, 1e-7]],
    ["decimal(6, 2)", ["1234.5", "-0.01"], ["DECIMAL(6,2)", "1234.50", "-0.01"]],
    ["decimal(6, 2)", ["12345.5"], ["DOUBLE", 12345.5]],
    [
      "decimal",
      ["1234567890123456789012345678901234567890", "1"],
      ["VARCHAR", "1234567890123456789012345678901234567890", "1"],
    ],
    ["double", ['"NaN"', "null", "-0.0", '"-Infinity"'], ["DOUBLE", Number.NaN, null, -0, Number.NEGATIVE_INFINITY]],
    ["date", ['"2024-02-29"', '"20240131"', "null"], ["DATE", "2024-02-29", "2024-01-31", null]],
    ["date", ['"2024-02-29T14:30:00"'], ["VARCHAR", "2024-02-29T14:30:00"]],
    ["date", ['"2024-02-29"', '"n/a"'], ["VARCHAR", "2024-02-29", "n/a"]],
    ["string", ['"20240131"', '""', "null"], ["VARCHAR", "20240131", "", null]],
    ["string", ["1", "true"], ["VARCHAR", "1", "true"]],
    ["boolean", ["true", "null", "false"], ["BOOLEAN", true, null, false]],
    ["object", ['{"a":1}', "[]"], ["VARCHAR", '{"a":1}', "[]"]],
    ["int64", ["null"], ["BIGINT", null]],
    ["date", ["null"], ["DATE", null]],
    ["decimal(6, 2)", ["null"], ["DECIMAL(6,2)", null]],
  ])("gives a column of type %s with the cells %j its type", async (type, cells, expected) => {
    expect(await roundTrip(resultOf(type, cells))).toEqual(expected);
  });

  it("takes 20240131 for a date only in a column of dates", async () => {
    expect(await roundTrip(resultOf("int32", ["20240131"], "Start Date"))).toEqual(["DATE", "2024-01-31"]);
    expect(await roundTrip(resultOf("int32", ["20240131"], "Shares"))).toEqual(["BIGINT", 20240131n]);
  });

  it("leaves out hidden columns by default, and names those of equal headers apart", async () => {
    const table = makeTable([
      { name: "a", header: ["Port", "Weight"], cells: [1] },
      { name: "b", header: ["Port", "Weight"], cells: [2] },
      { name: "c", cells: ["x"], isHidden: true },
    ]);
    expect((await reader.read(await tableToParquet(table))).names).toEqual(["Port | Weight", "Port | Weight (2)"]);
    expect((await reader.read(await tableToParquet(table, { includeHidden: true }))).columns).toEqual([
      [1],
      [2],
      ["x"],
    ]);
  });

  it("has the properties of the table and its columns as metadata", async () => {
    const table = makeTable([{ name: "w", header: ["Port", "Weight"], cells: [1], format: "{0:0.00}" }], "weights");
    const items = { "Currency ISO Code": ["USD"] };
    const metadata = await reader.readMetadata(await tableToParquet({ ...table, metadata: { items } }));
    expect(JSON.parse(metadata["analytics-engines"] ?? "")).toEqual({
      id: "weights",
      metadata: items,
      columns: [
        {
          label: "Port | Weight",
          id: "w",
          name: "w",
          header: ["Port", "Weight"],
          type: "real",
          isDimension: false,
          isHidden: false,
          format: "{0:0.00}",
        },
      ],
    });
  });

  it("is refused without columns, which Parquet cannot be", async () => {
    await expect(tableToParquet(makeTable([]))).rejects.toThrow(
      new ResultDecodeError("", 'the table "table_0" has no columns to write, and Parquet needs at least one'),
    );
  });

  it("has the columns of a table without rows", async () => {
    const { names, types, rowCount } = await reader.read(await tableToParquet(await onlyTable(resultOf("int64", []))));
    expect({ names, types, rowCount }).toEqual({ names: ["x"], types: ["BIGINT"], rowCount: 0 });
  });

  it("has all rows of a table, in several groups", async () => {
    const count = 140_000;
    const indexes = Array.from({ length: count }, (_, index) => index);
    const columns = '[{"id":"a","name":"a","type":"int64"},{"id":"b","name":"b","type":"string"}]';
    const rows = indexes.map((index) => `{"values":{"a":${index},"b":"${index % 7}"}}`);
    const table = await onlyTable(`{"definition":{"columns":${columns}},"data":{"rows":[${rows}]}}`);
    const pieces: Uint8Array<ArrayBufferLike>[] = [];
    for await (const piece of parquetPieces(table)) pieces.push(piece);
    // Two groups of rows, and the end.
    expect(pieces).toHaveLength(3);
    const read = await reader.read(Buffer.concat(pieces));
    expect(read.columns[0]?.every((value, index) => value === BigInt(index))).toBe(true);
    expect(read.columns[1]?.every((value, index) => value === `${index % 7}`)).toBe(true);
  });
});
