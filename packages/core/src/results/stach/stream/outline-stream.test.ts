import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allRuns, encodeColumn, encodeRow, encodeSimplifiedRow } from "../../../../test/support/tables/encode-stach.ts";
import { anyTable } from "../../../../test/support/tables/random-table.ts";
import { outlineResult } from "../outline.ts";
import { outlineResultStream } from "./outline-stream.ts";

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const streamed = (json: unknown, size = 50) =>
  outlineResultStream(pieces(new TextEncoder().encode(JSON.stringify(json)), size));

describe("the outline of a result that comes in pieces", () => {
  it("is that of the whole, in each organisation, wrapped or not, however it is cut", async () => {
    const options = fc.record({ cells: fc.boolean(), firstSpans: fc.boolean(), headerRowsShowHidden: fc.boolean() });
    const columnOptions = fc.record({
      runs: fc.constantFrom(...allRuns),
      listsRows: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        anyTable,
        options,
        columnOptions,
        fc.boolean(),
        fc.integer({ min: 1, max: 200 }),
        async (table, row, column, isWrapped, size) => {
          for (const json of [encodeSimplifiedRow(table), encodeRow(table, row), encodeColumn(table, column)]) {
            const result: unknown = JSON.parse(JSON.stringify(isWrapped ? { data: json } : json));
            expect(await streamed(result, size)).toEqual(outlineResult(result));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  const folder = new URL("../../../../test/results/", import.meta.url);
  it.each(readdirSync(folder).filter((name) => name.endsWith(".json")))("is that of the whole of %s", async (name) => {
    const result: unknown = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    const outline = await streamed(result);
    expect(outline).toEqual(outlineResult(result));
    expect(outline?.tables.length).toBeGreaterThan(0);
  });

  const parts = ['"rowType":"Header"', '"row\\u0054ype":"hEADER"', '"rowType":"Body"', '"rowType":7', '"rowType":{}'];
  const others = [
    '"values":{"rowType":"Header"}',
    '"cells":["rowType","Header"]',
    '"id":"Header"',
    '"rowTypes":"Header"',
  ];
  const row = fc.array(fc.constantFrom(...parts, ...others), { maxLength: 4 }).map((held) => `{${held.join(" , ")}}`);
  it("counts rows but not header rows, however these are written and cut", async () => {
    const rows = fc.array(fc.oneof({ weight: 5, arbitrary: row }, fc.constantFrom("7", '["rowType","Header"]')));
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 30 }), async (rows, size) => {
        const json = `{"tables":{"t":{"definition":{"columns":[]},"data":{"rows":[${rows.join(",")}]}}}}`;
        const outline = await outlineResultStream(pieces(new TextEncoder().encode(json), size));
        expect(outline).toEqual(outlineResult(JSON.parse(json)));
      }),
      { numRuns: 500 },
    );
  });

  it("is undefined if rows or values are not JSON", async () => {
    for (const list of ['"rows":[{]', '"rows":[01]', '"columns":{"a":{"values":[1,]}}', '"rows":[{"a":"\\x"}]']) {
      const json = `{"tables":{"t":{"definition":{"columns":[]},"data":{${list}}}}}`;
      expect(await outlineResultStream(pieces(new TextEncoder().encode(json), 9))).toBeUndefined();
    }
  });

  it("counts the values of version 1, named by their type", async () => {
    const held = {
      definition: { columns: [{ id: "a" }] },
      data: { columns: { a: { doubleArray: { values: [1, 2] } } } },
    };
    expect(await streamed({ tables: { t: held } })).toEqual({ tables: [{ id: "t", rows: 2, columns: 1 }] });
  });

  it.each([1, [], {}, { data: [] }, { tables: { t: { data: { rows: [1, {}] } } } }, { data: { tables: [] } }])(
    "of %j does not throw",
    async (json) => {
      expect((await streamed(json))?.tables ?? []).toEqual(outlineResult(json).tables);
    },
  );

  it("stops reading at a value that is too large to keep in memory", async () => {
    let read = 0;
    async function* endless() {
      yield new TextEncoder().encode('{"data":[0');
      const more = new TextEncoder().encode(",0".repeat(1 << 19));
      for (; ; read += more.length) yield more;
    }
    expect(await outlineResultStream(endless())).toBeUndefined();
    expect(read).toBeLessThan(100 * 1024 * 1024);
  });
});
