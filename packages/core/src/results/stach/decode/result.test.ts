import { describe, expect, it } from "vitest";
import column from "../../../../test/results/column.json" with { type: "json" };
import optimizer from "../../../../test/results/optimizer.json" with { type: "json" };
import rowCells from "../../../../test/results/row-cells.json" with { type: "json" };
import rowValues from "../../../../test/results/row-values.json" with { type: "json" };
import simplifiedRow from "../../../../test/results/simplified-row.json" with { type: "json" };
import version1 from "../../../../test/results/version-1.json" with { type: "json" };
import { cellValue, formatCell } from "../../cells.ts";
import { tableToCsv } from "../../export/csv.ts";
import type { Table } from "../../table.ts";
import { decodeResult } from "./assemble.ts";

function only(json: unknown): Table {
  const [table, ...others] = decodeResult(json);
  if (table === undefined || others.length > 0) throw new Error("one table is expected");
  return table;
}

const organisations = { simplifiedRow, rowValues, rowCells, column };

describe("the organisations of one result", () => {
  it.each(Object.entries(organisations))("%s decodes to the same table", (_, json) => {
    expect(only(json)).toEqual(only(simplifiedRow));
  });

  it("keeps names, levels of headers, types, formats and groups", () => {
    const table = only(rowValues);
    expect(table.id).toBe("contribution");
    expect(table.columns.map(({ header }) => header)).toEqual([
      ["Total"],
      ["Economic Sector"],
      ["Portfolio", "Weight"],
      ["Portfolio", "Return"],
      ["Total Effect"],
      ["Count"],
      ["Curve"],
    ]);
    expect(table.columns.map(({ type, values }) => [type, values.kind])).toEqual([
      ["string", "text"],
      ["string", "text"],
      ["real", "number"],
      ["real", "number"],
      ["real", "number"],
      ["int32", "number"],
      ["object", "json"],
    ]);
    expect(table.columns.map(({ isDimension }) => isDimension)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(table.columns.map(({ isHidden }) => isHidden).indexOf(true)).toBe(5);
    expect(table.columns[1]).toMatchObject({ name: "GroupSector", parentId: "total" });
    expect(table.columns[2]).toMatchObject({ format: "{0:0.00;-0.00;--}", nullFormat: "--", align: "right" });
    expect([...(table.groupLevels ?? [])]).toEqual([0, 1, 1]);
    expect([...(table.parents ?? [])]).toEqual([-1, 0, 0]);
    expect(table.metadata).toEqual({
      startDate: "20240131",
      endDate: "20240229",
      currency: "EUR",
      items: {
        "Absolute Start Date": ["20240131"],
        "Absolute End Date": ["20240229"],
        "Currency ISO Code": ["EUR"],
        Accounts: ["Demo:/Large/HOLDINGS.ACCT", "Demo:/Small.ACCT"],
      },
    });
  });

  it("distinguishes null from zero, and shows cells by the formats of the table", () => {
    const table = only(column);
    const shown = (row: number) => table.columns.map((one) => formatCell(one, row));
    expect(table.columns.map((one) => cellValue(one, 0))).toEqual(["Total", null, 100, 1.25, null, 12, { a: 1.5 }]);
    expect(shown(0)).toEqual(["Total", "", "100.00", "125.0%", "--", "12", '{"a":1.5}']);
    expect(shown(1)).toEqual(["Total", "Energy", "60.50", "200.0%", "-0.00", "7", '{"a":0}']);
    expect(shown(2)).toEqual(["Total", "Energy, Oil", "39.50", "-75.0%", "0.00", "5", ""]);
  });

  it("writes CSV in full precision", () => {
    expect(tableToCsv(only(simplifiedRow))).toBe(
      [
        "Total,Economic Sector,Portfolio | Weight,Portfolio | Return,Total Effect,Curve",
        'Total,,100,1.25,,"{""a"":1.5}"',
        'Total,Energy,60.5,2,-0.004,"{""a"":0}"',
        'Total,"Energy, Oil",39.5,-0.75,0,',
        "",
      ].join("\r\n"),
    );
  });
});

describe("other forms", () => {
  it("decodes each output of an optimizer", () => {
    const tables = decodeResult(optimizer);
    expect(tables.map(({ id }) => id)).toEqual(["trades/table_0", "optimal/table_0"]);
    expect(tables.map((table) => table.columns.map((one) => cellValue(one, 0)))).toEqual([
      ["AAA", -12.5],
      ["BBB", 100.25],
    ]);
  });

  it("decodes version 1", () => {
    const table = only(version1);
    expect(table.columns.map(({ type, header, align }) => [type, header, align])).toEqual([
      ["string", ["Name"], undefined],
      ["double", ["Return"], "left"],
    ]);
    expect([0, 1, 2, 3].map((row) => table.columns.map((one) => cellValue(one, row)))).toEqual([
      ["a", 1],
      ["b", null],
      ["b", null],
      ["b", 2.5],
    ]);
  });
});
