import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../../test/support/sample.ts";
import { allRuns, encodeColumn } from "../../../../test/support/tables/encode-stach.ts";
import { anyTable } from "../../../../test/support/tables/random-table.ts";
import { streamOf } from "../../../../test/support/tables/stream-of.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import type { ByteSource } from "../../byte-source.ts";
import { assembleLayout, definedColumns, primaryTables } from "../../stach/decode/assemble.ts";
import { decodeResult } from "../../stach/decode/result.ts";
import { bytesOfEach } from "../source/column-parts.ts";
import { skimResult } from "../source/skim-result.ts";
import { ByteSink } from "./byte-sink.ts";
import { linesOfColumns } from "./columns-to-lines.ts";
import type { CsvOptions } from "./fields.ts";
import { tableToCsv } from "./table-to-csv.ts";

type Order = "numbers" | "texts" | "backwards";

/** The JSON of a result with the keys of `ranges` in this order, before the values of a column or after them. */
function written(json: unknown, order: Order, rangesLast: boolean, space: string | number | undefined): string {
  const text = JSON.stringify(
    json,
    (_key, held) => {
      if (typeof held !== "object" || held === null || held.ranges === undefined) return held;
      const { ranges, ...others } = held;
      const keys = Object.keys(ranges);
      if (order === "texts") keys.sort();
      if (order === "backwards") keys.reverse();
      // An object sorts keys that are numbers, so the keys are numbers only in the text.
      const ordered = Object.fromEntries(keys.map((key) => [`run ${key}`, ranges[key]]));
      return rangesLast ? { ...others, ranges: ordered } : { ranges: ordered, ...others };
    },
    space,
  );
  return text.replaceAll(/"run (\d+)":/g, '"$1":');
}

const encoded = fc
  .tuple(
    anyTable,
    fc.constantFrom(...allRuns),
    fc.boolean(),
    fc.constantFrom<Order>("numbers", "texts", "backwards"),
    fc.boolean(),
    fc.constantFrom(undefined, 1, "\t"),
  )
  .map(([table, runs, listsRows, order, rangesLast, space]) =>
    written(encodeColumn(table, { runs, listsRows }), order, rangesLast, space),
  );

const options = fc.record(
  { formatted: fc.boolean(), inertFormulas: fc.boolean(), includeHidden: fc.constant(true) },
  { requiredKeys: ["includeHidden"] },
);

/** The lines of the first table, with a given number of bytes of a column at a time. */
async function linesOf(source: ByteSource, rowCount: number, bytes: number, chosen: CsvOptions): Promise<string> {
  const skimmed = await skimResult(source);
  if (skimmed === undefined) throw new Error("UTF-8 is expected");
  const { packages, places } = skimmed;
  const [table] = assembleLayout(packages);
  const [primary] = primaryTables(packages);
  if (table === undefined || primary === undefined) throw new Error("a table is expected");
  const parts = definedColumns(primary.table, table.columns).flatMap((column, index) => {
    const made = table.columns[index];
    const { isVersion1 } = primary;
    return made
      ? [{ column: made, written: column, isVersion1, range: places.get(column.values) ?? { from: 0, to: 0 } }]
      : [];
  });
  const sink = new ByteSink();
  for await (const _ of linesOfColumns(parts, rowCount, source, bytes, chosen, sink));
  return new TextDecoder().decode(sink.take());
}

describe("the columns of a table read side by side", () => {
  it("give the lines of the table, however few bytes are read at a time and however these are cut", async () => {
    const [bytes, size] = [fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 40 })];
    await fc.assert(
      fc.asyncProperty(encoded, options, bytes, size, async (text, chosen, bytes, size) => {
        const all = new TextEncoder().encode(text);
        const [whole] = decodeResult(JSON.parse(text));
        if (whole === undefined) throw new Error("a table is expected");
        const lines = await linesOf((from) => streamOf(all.subarray(from), size), whole.rowCount, bytes, chosen);
        const [header = ""] = tableToCsv({ ...whole, rowCount: 0 }, chosen).split("\r\n", 1);
        expect(`${header}\r\n${lines}`).toBe(tableToCsv(whole, chosen));
      }),
      { numRuns: sampleSize(400), endOnFailure: true },
    );
  });

  it("are refused if the source has changed since it was first read", async () => {
    const text = (values: string) =>
      `{"tables":{"t":{"definition":{"columns":[{"id":"a"}]},"data":{"columns":{"a":{"values":[${values}]}}}}}}`;
    const source = (from: number) =>
      streamOf(new TextEncoder().encode(text(from === 0 ? "1,2,3" : "1,2")).subarray(from), 100);
    await expect(linesOf(source, 3, 100, {})).rejects.toThrow(ResultDecodeError);
    await expect(linesOf(source, 4, 100, {})).rejects.toThrow(ResultDecodeError);
  });

  it("keep some bytes of each in memory, fewer if there are more columns", () => {
    expect(bytesOfEach(0)).toBe(2 ** 22);
    expect(bytesOfEach(20)).toBe(Math.floor(2 ** 22 / 20));
    expect(bytesOfEach(5000)).toBe(2 ** 14);
  });
});
