import { cellText, decodeResult, formatOfCell, type Table } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { tablesFromJson, tablesToJson } from "../report/tables-json.ts";
import { excelSheet } from "./export/excel-sheet.ts";
import { alignOf } from "./state/columns.ts";
import { filterRows } from "./state/filter.ts";
import { viewTable } from "./state/grid-table.ts";

/** A table whose second row and third cell have formats of their own. */
function decodedTable(): Table {
  const [table] = decodeResult({
    tables: {
      t: {
        definition: { columns: [{ id: "a", name: "Weight", type: "real", format: { format: "{0:0.0}" } }] },
        data: {
          rows: [{ id: "1" }, { id: "2", format: { format: "{0:0.0000}", halign: "Left" } }, { id: "3" }],
          columns: { a: { values: [1.5, 2.5, 30.5], definitions: [null, null, { format: { format: "{0:0.000%}" } }] } },
        },
      },
    },
  });
  if (table === undefined) throw new Error("a table is expected");
  return table;
}

const textsOf = (table: Table | undefined) =>
  Array.from({ length: table?.rowCount ?? 0 }, (_, row) => table?.columns[0] && cellText(table.columns[0], row));
const texts = ["1.5", "2.5000", "3050.000%"];

describe("the formats of single cells and rows", () => {
  const table = decodedTable();

  it("show in the grid, and survive the way into a report", () => {
    expect(textsOf(table)).toEqual(texts);
    expect(textsOf(tablesFromJson(tablesToJson([table]))[0])).toEqual(texts);
    expect(table.columns[0] && [0, 1].map((row) => table.columns[0] && alignOf(table.columns[0], row))).toEqual([
      "right",
      "left",
    ]);
  });

  it("stay with their cells in another order of rows", () => {
    const view = viewTable(table, Int32Array.of(2, 0), [0]);
    expect(textsOf(view)).toEqual([texts[2], texts[0]]);
    expect(view.columns[0] && formatOfCell(view.columns[0], 0).format).toBe("{0:0.000%}");
  });

  it("are found by what the grid shows", () => {
    const matches = filterRows(table, {
      columns: new Map([[0, { kind: "values", texts: new Set(["2.5000"]) }]]),
      search: "",
    });
    expect(matches && [...matches]).toEqual([0, 1, 0]);
  });

  it("give the decimals of Excel", () => {
    expect(excelSheet(table, "t").rows.slice(1)).toEqual([
      [{ value: 1.5, format: "#,##0.0" }],
      [{ value: 2.5, format: "#,##0.0000" }],
      [{ value: 30.5, format: "#,##0.000" }],
    ]);
  });
});
