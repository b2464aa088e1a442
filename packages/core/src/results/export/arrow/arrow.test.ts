import * as arrow from "apache-arrow";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeSimplifiedRow } from "../../../../test/support/tables/encode-stach.ts";
import { makeTable } from "../../../../test/support/tables/make-table.ts";
import { anyTable } from "../../../../test/support/tables/random-table.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { parseExactJson } from "../../../json/exact-number.ts";
import { cellValue } from "../../cells.ts";
import { decodeResultBytes } from "../../decode-bytes.ts";
import { decodeResult } from "../../stach/decode/assemble.ts";
import { tableToArrow } from "./write.ts";

async function readBack(columns: Record<string, arrow.Vector>, kind: "file" | "stream" = "file") {
  const [table] = await decodeResultBytes(arrow.tableToIPC(new arrow.Table(columns), kind));
  return table?.columns.map((column) => ({
    type: column.type,
    header: column.header,
    cells: Array.from({ length: table.rowCount }, (_, row) => cellValue(column, row)),
  }));
}

describe("Arrow", () => {
  it("gives back any table that was written", async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (written) => {
        const tables = decodeResult(JSON.parse(JSON.stringify(encodeSimplifiedRow(written))));
        const [table] = tables;
        if (table === undefined) throw new Error("a table is expected");
        expect(await decodeResultBytes(await tableToArrow(table))).toEqual(tables);
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it("keeps NaN apart from null", async () => {
    const table = makeTable([{ name: "value", cells: [Number.NaN, null, -0, Number.NEGATIVE_INFINITY] }]);
    expect(await decodeResultBytes(await tableToArrow(table))).toEqual([table]);
  });

  it("is read by others as doubles, texts and nulls under the headers", async () => {
    const table = makeTable([
      { name: "s", header: ["Symbol"], cells: ["a", null, "a"] },
      { name: "w", header: ["Port", "Weight"], cells: [1.5, null, -2] },
      { name: "v", header: ["Port", "Weight"], cells: [[1], null, true] },
    ]);
    const read = arrow.tableFromIPC(await tableToArrow(table));
    expect(read.schema.fields.map(({ name }) => name)).toEqual(["Symbol", "Port | Weight", "Port | Weight 2"]);
    expect(read.toArray().map((row) => row?.toJSON())).toEqual([
      { Symbol: "a", "Port | Weight": 1.5, "Port | Weight 2": "[1]" },
      { Symbol: null, "Port | Weight": null, "Port | Weight 2": null },
      { Symbol: "a", "Port | Weight": -2, "Port | Weight 2": "true" },
    ]);
  });

  it.each(["file", "stream"] as const)("reads what others write, as a %s", async (kind) => {
    const day = Date.UTC(2024, 0, 31);
    const read = await readBack(
      {
        "Port | Weight": arrow.vectorFromArray([1.5, null, Number.NaN], new arrow.Float64()),
        count: arrow.vectorFromArray([1, null, -3], new arrow.Int32()),
        large: arrow.vectorFromArray([1n, null, 9007199254740993n], new arrow.Int64()),
        text: arrow.vectorFromArray(["12", null, "é"], new arrow.Utf8()),
        date: arrow.vectorFromArray([new Date(day), null, new Date(0)], new arrow.DateDay()),
        time: arrow.vectorFromArray([day + 1, null, 0], new arrow.TimestampMillisecond()),
        flag: arrow.vectorFromArray([true, null, false], new arrow.Bool()),
      },
      kind,
    );
    expect(read).toEqual([
      { type: "double", header: ["Port", "Weight"], cells: [1.5, null, Number.NaN] },
      { type: "int32", header: ["count"], cells: [1, null, -3] },
      { type: "int64", header: ["large"], cells: [1, null, parseExactJson("9007199254740993")] },
      { type: "string", header: ["text"], cells: ["12", null, "é"] },
      { type: "date", header: ["date"], cells: ["2024-01-31", null, "1970-01-01"] },
      { type: "timestamp[ms]", header: ["time"], cells: ["2024-01-31T00:00:00.001", null, "1970-01-01T00:00:00.000"] },
      { type: "bool", header: ["flag"], cells: [true, null, false] },
    ]);
  });

  it("keeps bytes that are damaged", async () => {
    const bytes = (await tableToArrow(makeTable([{ name: "value", cells: [1, 2, 3] }]))).slice(0, 100);
    const error = await decodeResultBytes(bytes, "application/vnd.apache.arrow.file").catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(ResultDecodeError);
    expect(error instanceof ResultDecodeError && error.bytes).toBe(bytes);
  });
});
