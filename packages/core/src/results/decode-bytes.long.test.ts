import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../test/support/sample.ts";
import { allRuns, encodeColumn, encodeRow, encodeSimplifiedRow } from "../../test/support/tables/encode-stach.ts";
import { anyTable } from "../../test/support/tables/random-table.ts";
import { streamOf } from "../../test/support/tables/stream-of.ts";
import { isJsonStream } from "../json/cursor.ts";
import { ResultDecodeError } from "../json/errors.ts";
import { parseExactJson } from "../json/exact-number.ts";
import { cellValue } from "./cells.ts";
import { decodeResultBytes, decodeResultStream, refuseTooLarge } from "./decode-bytes.ts";
import type { Column, Table } from "./table.ts";

const organised = fc.oneof(
  anyTable.map(encodeSimplifiedRow),
  fc
    .tuple(
      anyTable,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(undefined, "id" as const, "type" as const),
    )
    .map(([table, cells, firstSpans, headerRowsShowHidden, extra]) =>
      encodeRow(table, { cells, firstSpans, headerRowsShowHidden, extra }),
    ),
  fc
    .tuple(anyTable, fc.constantFrom(...allRuns), fc.boolean())
    .map(([table, runs, listsRows]) => encodeColumn(table, { runs, listsRows })),
);

const result = fc.oneof(
  organised,
  organised.map((data) => ({ data })),
  fc
    .dictionary(fc.constantFrom("trades", "optimal", "account", "stats", "7"), organised, { minKeys: 1 })
    .map((data) => ({ meta: { a: [1, "]}"] }, data })),
);

const text = fc
  .tuple(result, fc.constantFrom(undefined, 1, "\t"))
  .map(([json, space]) => JSON.stringify(json, null, space));

/** The tables of the same JSON in its plainest form: no white space, each key once, decoded as a whole. */
async function decodePlain(json: string): Promise<Table[]> {
  return decodeResultBytes(new TextEncoder().encode(JSON.stringify(parseExactJson(json))));
}

function outcome(one: PromiseSettledResult<Table[]>) {
  return one.status === "fulfilled" ? { tables: one.value } : { path: one.reason.path };
}

/** The table with texts in its cells and without its dictionary, which may contain texts that a repeated key has replaced. */
function withTexts(table: Table) {
  const texts = (column: Column) => Array.from({ length: table.rowCount }, (_, row) => cellValue(column, row));
  return {
    ...table,
    columns: table.columns.map((column) =>
      column.values.kind === "text" ? { ...column, values: texts(column) } : column,
    ),
  };
}

describe("decoding bytes", () => {
  it("gives the tables of the same JSON without white space, however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 300 }), async (json, size) => {
        const bytes = new TextEncoder().encode(json);
        const [expected, ...settled] = await Promise.allSettled([
          decodePlain(json),
          decodeResultBytes(bytes),
          decodeResultStream(streamOf(bytes, size)),
        ]);
        for (const one of settled) expect(outcome(one)).toEqual(outcome(expected));
      }),
      { numRuns: sampleSize(400), endOnFailure: true },
    );
  });

  it("refuses what is not JSON wherever JSON.parse does", async () => {
    const broken = fc
      .tuple(
        text,
        fc.nat(),
        fc.constantFrom("", ",", "}", "]", '"', "\\", "0", "-", "1e", "\u0001", "x", "tru", "{", "[", ":", "\n"),
      )
      .map(([json, at, put]) =>
        (json.slice(0, at % json.length) + put + json.slice((at % json.length) + 1)).toWellFormed(),
      );
    await fc.assert(
      fc.asyncProperty(broken, fc.integer({ min: 1, max: 300 }), async (json, size) => {
        const bytes = new TextEncoder().encode(json);
        const [expected, ...settled] = await Promise.allSettled([
          decodePlain(json),
          decodeResultBytes(bytes),
          decodeResultStream(streamOf(bytes, size)),
        ]);
        for (const one of settled) {
          if (one.status === "rejected") expect(one.reason).toBeInstanceOf(ResultDecodeError);
          expect(one.status === "fulfilled" ? one.value.map(withTexts) : "refused").toEqual(
            expected.status === "fulfilled" ? expected.value.map(withTexts) : "refused",
          );
        }
      }),
      { numRuns: sampleSize(1000), endOnFailure: true },
    );
  });

  const utf16 = (text: string, isLittle: boolean) => {
    const view = new DataView(new ArrayBuffer(2 + text.length * 2));
    view.setUint16(0, 0xfeff, isLittle);
    for (let at = 0; at < text.length; at++) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
    return new Uint8Array(view.buffer);
  };

  it("reads UTF-16 with its byte order mark as the same text in UTF-8, by every way and however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(organised, fc.boolean(), fc.integer({ min: 1, max: 90 }), async (json, isLittle, size) => {
        const text = JSON.stringify(json);
        const expected = await decodeResultBytes(new TextEncoder().encode(text));
        const bytes = utf16(text, isLittle);
        expect(await decodeResultBytes(bytes)).toEqual(expected);
        expect(await decodeResultStream(streamOf(bytes, size))).toEqual(expected);
        expect(await isJsonStream(streamOf(bytes, size))).toBe(true);
      }),
      { numRuns: sampleSize(100), endOnFailure: true },
    );
  });

  it("refuses what only begins as UTF-16", async () => {
    for (const bytes of [Uint8Array.of(0xff, 0xfe, 0x00), Uint8Array.of(0xfe, 0xff, 0xdc, 0x00)]) {
      await expect(decodeResultBytes(bytes)).rejects.toThrow("UTF-16");
      await expect(decodeResultStream(streamOf(bytes, 1))).rejects.toThrow("UTF-16");
    }
  });

  it("reads UTF-8 with its byte order mark, even if the mark is cut", async () => {
    const text = '\uFEFF{"tables":{"t":{"definition":{"columns":[]},"data":{"rows":[]}}}}';
    for (const size of [1, 2, 100]) {
      expect(await decodeResultStream(streamOf(new TextEncoder().encode(text), size))).toHaveLength(1);
    }
  });

  it.each([
    ["5", "null", [null]],
    ["null", "5", [5]],
    ['"a"', "null", [null]],
    ["null", '"a"', ["a"]],
    ["5", '"a"', ["a"]],
    ['{"a":1}', "null", [null]],
  ])("takes the last value of a key that is there twice in a row: %s, then %s", async (first, last, cells) => {
    const type = cells[0] === 5 ? "real" : "string";
    const definition = `{"columns":[{"id":"c","name":"c","type":"${type}"}]}`;
    const text = `{"tables":{"main":{"definition":${definition},"data":{"rows":[{"values":{"c":${first},"c":${last}}}]}}}}`;
    const [table] = await decodeResultBytes(new TextEncoder().encode(text));
    expect(table?.columns.map((column) => cellValue(column, 0))).toEqual(cells);
  });

  it("does not report a null that the same key replaced", async () => {
    const definition = '{"columns":[{"id":"c","name":"c","type":"real"}]}';
    const text = `{"tables":{"main":{"definition":${definition},"data":{"rows":[{"values":{"c":null,"c":5}}]}}}}`;
    const tables = await decodeResultBytes(new TextEncoder().encode(text));
    expect(tables).toEqual(await decodePlain(text));
  });

  it.each(["\n", "\u0001", "\t"])("refuses a key beside the values of a row that holds %j", async (character) => {
    const text = `{"tables":{"main":{"definition":{"columns":[]},"data":{"rows":[{"i${character}d":1,"values":{}}]}}}}`;
    await expect(decodeResultBytes(new TextEncoder().encode(text))).rejects.toThrow(ResultDecodeError);
  });

  it("is refused above a size, with what to do", () => {
    refuseTooLarge(2 ** 30);
    expect(() => refuseTooLarge(2 ** 30 + 2 ** 29)).toThrow(
      new ResultDecodeError(
        "",
        "it has 1.50 GiB, and tables are made of results of at most 1.00 GiB: read its bytes with another program, such as DuckDB",
      ),
    );
  });

  it("keeps the bytes that it cannot decode, out of sight of logs", async () => {
    const bytes = new TextEncoder().encode(
      '{"data":{"tables":{"main":{"definition":{"columns":[]},"data":{"rows":[{"values":{}},7]}}}}}',
    );
    const error = await decodeResultBytes(bytes).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ResultDecodeError);
    expect(error).toMatchObject({ path: "tables.main.data.rows[1]", code: "result-not-decodable" });
    expect(error instanceof ResultDecodeError && error.bytes).toBe(bytes);
    expect(Object.keys(error ?? {})).not.toContain("bytes");
  });
});
