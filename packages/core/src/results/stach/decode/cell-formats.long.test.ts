import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../../test/support/sample.ts";
import { streamOf } from "../../../../test/support/tables/stream-of.ts";
import { formatCell, formatOfCell } from "../../cells.ts";
import { decodeResultBytes, decodeResultStream } from "../../decode-bytes.ts";
import { tableToArrow } from "../../export/arrow/write.ts";
import { tableToCsv } from "../../export/csv.ts";
import { cellText } from "../../format/column-format.ts";
import type { Table } from "../../table.ts";
import { decodeResult } from "./assemble.ts";

/** What a format of the test writes. */
interface Written {
  readonly decimals?: number;
  readonly nullFormat?: string;
  readonly halign?: "LEFT" | "right";
}

const anyFormat = fc.option(
  fc.record(
    {
      decimals: fc.constantFrom(0, 1, 3),
      nullFormat: fc.constantFrom("--", "n.a.", ""),
      halign: fc.constantFrom("LEFT" as const, "right" as const),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

const patterns = ["{0:0}", "{0:0.0}", "", "{0:0.000}"];

function json({ decimals, nullFormat, halign }: Written = {}) {
  return {
    ...(decimals === undefined ? {} : { format: patterns[decimals] }),
    ...(nullFormat === undefined ? {} : { nullFormat }),
    ...(halign === undefined ? {} : { halign }),
  };
}

interface Case {
  readonly json: unknown;
  /** By column and row: the text, and the alignment. */
  readonly texts: readonly (readonly string[])[];
  readonly aligns: readonly (readonly (string | undefined)[])[];
}

/** Any table of numbers whose cells, rows and columns have formats. The expected texts follow from the precedence alone. */
const anyCase: fc.Arbitrary<Case> = fc.gen().map((make): Case => {
  const rowCount = make(fc.integer, { min: 1, max: 6 });
  const isByRows = make(fc.boolean);
  const rowFormats = Array.from({ length: rowCount }, () => make(() => anyFormat));
  const columns = Array.from({ length: make(fc.integer, { min: 1, max: 3 }) }, (_, index) => {
    const values = Array.from({ length: rowCount }, () => make(() => fc.constantFrom(null, 0, 1.25, -2.5, 7)));
    const cellFormats = values.map(() => (isByRows ? undefined : make(() => anyFormat)));
    return { id: `c${index}`, format: make(() => anyFormat), values, cellFormats };
  });
  const definition = {
    columns: columns.map(({ id, format }) => ({ id, name: id, type: "real", ...(format && { format: json(format) }) })),
  };
  const withFormat = (row: object, format: Written | undefined) => {
    const written = format === undefined ? {} : { format: json(format) };
    return make(fc.boolean) ? { ...row, ...written } : { ...written, ...row };
  };
  const hasCells = make(fc.boolean);
  const data = isByRows
    ? {
        rows: rowFormats.map((format, row) =>
          withFormat(
            hasCells
              ? { cells: columns.map(({ values }) => values[row]) }
              : { values: Object.fromEntries(columns.map(({ id, values }) => [id, values[row]])) },
            format,
          ),
        ),
      }
    : {
        columns: Object.fromEntries(
          columns.map(({ id, values, cellFormats }) => [id, column(values, cellFormats, make(fc.boolean))]),
        ),
        rows: rowFormats.map((format, row) => withFormat({ id: `r${row}` }, format)),
      };
  const effective = columns.map(({ format, cellFormats }) =>
    cellFormats.map((own, row): Written => ({ ...format, ...rowFormats[row], ...own })),
  );
  return {
    json: { tables: { main: { definition, data } } },
    texts: columns.map(({ values }, index) => values.map((value, row) => text(value, effective[index]?.[row] ?? {}))),
    aligns: effective.map((formats) => formats.map(({ halign }) => halign?.toLowerCase())),
  };
});

/** A column with one definition for each value. Equal neighbours of one format become a run, if there are runs. */
function column(values: readonly unknown[], formats: readonly (Written | undefined)[], hasRuns: boolean) {
  const kept: number[] = [];
  const ranges: Record<string, number> = {};
  const isSame = (row: number, other: number) =>
    values[row] === values[other] && JSON.stringify(formats[row]) === JSON.stringify(formats[other]);
  for (let row = 0; row < values.length; ) {
    let length = 1;
    while (hasRuns && row + length < values.length && isSame(row, row + length)) length++;
    if (length > 1) ranges[row] = length;
    kept.push(row);
    row += length;
  }
  return {
    values: kept.map((row) => values[row]),
    ranges,
    definitions: kept.map((row) => (formats[row] === undefined ? null : { format: json(formats[row]) })),
  };
}

function text(value: number | null, { decimals, nullFormat = "" }: Written): string {
  if (value === null) return nullFormat;
  if (decimals === undefined) return String(value);
  // Halves are rounded away from zero, which a step of a thousandth makes sure of.
  return (value + Math.sign(value) * 1e-6).toFixed(decimals);
}

const textsOf = ({ columns, rowCount }: Table) =>
  columns.map((one) => Array.from({ length: rowCount }, (_, row) => formatCell(one, row)));

describe("any formats of columns, rows and cells", () => {
  it("give each cell its own, else that of its row, else that of its column, by every way", async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.integer({ min: 1, max: 60 }), async (one, size) => {
        const bytes = new TextEncoder().encode(JSON.stringify(one.json));
        const [table] = await decodeResultBytes(bytes);
        if (table === undefined) throw new Error("a table is expected");
        expect(textsOf(table)).toEqual(one.texts);
        expect(
          table.columns.map((column) =>
            Array.from({ length: table.rowCount }, (_, row) => formatOfCell(column, row).align),
          ),
        ).toEqual(one.aligns);
        expect(decodeResult(JSON.parse(JSON.stringify(one.json)))).toEqual([table]);
        expect(await decodeResultStream(streamOf(bytes, size))).toEqual([table]);

        const csv = tableToCsv(table, { formatted: true });
        const lines = Array.from({ length: table.rowCount }, (_, row) =>
          one.texts.map((texts) => texts[row] ?? "").join(","),
        );
        expect(csv).toBe([table.columns.map(({ name }) => name).join(","), ...lines, ""].join("\r\n"));

        const [again] = await decodeResultBytes(await tableToArrow(table));
        expect(again && textsOf(again)).toEqual(one.texts);
      }),
      { numRuns: sampleSize(2000), endOnFailure: true },
    );
  });
});

describe("the formats of a column's cells", () => {
  const formats = (definitions: unknown, values: readonly unknown[] = [1, 2], ranges: object = { 0: 2 }) => {
    const data = { columns: { a: { values, ranges, definitions } } };
    const [table] = decodeResult({ tables: { main: { definition: { columns: [{ id: "a", type: "real" }] }, data } } });
    return table && textsOf(table)[0];
  };
  const one = { format: { format: "{0:0.0}" } };
  const two = { format: { format: "{0:0.00}" } };

  it("are by value, or by row if there are more of them than values", () => {
    expect(formats([one, two])).toEqual(["1.0", "1.0", "2.00"]);
    expect(formats([one, two, one])).toEqual(["1.0", "1.00", "2.0"]);
  });

  it("may be fewer than the values; what is not a format is none", () => {
    expect(formats([one])).toEqual(["1.0", "1.0", "2"]);
    expect(formats([null, 7, { format: "{0:0.0}" }])).toEqual(["1", "1", "2"]);
    for (const none of [null, {}, "x", []]) expect(formats(none)).toEqual(["1", "1", "2"]);
  });

  it("are also those of pages", () => {
    const rows = [{ values: { a: 1.5 } }, { values: { a: 1.5 }, format: { format: "{0:0.000}" } }];
    const [table] = decodeResult({
      tables: { t: { definition: { columns: [{ id: "a", type: "real" }] }, data: { rows } } },
    });
    const [column] = table?.columns ?? [];
    expect(column && [0, 1].map((row) => cellText(column, row))).toEqual(["1.5", "1.500"]);
  });
});
