import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleLayout, countingIn, definedColumns, primaryTables } from "../decode/assemble.ts";
import type { CellStore } from "../decode/cell-store.ts";
import { runsOf } from "../decode/columns.ts";
import { decodeResult } from "../decode/result.ts";
import { NO_RUNS } from "../decode/runs.ts";
import { walkBytes } from "../stream/cursor.ts";
import { readResult } from "../stream/read-result.ts";
import { skimRows } from "../stream/skim-rows.ts";
import { skimValues } from "../stream/skim-values.ts";
import { encodeColumn } from "../testing/encode.ts";
import { anyTable } from "../testing/random-table.ts";
import { streamOf } from "../testing/stream-of.ts";
import { ByteSink } from "./byte-sink.ts";
import { type ColumnPart, linesOfWindows, windowHeight } from "./column-windows.ts";
import { tableToCsv } from "./table-to-csv.ts";

const encoded = fc
  .tuple(
    anyTable,
    fc.constantFrom("none" as const, "by value" as const, "by row" as const),
    fc.boolean(),
    fc.constantFrom(undefined, 1, "\t"),
  )
  .map(([table, runs, listsRows, space]) =>
    JSON.stringify(encodeColumn(table, { runs, listsRows, typedArrays: false }), null, space),
  );

const options = fc.record(
  { formatted: fc.boolean(), inertFormulas: fc.boolean(), includeHidden: fc.constant(true) },
  { requiredKeys: ["includeHidden"] },
);

function partsOf(bytes: Uint8Array): ColumnPart[] {
  const places = new Map<CellStore, ColumnPart["bytes"]>();
  const packages = walkBytes(bytes, (cursor) =>
    readResult(cursor, {
      rows: skimRows,
      *values(cursor, place) {
        const from = cursor.offset + 1;
        const store = yield* skimValues(cursor, place);
        places.set(store, { from, to: cursor.offset });
        return store;
      },
    }),
  );
  const [table] = assembleLayout(packages);
  const [primary] = primaryTables(packages);
  if (table === undefined || primary === undefined) throw new Error("a table is expected");
  return definedColumns(primary.table, table.columns).flatMap((written, index): ColumnPart[] => {
    const column = table.columns[index];
    const runs = runsOf(written, countingIn(packages)) ?? NO_RUNS;
    return column ? [{ column, written, runs, bytes: places.get(written.values) ?? { from: 0, to: 0 } }] : [];
  });
}

describe("windows over a table by columns", () => {
  it("give the lines of the table, however few rows are held at a time and however the bytes are cut", async () => {
    const [rows, size] = [fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 40 })];
    await fc.assert(
      fc.asyncProperty(encoded, options, rows, size, async (text, chosen, height, size) => {
        const bytes = new TextEncoder().encode(text);
        const [whole] = decodeResult(JSON.parse(text));
        if (whole === undefined) throw new Error("a table is expected");
        const sink = new ByteSink();
        const source = (from: number) => streamOf(bytes.subarray(from), size);
        for await (const _ of linesOfWindows(partsOf(bytes), whole.rowCount, height, source, chosen, sink));
        const [header = ""] = tableToCsv({ ...whole, rowCount: 0 }, chosen).split("\r\n", 1);
        expect(`${header}\r\n${new TextDecoder().decode(sink.take())}`).toBe(tableToCsv(whole, chosen));
      }),
      { numRuns: 400, endOnFailure: true },
    );
  });

  it("are as high as the bytes of their rows allow", () => {
    const text = JSON.stringify(
      encodeColumn(
        {
          id: "t",
          rowCount: 2,
          metadata: {},
          columns: ["a", "b"].map((id) => ({
            id,
            name: id,
            levels: [id],
            type: "string",
            isDimension: false,
            isHidden: false,
            cells: ["x".repeat(5000), "y".repeat(3000)],
          })),
        },
        { runs: "none", listsRows: false, typedArrays: false },
      ),
    );
    const parts = partsOf(new TextEncoder().encode(text));
    expect(windowHeight(parts, 2)).toBe(Math.floor(2 ** 22 / 8006));
    expect(windowHeight(parts, 2_000_000)).toBeGreaterThan(10_000);
    expect(windowHeight([], 7)).toBeGreaterThan(7);
  });
});
