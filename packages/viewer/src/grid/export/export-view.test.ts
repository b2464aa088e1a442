import { decodeResult, parseExactJson } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { viewTable } from "../state/grid-table.ts";
import { excelSheet } from "./excel-sheet.ts";
import { type CopyForm, copyText } from "./export-view.ts";

const one = table([
  column("Name", ["plain", 'tab\t"quote"', "=1+1", null, "line\nend"]),
  column("Weight", [0.1 + 0.2, null, -5, 1e21, Number.NaN], { header: ["Portfolio", "Weight"], format: "{0:0.0}" }),
  column("More", [{ a: 1 }, null, "-x", true, []]),
  column("Date", ["20250131", null, "20241231", null, null]),
]);

function copied(form: CopyForm, rows: readonly number[], columns: readonly number[]): string[] {
  return copyText(viewTable(one, Int32Array.from(rows), columns), form).split(/\r?\n/);
}

describe("copied cells", () => {
  it("have all digits, the order of the view, ISO dates, and no formulas for a spreadsheet", () => {
    expect(copyText(viewTable(one, Int32Array.from([0, 1, 2, 3, 4]), [0, 1, 2]), "headers").split("\r\n")).toEqual([
      "Name\tPortfolio | Weight\tMore",
      'plain\t0.30000000000000004\t"{""a"":1}"',
      '"tab\t""quote"""\t\t',
      "'=1+1\t-5\t'-x",
      "\t1e+21\ttrue",
      '"line\nend"\tNaN\t[]',
    ]);
    expect(copied("cells", [2, 0], [1, 3])).toEqual(["-5\t2024-12-31", "0.30000000000000004\t2025-01-31"]);
  });

  it("have no apostrophe before a negative number, whatever its digits, and one before each formula", () => {
    const definition = '{"columns":[{"id":"0","name":"Name","type":"string"},{"id":"1","name":"Id","type":"int64"}]}';
    const rows = '[{"values":{"0":"A","1":-9007199254740993}},{"values":{"0":"B","1":9007199254740993}}]';
    const [whole] = decodeResult(parseExactJson(`{"definition":${definition},"data":{"rows":${rows}}}`));
    expect(whole && copyText(whole, "cells")).toBe("A\t-9007199254740993\r\nB\t9007199254740993");
    const texts = ["-1234567890123456789", "-1.5", "-5 %", "+3", "-x", "a;=1", "a\n=1"];
    const pairs = table([column("a", texts), column("b", texts)]);
    expect(copyText(pairs, "cells").split("\r\n")).toEqual(
      ["-1234567890123456789", "-1.5", "-5 %", "+3", "'-x", "a;'=1", '"a\n\'=1"'].map((text) => `${text}\t${text}`),
    );
  });

  it("are the text as it is if one cell is selected", () => {
    const cellOf = (row: number, column: number) => copyText(viewTable(one, Int32Array.from([row]), [column]), "cells");
    expect([cellOf(1, 0), cellOf(2, 0), cellOf(2, 1), cellOf(2, 2), cellOf(4, 0), cellOf(3, 0), cellOf(0, 3)]).toEqual([
      'tab\t"quote"',
      "=1+1",
      "-5",
      "-x",
      "line\nend",
      "",
      "2025-01-31",
    ]);
    expect(copyText(viewTable(one, Int32Array.from([2]), [0]), "headers")).toBe("Name\r\n'=1+1");
  });
});

describe("a sheet of Excel", () => {
  it("has numbers with their formats, dates as dates, empty cells, and texts that never run", () => {
    const exact = parseExactJson("[9007199254740993, 1, null]");
    const one = table([
      column("Name", ["=1+1", "b", null]),
      column("Weight", [13.9335701497, null, Number.NaN]),
      column("Date", ["20250131", "01/31/2024", null]),
      column("Id", Array.isArray(exact) ? exact : []),
    ]);
    const { name, rows } = excelSheet(one, "weights: [a/b] with a name that is far too long");
    expect(name).toBe("weights   a b  with a name that");
    expect(rows[0]?.map((cell) => cell?.value)).toEqual(["Name", "Weight", "Date", "Id"]);
    expect(rows.slice(1)).toEqual([
      [
        { value: "=1+1" },
        { value: 13.9335701497, format: "#,##0.00" },
        { value: new Date("2025-01-31"), format: "yyyy-mm-dd" },
        { value: "9007199254740993" },
      ],
      [{ value: "b" }, null, { value: new Date("2024-01-31"), format: "yyyy-mm-dd" }, { value: 1, format: "#,##0" }],
      [null, { value: "NaN" }, null, null],
    ]);
  });
});
