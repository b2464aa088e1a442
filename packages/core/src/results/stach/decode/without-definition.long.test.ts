import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../../test/support/sample.ts";
import { naiveCsv } from "../../../../test/support/tables/naive-decode.ts";
import { streamOf } from "../../../../test/support/tables/stream-of.ts";
import { cellValue } from "../../cells.ts";
import { decodeResultBytes, decodeResultStream } from "../../decode-bytes.ts";
import { tableToCsv } from "../../export/csv.ts";
import { decodeResult } from "./assemble.ts";

const cell = fc.constantFrom(null, 0, -2.5, "a", "", true, { values: 1 }, ["values"]);
const names = ["Weight", "10", "9", "__proto__", "é", 'say "x"', "rowType", "values"];

/** Rows of values that name their columns, each perhaps not all of them, with members of other kinds beside the values. */
const anyRows = fc
  .record({
    columns: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom(...names),
        cells: fc.constantFrom<"number" | "text" | "any">("number", "text", "any"),
      }),
      { selector: ({ id }) => id, maxLength: 5 },
    ),
    rowCount: fc.integer({ min: 1, max: 6 }),
  })
  .chain(({ columns, rowCount }) =>
    fc.array(
      fc.record({
        values: fc.tuple(
          ...columns.map(({ id, cells }) =>
            fc.option(
              fc.tuple(
                fc.constant(id),
                cells === "number"
                  ? fc.constantFrom(null, 1, 2.5)
                  : cells === "text"
                    ? fc.constantFrom(null, "a", "b")
                    : cell,
              ),
              { nil: undefined },
            ),
          ),
        ),
        extra: fc.constantFrom({}, { id: "r" }, { rowType: "Body" }, { cellDetails: {} }, { note: { inner: 1 } }),
        isFirst: fc.boolean(),
      }),
      { minLength: rowCount, maxLength: rowCount },
    ),
  )
  .map((rows) =>
    rows.map(({ values, extra, isFirst }) => {
      const held = { values: Object.fromEntries(values.filter((one) => one !== undefined)) };
      return isFirst ? { ...held, ...extra } : { ...extra, ...held };
    }),
  );

describe("any rows of values without a definition", () => {
  it("name the columns of their table, in every way to a table and a CSV", async () => {
    const definition = fc.constantFrom(undefined, null, {}, { columns: null });
    await fc.assert(
      fc.asyncProperty(anyRows, definition, fc.integer({ min: 1, max: 60 }), async (rows, definition, size) => {
        const json = JSON.parse(JSON.stringify({ data: { tables: { t: { data: { rows }, definition } } } }));
        const bytes = new TextEncoder().encode(JSON.stringify(json));
        const expected = Object.keys(
          Object.fromEntries([...new Set(rows.flatMap(({ values }) => Object.keys(values)))].map((id) => [id, 0])),
        );
        const cells = expected.map((id) => rows.map(({ values }) => (Object.hasOwn(values, id) ? values[id] : null)));

        const [table] = decodeResult(json);
        expect(table?.columns.map((column) => column.header)).toEqual(expected.map((id) => [id]));
        expect(table?.columns.map((column) => rows.map((_, row) => cellValue(column, row)))).toEqual(cells);
        for (const [index, { values, type }] of table?.columns.entries() ?? []) {
          const kinds = new Set((cells[index] ?? []).filter((one) => one !== null).map((one) => typeof one));
          if (kinds.size === 1 && kinds.has("number")) expect([values.kind, type]).toEqual(["number", "real"]);
          if (kinds.size === 1 && kinds.has("string")) expect([values.kind, type]).toEqual(["text", "string"]);
        }
        expect(await decodeResultBytes(bytes)).toEqual([table]);
        expect(await decodeResultStream(streamOf(bytes, size))).toEqual([table]);
        const csv = naiveCsv({ headers: expected, cells });
        if (expected.length > 0) expect(table && tableToCsv(table)).toBe(csv);
      }),
      { numRuns: sampleSize(2000), endOnFailure: true },
    );
  });
});

describe("a table without a definition", () => {
  const refused = (data: unknown) => () => decodeResult({ tables: { t: { data } } });

  it("is refused if no row of values names its columns", () => {
    for (const data of [
      {},
      { rows: [] },
      { rows: [{ id: "r" }] },
      { rows: [{ cells: [1] }] },
      { columns: { a: { values: [1] } } },
    ])
      expect(refused(data)).toThrow("tables.t.definition: an object is expected, not nothing");
  });

  it("ignores header rows, since their order need not be that of the names", () => {
    const rows = [{ rowType: "Header", cells: ["Second", "First"] }, { values: { b: 1, a: 2 } }];
    const [table] = decodeResult({ tables: { t: { data: { rows } } } });
    expect(table?.columns.map(({ header }) => header)).toEqual([["b"], ["a"]]);
  });
});
