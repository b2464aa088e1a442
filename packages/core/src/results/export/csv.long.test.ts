import { stringify } from "csv-stringify/sync";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../test/support/sample.ts";
import { encodeSimplifiedRow } from "../../../test/support/tables/encode-stach.ts";
import { makeTable } from "../../../test/support/tables/make-table.ts";
import { anyTable } from "../../../test/support/tables/random-table.ts";
import { cellValue, columnLabels, formatCell } from "../cells.ts";
import { decodeResultBytes } from "../decode-bytes.ts";
import { decodeResult } from "../stach/decode/assemble.ts";
import type { Table } from "../table.ts";
import { csvFileOptions, tableToCsv } from "./csv.ts";

/** The CSV that csv-stringify writes of the same cells. */
function byPeer(table: Table, isInert: boolean): string {
  const inert = (cell: unknown, beginsLine: boolean) => {
    if (typeof cell === "string") return inertByCharacters(cell, beginsLine);
    return typeof cell === "object" && cell !== null ? inertByCharacters(JSON.stringify(cell), beginsLine) : cell;
  };
  const line = (cells: readonly unknown[]) =>
    isInert ? cells.map((cell, index) => inert(cell, index === 0 && cells.length > 1)) : cells;
  const rows = Array.from({ length: table.rowCount }, (_, row) =>
    line(table.columns.map((column) => cellValue(column, row))),
  );
  return stringify([line(columnLabels(table.columns)), ...rows], {
    record_delimiter: "\r\n",
    // An empty text is quoted, null is not.
    quoted_match: /^$/,
    quote_record_delimiter: true,
    cast: { number: String, boolean: String, object: (value) => JSON.stringify(value) },
  });
}

/** A text with an apostrophe wherever a spreadsheet may begin a cell and run it; it looks at one character after another. */
function inertByCharacters(text: string, beginsLine: boolean): string {
  const endsCell = ["\t", "\r", "\n", "\0"].includes(text.charAt(0));
  const isNumber = !beginsLine && /^[+-]\d+(\.\d+)?%?$/.test(text);
  let inert = !isNumber && (endsCell || runs(text, "")) ? "'" : "";
  for (const [at, character] of [...text].entries()) {
    inert += character;
    const rest = [...text].slice(at + 1).join("");
    const isEnd = ";\t\r\n\0".includes(character) && !(character === "\r" && rest.startsWith("\n"));
    if (isEnd && runs(rest, ";\t\r\n\0")) inert += "'";
  }
  return inert;
}

/** Whether a text is a formula after invisible characters; within a text, quotation marks are invisible, and a separator ends it. */
function runs(text: string, separators: string): boolean {
  for (const character of text) {
    if ("=+-@＝＋－＠﹦﹢﹣﹫".includes(character)) return true;
    if (separators !== "" && separators.includes(character)) return false;
    const isHidden = character.trim() === "" || /[\p{Z}\p{Cc}\p{Cf}]/u.test(character);
    if (!isHidden && !(separators !== "" && character === '"')) return false;
  }
  return false;
}

/** The cells of a CSV file as a spreadsheet divides it that separates cells by one character; quotes count at the start of a cell. */
function cellsBy(separator: string, csv: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let at = 0;
  while (at < csv.length) {
    if (cell === "" && csv[at] === '"') {
      for (at++; at < csv.length && !(csv[at] === '"' && csv[at + 1] !== '"'); at++) {
        if (csv[at] === '"') at++;
        cell += csv[at] ?? "";
      }
      at++;
    }
    // What follows the closing quote belongs to the cell.
    while (at < csv.length && !`${separator}\r\n`.includes(csv[at] ?? "")) cell += csv[at++];
    cells.push(cell);
    cell = "";
    at++;
  }
  return cells;
}

function onlyTable(json: unknown): Table {
  const [table] = decodeResult(JSON.parse(JSON.stringify(json)));
  if (table === undefined) throw new Error("a table is expected");
  return table;
}

/** A cell as a number, in whichever way a spreadsheet writes it. */
function numberOf(cell: string): number {
  return Number(cell.replace(/[ \u00a0]?%$/, "").replaceAll(",", ""));
}

/** The table of a JSON text, with all digits of its numbers. */
async function tableOf(json: string): Promise<Table> {
  const [table] = await decodeResultBytes(new TextEncoder().encode(json));
  if (table === undefined) throw new Error("a table is expected");
  return table;
}

describe("a table as CSV", () => {
  it("is what csv-stringify makes of it, byte for byte", () => {
    fc.assert(
      fc.property(anyTable, fc.boolean(), (written, inertFormulas) => {
        const table = onlyTable(encodeSimplifiedRow(written));
        // The peer writes no line for a row without fields.
        fc.pre(table.columns.length > 0);
        expect(tableToCsv(table, { includeHidden: true, inertFormulas })).toBe(byPeer(table, inertFormulas));
      }),
      { numRuns: sampleSize(300), endOnFailure: true },
    );
  });

  it("leaves out hidden columns by default", () => {
    const table = makeTable([
      { name: "a", cells: [1] },
      { name: "b", cells: [2], isHidden: true },
    ]);
    expect(tableToCsv(table)).toBe("a\r\n1\r\n");
    expect(tableToCsv(table, { includeHidden: true })).toBe("a,b\r\n1,2\r\n");
  });

  it("shows cells by their formats where the option is set", () => {
    const table = makeTable([
      { name: "a", header: ["Port", "Weight"], cells: [1234.5, -1, null], format: "{0:#,0.00}", nullFormat: "--" },
      { name: "b", cells: ["x", null, ""] },
    ]);
    expect(tableToCsv(table, { formatted: true })).toBe('Port | Weight,b\r\n"1,234.50",x\r\n-1.00,\r\n--,""\r\n');
    expect(tableToCsv(table)).toBe('Port | Weight,b\r\n1234.5,x\r\n-1,\r\n,""\r\n');
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["a;=1", "a;'=1"],
    ["a\n=1", '"a\n\'=1"'],
    ["\t=1", "'\t'=1"],
    ["＝1", "'＝1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ["a=1", "a=1"],
    ["\n=1", "\"'\n'=1\""],
    ["\n1", '"\'\n1"'],
    ["\0=1", "'\0'=1"],
    ["  =1", "'  =1"],
    [" \u00a0\u200b-1", "' \u00a0\u200b-1"],
    ["\uFEFF@x", "'\uFEFF@x"],
    ["\u001b+1", "'\u001b+1"],
    ["﹦1", "'﹦1"],
    [" a=1", " a=1"],
    ["  ", "  "],
  ])("makes the formula %s inert", (text, field) => {
    const table = makeTable([
      { name: "text", cells: [text] },
      { name: "number", cells: [-1] },
    ]);
    expect(tableToCsv(table, { inertFormulas: true })).toBe(`text,number\r\n${field},-1\r\n`);
  });

  it("makes any formula inert, in cells and headers, whatever invisible characters come before it", () => {
    const junk = fc.string({
      unit: fc.constantFrom(..."\0\t\n\v\f\r\u001b\u007f\u0085 \u00a0\u2003\u2028\u200b\u200e\uFEFF"),
      maxLength: 4,
    });
    const formula = fc
      .tuple(junk, fc.constantFrom(..."=+-@＝＋－＠"), fc.string())
      .map((parts) => parts.join("").replaceAll("|", "/"));
    fc.assert(
      fc.property(formula, fc.boolean(), (text, formatted) => {
        const table = makeTable([{ name: text, cells: [text] }]);
        const inert = inertByCharacters(text, false);
        const field = /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
        expect(tableToCsv(table, { inertFormulas: true, formatted })).toBe(`${field}\r\n${field}\r\n`);
      }),
    );
  });

  it("has no formula, whether a spreadsheet separates cells by commas, semicolons or tabs", () => {
    const text = fc
      .array(fc.constantFrom(...'=+-@;,\t\r\n" 1a%', "-5", ";=", '"=', "\r\n-", "x,y"), { maxLength: 8 })
      .map((pieces) => pieces.join(""));
    const row = fc.record({ name: text, weight: fc.double({ noNaN: true }), note: text });
    // A number is never changed, so no line begins with a negative one.
    const orders = fc.constantFrom(["name", "weight", "note"], ["note", "name", "weight"]);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), text, orders, (rows, header, order) => {
        const columns = order.map((id) => ({ id, name: header, type: id === "weight" ? "double" : "string" }));
        const json = { definition: { columns }, data: { rows: rows.map((values) => ({ values })) } };
        const csv = tableToCsv(onlyTable(json), csvFileOptions);
        expect(csv.startsWith("\uFEFF")).toBe(true);
        for (const separator of ",;\t") {
          const formulas = cellsBy(separator, csv.slice(1)).filter(
            (cell) => runs(cell, "") && Number.isNaN(numberOf(cell)),
          );
          expect({ separator, formulas }).toEqual({ separator, formulas: [] });
        }
      }),
      { numRuns: sampleSize(2000) },
    );
  });

  it("keeps negative numbers, also as texts and with more digits than a double has", async () => {
    const texts = ["-1234567890123456789", "-1.5", "-5 %", "+3", "-1E-7"];
    const rows = texts
      .map((text) => `{"values":{"a":"A","b":${JSON.stringify(text)},"c":-9007199254740993}}`)
      .join(",");
    const json = `{"tables":{"t":{"data":{"rows":[${rows}]},"definition":{"columns":[{"id":"a","name":"a"},{"id":"b","name":"b","type":"string"},{"id":"c","name":"c","type":"int64"}]}}}}`;
    const csv = tableToCsv(await tableOf(json), csvFileOptions);
    expect(csv).toBe(`\uFEFFa,b,c\r\n${texts.map((text) => `A,${text},-9007199254740993\r\n`).join("")}`);
  });

  it("begins with a byte-order mark only where that is asked for", () => {
    const json = { definition: { columns: [{ id: "a", name: "Häuser" }] }, data: { rows: [{ values: { a: 1 } }] } };
    expect(tableToCsv(onlyTable(json), { byteOrderMark: true })).toBe("\uFEFFHäuser\r\n1\r\n");
    expect(tableToCsv(onlyTable(json))).toBe("Häuser\r\n1\r\n");
  });

  it("distinguishes columns that have the same header", () => {
    const table = makeTable([
      { name: "1", header: ["Port.", "Weight"], cells: [1] },
      { name: "2", header: ["Port.", "Weight"], cells: [2], isHidden: true },
      { name: "3", header: ["Port.", "Weight"], cells: [3] },
    ]);
    expect(tableToCsv(table)).toBe("Port. | Weight,Port. | Weight (3)\r\n1,3\r\n");
    const [header] = tableToCsv(table, { includeHidden: true }).split("\r\n");
    expect(header).toBe("Port. | Weight,Port. | Weight (2),Port. | Weight (3)");
  });

  it("keeps formatted negative numbers as numbers, and makes formats that show formulas inert", () => {
    const table = makeTable([
      { name: "a", cells: [-1234.5], format: "{0:#,0.0}" },
      { name: "b", cells: [1], format: "{0:'=x('0)}" },
    ]);
    expect(tableToCsv(table, { formatted: true, inertFormulas: true })).toBe(`a,b\r\n"-1,234.5",'=x(1)\r\n`);
    expect(table.columns.map((column) => formatCell(column, 0))).toEqual(["-1,234.5", "=x(1)"]);
  });
});

describe("the CSV of a number", () => {
  const numbers = [
    "0",
    "-0",
    "0.0",
    "1.50",
    "-0.5",
    "1e3",
    "1E-7",
    "0.000001",
    "0.0000001",
    "0.1234567",
    "100",
    "123456789012345",
    "1234567890123456",
    "12345678901234567890",
    "0.30000000000000004",
    "66.6666666666667",
    "5e-324",
    "-12.000",
    "999999999999999.9",
  ];
  it.each(numbers)("has the number %s as a double is written", async (number) => {
    const json = `{"tables":{"t":{"data":{"rows":[{"values":{"a":${number}}}]},"definition":{"columns":[{"id":"a","name":"a","type":"real"}]}}}}`;
    expect(tableToCsv(await tableOf(json))).toBe(`a\r\n${String(JSON.parse(number))}\r\n`);
  });

  it.each([
    ["real", "1E400", "1E400"],
    ["real", "9007199254740993", "9007199254740992"],
    ["int64", "-9007199254740993", "-9007199254740993"],
    ["string", "12345678901234567890", "12345678901234567890"],
    ["object", '{"id":9007199254740993,"x":[1E400]}', '"{""id"":9007199254740993,""x"":[1E400]}"'],
  ])("writes in a column of type %s the number %s with its digits", async (type, number, field) => {
    const json = `{"tables":{"t":{"data":{"rows":[{"values":{"a":${number}}}]},"definition":{"columns":[{"id":"a","name":"a","type":"${type}"}]}}}}`;
    const table = await tableOf(json);
    for (const options of [{}, { inertFormulas: true }, { formatted: true, inertFormulas: true }])
      expect(tableToCsv(table, options)).toBe(`a\r\n${field}\r\n`);
  });
});
