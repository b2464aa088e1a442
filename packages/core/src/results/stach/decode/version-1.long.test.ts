import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../../test/support/sample.ts";
import { naiveCsv } from "../../../../test/support/tables/naive-decode.ts";
import { streamOf } from "../../../../test/support/tables/stream-of.ts";
import { anyVersion1 } from "../../../../test/support/tables/version-1.ts";
import { cellValue } from "../../cells.ts";
import { decodeResultBytes, decodeResultStream } from "../../decode-bytes.ts";
import { tableToArrow } from "../../export/arrow/write.ts";
import { tableToCsv } from "../../export/csv.ts";
import type { Table } from "../../table.ts";
import { decodeResult } from "./assemble.ts";

function cellsOf({ columns, rowCount }: Table): unknown[][] {
  return columns.map((column) => Array.from({ length: rowCount }, (_, row) => cellValue(column, row)));
}

function only(tables: readonly Table[]): Table {
  const [table, ...others] = tables;
  if (table === undefined || others.length > 0) throw new Error("one table is expected");
  return table;
}

describe("any package of version 1", () => {
  it("has its nulls, headers, types and metadata, by every way to a table, a CSV and back from Arrow", async () => {
    await fc.assert(
      fc.asyncProperty(anyVersion1, fc.integer({ min: 1, max: 90 }), async (one, size) => {
        const text = JSON.stringify(one.json);
        const bytes = new TextEncoder().encode(text);
        const table = only(await decodeResultBytes(bytes));
        expect(cellsOf(table)).toEqual(one.cells);
        expect(table.columns.map(({ header }) => header)).toEqual(one.headers);
        expect(table.metadata.items).toEqual(one.metadata);
        expect(table.metadata.startDate).toBe("20240131");
        expect(table.metadata.currency).toBe(one.metadata["Currency ISO Code"]?.[0]);
        // A column of numbers stays one, whatever stands for its nulls.
        for (const { type, values } of table.columns)
          if (/double|float|int/.test(type)) expect(values.kind).toBe("number");

        expect(only(await decodeResultStream(streamOf(bytes, size)))).toEqual(table);
        expect(only(decodeResult(JSON.parse(text)))).toEqual(table);
        const csv = naiveCsv({ headers: one.headers.map((levels) => levels.join(" | ")), cells: one.cells });
        expect(tableToCsv(table).split("\r\n").slice(1)).toEqual(csv.split("\r\n").slice(1));
        expect(cellsOf(only(await decodeResultBytes(await tableToArrow(table))))).toEqual(one.cells);
      }),
      { numRuns: sampleSize(1500), endOnFailure: true },
    );
  });
});

describe("a package of version 2", () => {
  it("keeps the values that stand for null in version 1", () => {
    const columns = ["STRING", "DOUBLE", "INT32", "TIMESTAMP"].map((type) => ({ id: type, type }));
    const cells = { STRING: "null", DOUBLE: "NaN", INT32: 2147483647, TIMESTAMP: "9999-12-31T23:59:59Z" };
    const data = { columns: Object.fromEntries(Object.entries(cells).map(([id, cell]) => [id, { values: [cell] }])) };
    for (const version of [undefined, "2.0", 2])
      expect(cellsOf(only(decodeResult({ version, tables: { main: { definition: { columns }, data } } })))).toEqual([
        ["null"],
        [Number.NaN],
        [2147483647],
        ["9999-12-31T23:59:59Z"],
      ]);
  });
});

describe("a whole number of 64 bits in version 1", () => {
  it("keeps all its digits, also one below the number that stands for null", async () => {
    const text =
      '{"version":"1.0","tables":{"main":{"definition":{"columns":[{"id":"a","type":"INT64"}]},' +
      '"data":{"columns":{"a":{"int64Array":{"values":["9223372036854775806",9223372036854775807]}}}}}}}';
    const table = only(await decodeResultBytes(new TextEncoder().encode(text)));
    expect(JSON.stringify(cellsOf(table))).toBe("[[9223372036854775806,null]]");
  });
});
