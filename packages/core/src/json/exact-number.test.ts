import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellValue, formatCell, plainText } from "../results/cells.ts";
import { decodeResultBytes } from "../results/decode-bytes.ts";
import { tableToCsv } from "../results/export/csv.ts";
import { decodeResult } from "../results/stach/decode/assemble.ts";
import type { Table } from "../results/table.ts";
import { isExactNumber, parseExactJson } from "./exact-number.ts";

const digits = (most: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${most}}$`));
/** Whole numbers of any length, with and without an exponent. */
const wholes = fc
  .tuple(fc.constantFrom("", "-"), digits(40), fc.constantFrom("", "", "E5", "e+22", "E400"))
  .map((parts) => parts.join(""));
const smalls = fc.tuple(digits(10), fc.integer({ min: 300, max: 500 })).map(([whole, down]) => `${whole}e-${down}`);
const numbers = fc.oneof(
  wholes,
  smalls,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);

/** The exact value of a JSON number: digits without zeros around them, and a power of ten. */
function exactly(source: string): string {
  const [, sign = "", whole = "", decimals = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? [];
  const all = (whole + decimals).replace(/^0+/, "");
  const kept = all.replace(/0+$/, "");
  const power = Number(exponent) - decimals.length + all.length - kept.length;
  return kept === "" ? "0" : `${sign}${kept}e${power}`;
}

const isWholeOrLost = (source: string) => !source.includes(".") || Math.abs(Number(source)) > Number.MAX_SAFE_INTEGER;

describe("numbers with more digits than a double holds", () => {
  it("are written unchanged, wherever they are", () => {
    const deep = numbers.chain((number) =>
      fc.constantFrom(number, `[${number}]`, `{"a":{"b":[1,${number},"x"]}}`, `{"9007199254740993":${number}}`),
    );
    fc.assert(
      fc.property(fc.array(deep), (parts) => {
        const text = `[${parts.join(",")}]`;
        const back = JSON.stringify(parseExactJson(text));
        const found = (json: string) => [...json.matchAll(/(?<=^|[[,:])-?\d[\d.eE+-]*/g)].map(([number]) => number);
        const [came, wrote] = [found(text), found(back)];
        expect(wrote).toHaveLength(came.length);
        for (const [index, number] of came.entries()) {
          if (isWholeOrLost(number)) expect(exactly(wrote[index] ?? "")).toBe(exactly(number));
          else expect(Number(wrote[index])).toBe(Number(number));
        }
      }),
      { numRuns: 500, endOnFailure: true },
    );
  });

  it("leave all other JSON as JSON.parse has it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 500, endOnFailure: true },
    );
  });

  const result = (type: string, cells: string, organisation: "values" | "cells" | "column") => {
    const data = {
      values: `"rows":[${cells
        .split(";")
        .map((cell) => `{"values":{"a":${cell}}}`)
        .join(",")}]`,
      cells: `"rows":[${cells
        .split(";")
        .map((cell) => `{"cells":[${cell}]}`)
        .join(",")}]`,
      column: `"columns":{"a":{"values":[${cells.replaceAll(";", ",")}]}}`,
    };
    return `{"data":{"tables":{"t":{"data":{${data[organisation]}},"definition":{"columns":[{"id":"a","name":"a","type":"${type}"}]}}}}}`;
  };
  const decode = async (text: string): Promise<Table> => {
    const [table] = await decodeResultBytes(new TextEncoder().encode(text));
    if (table === undefined) throw new Error("a table is expected");
    return table;
  };

  it.each(["values", "cells", "column"] as const)("keep their digits in a table by %s", async (organisation) => {
    const { columns, rowCount } = await decode(
      result("object", '{"id":9007199254740993};{"id":1};1E400', organisation),
    );
    const [column] = columns;
    if (column === undefined) throw new Error("a column is expected");
    const shown = Array.from({ length: rowCount }, (_, row) => formatCell(column, row));
    expect(shown).toEqual(['{"id":9007199254740993}', '{"id":1}', "1E400"]);
    const keys = await decode(result("int64", "9007199254740993;2;null", organisation));
    expect(tableToCsv(keys)).toBe("a\r\n9007199254740993\r\n2\r\n\r\n");
    expect(keys.columns[0] && isExactNumber(cellValue(keys.columns[0], 0))).toBe(true);
    expect(keys.columns[0] && plainText(cellValue(keys.columns[0], 0))).toBe("9007199254740993");
  });

  it("become the nearest double in a column of doubles, if there is one", async () => {
    const near = await decode(result("real", "12345678901234567890;0.1;null", "values"));
    expect(near.columns[0]?.values).toMatchObject({ kind: "number" });
    expect(near.columns[0] && cellValue(near.columns[0], 0)).toBe(12345678901234567000);
    const far = await decode(result("real", "0.5;1E400", "values"));
    expect(tableToCsv(far)).toBe("a\r\n0.5\r\n1E400\r\n");
  });

  it("are refused where JSON.parse may have rounded them", () => {
    for (const type of ["int64", "string"]) {
      expect(() => decodeResult(JSON.parse(result(type, "1;9007199254740993", "values")))).toThrow(
        `tables.t.definition.columns[0]: row 1 holds 9007199254740992, which JSON.parse may have rounded, in a column of type ${type}: decode the bytes instead`,
      );
    }
  });
});
