import { parseExactJson } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { excelSheet } from "./excel-sheet.ts";

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
