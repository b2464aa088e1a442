import * as f from "@uwdata/flechette";
import * as arrow from "apache-arrow";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds, makeArrow, packings, readColumns, valuesColumn } from "../../../../test/support/arrow/make-arrow.ts";
import { isExactNumber, parseExactJson } from "../../../json/exact-number.ts";

/** A type, its values, and the cell that each value must become. */
interface Sample {
  /** Makes a new type for each column, because the writing library numbers dictionaries by it. */
  readonly type: () => f.DataType;
  readonly values: fc.Arbitrary<unknown>;
  readonly cell: (value: unknown) => unknown;
}

const same = (value: unknown) => value;
const digits = (value: unknown) => parseExactJson(String(value));
const text = fc.string({ unit: "binary", maxLength: 20 });
const whole = (bits: number) => fc.bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n });
const asNumbers = (values: fc.Arbitrary<bigint>) => values.map(Number);

const samples: readonly Sample[] = [
  { type: () => f.int8(), values: asNumbers(whole(8)), cell: same },
  { type: () => f.uint32(), values: fc.nat(0xffff_ffff), cell: same },
  { type: () => f.int64(), values: whole(64), cell: digits },
  { type: () => f.float64(), values: fc.double(), cell: same },
  { type: () => f.bool(), values: fc.boolean(), cell: same },
  { type: () => f.utf8(), values: text, cell: same },
  { type: () => f.largeUtf8(), values: text, cell: same },
  { type: () => f.dictionary(f.utf8(), f.int16()), values: fc.constantFrom("a", "b", "", "c"), cell: same },
  {
    type: () => f.timestamp(f.TimeUnit.MILLISECOND),
    values: fc.integer({ min: -62_000_000_000_000, max: 250_000_000_000_000 }),
    cell: (value) => new Date(Number(value)).toISOString().replace("Z", ""),
  },
];

const column = fc.constantFrom(...samples).chain(({ type, values, cell }) =>
  fc.array(fc.option(values, { freq: 4 }), { minLength: 12, maxLength: 12 }).map((cells) => ({
    written: () => valuesColumn(type(), cells),
    cells: cells.map((value) => (value === null ? null : cell(value))),
  })),
);

describe("random Arrow tables", () => {
  it("are read as they were written", async () => {
    const tables = fc.array(column, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        tables,
        fc.constantFrom(...kinds),
        fc.constantFrom(...packings),
        async (columns, kind, packing) => {
          const named = Object.fromEntries(columns.map(({ written }, index) => [`c${index}`, written()]));
          const read = await readColumns(makeArrow(named, kind, packing));
          expect(read?.map(({ cells }) => cells)).toEqual(columns.map(({ cells }) => cells));
        },
      ),
      { numRuns: 300, endOnFailure: true },
    );
  });

  it("keep every digit of decimals", async () => {
    const most = 10n ** 37n;
    const values = fc.array(fc.oneof(fc.bigInt({ min: -most, max: most }), fc.bigInt({ min: -9999n, max: 9999n })), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 0, max: 38 }), async (numbers, scale) => {
        const read = await readColumns(makeArrow({ d: valuesColumn(f.decimal128(38, scale), numbers) }, "file", "lz4"));
        for (const [row, cell] of read?.[0]?.cells.entries() ?? []) {
          // The cell's own digits, times ten to the scale, are the whole number that was written.
          const [, sign = "", before = "", after = "", exponent = "0"] =
            /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(isExactNumber(cell) ? cell.rawJSON : String(cell)) ?? [];
          const places = after.length - Number(exponent);
          const given = BigInt(sign + before + after);
          const power = 10n ** BigInt(Math.abs(scale - places));
          expect(scale >= places ? given * power === numbers[row] : given === (numbers[row] ?? 0n) * power).toBe(true);
        }
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it("of a third writer are read as they were written", async () => {
    const cells = fc.array(fc.option(fc.double()), { minLength: 1, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(cells, fc.array(fc.option(text), { minLength: 1, maxLength: 400 }), async (numbers, texts) => {
        const rows = Math.min(numbers.length, texts.length);
        const table = new arrow.Table({
          n: arrow.vectorFromArray(numbers.slice(0, rows), new arrow.Float64()),
          t: arrow.vectorFromArray(texts.slice(0, rows), new arrow.Utf8()),
        });
        const read = await readColumns(arrow.tableToIPC(table, "file"));
        expect(read?.map(({ cells }) => cells)).toEqual([numbers.slice(0, rows), texts.slice(0, rows)]);
      }),
      { numRuns: 100, endOnFailure: true },
    );
  });
});
