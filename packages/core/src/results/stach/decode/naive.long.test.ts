import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../../test/support/sample.ts";
import { allRuns, encodeColumn, encodeRow, encodeSimplifiedRow } from "../../../../test/support/tables/encode-stach.ts";
import { type NaiveTable, naiveCsv, naiveDecode } from "../../../../test/support/tables/naive-decode.ts";
import type { WriterTable } from "../../../../test/support/tables/random-table.ts";
import { streamOf } from "../../../../test/support/tables/stream-of.ts";
import { ResultDecodeError } from "../../../json/errors.ts";
import { cellValue } from "../../cells.ts";
import { decodeResultBytes, decodeResultStream } from "../../decode-bytes.ts";
import { tableToCsv } from "../../export/csv.ts";
import type { Table } from "../../table.ts";
import { decodeResult } from "./assemble.ts";

function naiveOf({ columns, rowCount }: Table): NaiveTable {
  return {
    headers: columns.map(({ header }) => header.join(" | ")),
    cells: columns.map((column) => Array.from({ length: rowCount }, (_, row) => cellValue(column, row))),
  };
}

/** The first table, decoded in each way from bytes to a table. */
async function decodedBy(json: unknown, size: number): Promise<readonly Table[]> {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const ways = [
    decodeResult(JSON.parse(JSON.stringify(json))),
    await decodeResultBytes(bytes),
    await decodeResultStream(streamOf(bytes, size)),
  ];
  return ways.flatMap(([first]) => first ?? []);
}

/** The CSV of the first table, decoded in each way. */
async function csvBy(json: unknown, size: number): Promise<readonly string[]> {
  return (await decodedBy(json, size)).map((table) => tableToCsv(table, { includeHidden: true }));
}

const cellsOf: Readonly<Record<"string" | "real" | "object", fc.Arbitrary<unknown>>> = {
  string: fc.constantFrom(null, "a", "b", "", "x,y", 'say "z"'),
  real: fc.constantFrom(null, 0, 1, -2.5, 1e21),
  object: fc.constantFrom(null, { a: 1 }, [1, 2], "a", true),
};

/** Small tables of few values each, so that most of them have runs. */
const table = fc
  .tuple(
    fc.nat(12),
    fc.array(fc.constantFrom("string" as const, "real" as const, "object" as const), { minLength: 1, maxLength: 4 }),
  )
  .chain(([rowCount, types]) =>
    fc.tuple(...types.map((type) => fc.array(cellsOf[type], { minLength: rowCount, maxLength: rowCount }))).map(
      (columns): WriterTable => ({
        id: "main",
        rowCount,
        metadata: {},
        columns: columns.map((cells, index) => ({
          id: String(9 - index),
          name: `column ${index}`,
          levels: index === 0 ? ["First"] : ["Group", `Column ${index}`],
          type: types[index] ?? "object",
          isDimension: false,
          isHidden: false,
          cells,
        })),
      }),
    ),
  );

const organised = table.chain((made) =>
  fc.oneof(
    fc.constant(encodeSimplifiedRow(made)),
    fc
      .record({ cells: fc.boolean(), firstSpans: fc.boolean() })
      .map((options) => encodeRow(made, { ...options, headerRowsShowHidden: false })),
    fc
      .record({ runs: fc.constantFrom(...allRuns), listsRows: fc.boolean() })
      .map((options) => encodeColumn(made, options)),
  ),
);

describe("any table", () => {
  it("decodes as in a second decoder, in every way to a table, a CSV and a count of rows", async () => {
    await fc.assert(
      fc.asyncProperty(organised, fc.integer({ min: 1, max: 90 }), async (json, size) => {
        const naive = naiveDecode(JSON.parse(JSON.stringify(json)));
        for (const found of await decodedBy(json, size)) expect(naiveOf(found)).toEqual(naive);
        for (const csv of await csvBy(json, size)) expect(csv).toBe(naiveCsv(naive));
      }),
      { numRuns: sampleSize(2000), endOnFailure: true },
    );
  });
});

/** The places where a table may be without a package around it, and its id there. */
const places: readonly (readonly [(table: unknown) => unknown, string])[] = [
  [(table) => table, "table"],
  [(data) => ({ data }), "table"],
  [(trades) => ({ data: { trades } }), "trades/table"],
  [(data) => ({ data: { trades: { data } } }), "trades/table"],
];

describe("a bare table", () => {
  it("is the table of its package, in each organisation, by every way", async () => {
    await fc.assert(
      fc.asyncProperty(
        organised,
        fc.constantFrom(...places),
        fc.integer({ min: 1, max: 90 }),
        async (json, at, size) => {
          const held = JSON.parse(JSON.stringify(json));
          const [place, id] = at;
          const bare = place(held.tables.main);
          const [whole] = decodeResult(held);
          for (const found of await decodedBy(bare, size)) expect(found).toEqual({ ...whole, id });
          for (const csv of await csvBy(bare, size)) expect(csv).toBe(naiveCsv(naiveDecode(held)));
        },
      ),
      { numRuns: sampleSize(500), endOnFailure: true },
    );
  });

  it("names its places as `table`", async () => {
    const json = { definition: { columns: [{ id: "a" }] }, data: { rows: [{ values: { a: 1 } }, 7] } };
    expect(() => decodeResult(json)).toThrow("table.data.rows[1]: a row must be an object");
    await expect(decodeResultBytes(new TextEncoder().encode(JSON.stringify(json)))).rejects.toThrow(
      "table.data.rows[1]:",
    );
  });

  it("keeps its rows apart from those of another place of the same name", async () => {
    const inner = { rows: [{ values: { a: 2 } }] };
    const json = {
      definition: { columns: [{ id: "a", name: "a" }] },
      data: { rows: [{ values: { a: 1 } }], data: inner },
    };
    for (const csv of await csvBy(json, 50)) expect(csv).toBe("a\r\n1\r\n");
  });
});

/** A column with any ranges: mostly wrong ones. */
const anyRanges = fc.dictionary(
  fc.oneof({ weight: 9, arbitrary: fc.nat(9).map(String) }, fc.constantFrom("01", "-1", "1.5", "x", "99999999999")),
  fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.constantFrom(0, -1, 1.5, "2", null)),
  { maxKeys: 4 },
);

/** Values of a column with ranges that fit. A length of 0 means that the value has no run. */
const fitting = fc.array(fc.nat(3), { maxLength: 8 }).map((lengths) => {
  const ranges: Record<string, number> = {};
  let row = 0;
  for (const length of lengths) {
    if (length > 0) ranges[row] = length;
    row += Math.max(1, length);
  }
  return { values: lengths.map((_, index) => `v${index}`), ranges };
});

const anyColumn = fc.oneof(
  fitting,
  fc.record({ values: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 }), ranges: anyRanges }),
);

describe("any ranges", () => {
  it("expand as in a second decoder, and are refused in every way of reading if that one refuses them", async () => {
    let [read, refused] = [0, 0];
    const columns = fc.array(anyColumn, { minLength: 1, maxLength: 2 });
    const listed = fc.oneof(fc.constant(undefined), fc.nat(12));
    await fc.assert(
      fc.asyncProperty(columns, listed, fc.integer({ min: 1, max: 60 }), async (held, listed, size) => {
        const definition = {
          columns: held.map((_, index) => ({ id: `c${index}`, name: `c${index}`, type: "string" })),
        };
        const data = {
          columns: Object.fromEntries(held.map((column, index) => [`c${index}`, column])),
          ...(listed === undefined ? {} : { rows: Array.from({ length: listed }, (_, row) => ({ id: `r${row}` })) }),
        };
        const json = { tables: { main: { definition, data } } };
        const naive = attempt(() => naiveDecode(JSON.parse(JSON.stringify(json))));
        if (naive === undefined) {
          refused++;
          await expect(decodedBy(json, size)).rejects.toThrow(ResultDecodeError);
          const bytes = new TextEncoder().encode(JSON.stringify(json));
          await expect(decodeResultStream(streamOf(bytes, size))).rejects.toThrow(ResultDecodeError);
          await expect(decodeResultBytes(bytes)).rejects.toThrow(/^tables\.main\.data\.columns\.c[01]/);
          return;
        }
        read++;
        for (const found of await decodedBy(json, size)) expect(naiveOf(found)).toEqual(naive);
        for (const csv of await csvBy(json, size)) expect(csv).toBe(naiveCsv(naive));
      }),
      { numRuns: sampleSize(2000), endOnFailure: true },
    );
    // A test in which all inputs are read, or all refused, would prove little.
    expect(Math.min(read, refused)).toBeGreaterThan(sampleSize(200));
  });
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

describe("an example result", () => {
  const names = ["column", "row-cells", "row-values", "simplified-row"];
  const example = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../../test/results/${name}.json`, import.meta.url), "utf8"));

  it.each(names)("%s decodes as in a second decoder", async (name) => {
    const naive = naiveDecode(example(name));
    for (const found of await decodedBy(example(name), 50)) expect(naiveOf(found)).toEqual(naive);
    for (const csv of await csvBy(example(name), 50)) expect(csv).toBe(naiveCsv(naive));
  });
});
