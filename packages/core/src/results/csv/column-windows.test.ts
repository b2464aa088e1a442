import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellValue } from "../cells.ts";
import { assembleLayout, countingIn, primaryTables } from "../decode/assemble.ts";
import type { CellStore } from "../decode/cell-store.ts";
import { decodeResult } from "../decode/result.ts";
import { walkBytes } from "../stream/cursor.ts";
import { readResult } from "../stream/read-result.ts";
import { skimRows } from "../stream/skim-rows.ts";
import { readWindow, skimValues } from "../stream/skim-values.ts";
import type { Table } from "../table.ts";
import { encodeColumn } from "../testing/encode.ts";
import { anyTable } from "../testing/random-table.ts";
import { tableOfWindow, windowsOf } from "./column-windows.ts";

function cellsOf(table: Table): unknown[][] {
  return Array.from({ length: table.rowCount }, (_, row) => table.columns.map((column) => cellValue(column, row)));
}

const encoded = fc
  .tuple(anyTable, fc.constantFrom("none" as const, "by value" as const, "by row" as const), fc.boolean())
  .map(([table, runs, listsRows]) => encodeColumn(table, { runs, listsRows, typedArrays: false }));

describe("windows over a table by columns", () => {
  it("give the rows of the table, however few are held at a time", () => {
    fc.assert(
      fc.property(encoded, fc.integer({ min: 1, max: 30 }), (json, cellsHeld) => {
        const text = JSON.stringify(json);
        const bytes = new TextEncoder().encode(text);
        const [whole] = decodeResult(JSON.parse(text));
        const packages = walkBytes(bytes, (cursor) => readResult(cursor, { rows: skimRows, values: skimValues }));
        const [table] = assembleLayout(packages);
        const [primary] = primaryTables(packages);
        if (whole === undefined || table === undefined || primary === undefined) throw new Error("a table is expected");
        expect(table.columns.map(({ header }) => header)).toEqual(whole.columns.map(({ header }) => header));

        const rows: unknown[][] = [];
        const stores = new Map<string, CellStore>();
        for (const window of windowsOf(table, primary.table, countingIn(packages), cellsHeld)) {
          const read = {
            rows: skimRows,
            *values(...[cursor, place]: Parameters<typeof skimValues>) {
              const { from, to } = window.values.get(place) ?? { from: 0, to: 0 };
              const { store } = yield* readWindow(cursor, place, from, to, stores.get(place)?.clear());
              stores.set(place, store);
              return store;
            },
          };
          walkBytes(bytes, (cursor) => readResult(cursor, read));
          rows.push(...cellsOf(tableOfWindow(table, primary.table, window, stores)));
        }
        // A window may hold no text where the whole column does, and then NaN is no word but a number.
        expect(rows.map((row) => row.map(String))).toEqual(cellsOf(whole).map((row) => row.map(String)));
      }),
      { numRuns: 300, endOnFailure: true },
    );
  });
});
