import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computed, tableOf } from "../../../test/support/compute.ts";
import { decodeSimulated } from "../../../test/support/decode.ts";
import { knownGood } from "../../catalogue/known-good.ts";
import { encodeTables } from "./encode.ts";
import type { Cell, ResultTable, TableColumn } from "./table.ts";

const organisations = ["SimplifiedRow", "Row", "Column"] as const;
const { pa, spar, vault } = knownGood().components;

describe("the three organisations of a result", () => {
  it.each([
    ["weights", "pa", { componentid: pa.weights }],
    ["attribution by group", "pa", { componentid: pa.attribution, componentdetail: "GROUPS" }],
    [
      "two accounts",
      "pa",
      { componentid: pa.contribution, accounts: [{ id: knownGood().accounts.small }, { id: "BMK:WORLD" }] },
    ],
    [
      "over time",
      "pa",
      { componentid: pa.weightsOverTime, dates: { startdate: "-1Y", enddate: "0M", frequency: "Monthly" } },
    ],
    ["spar", "spar", { componentid: spar.returnsOverTime }],
    ["vault", "vault", { componentid: vault.totalReturns, configid: knownGood().configuration }],
  ] as const)("say the same: %s", (_, family, unit) => {
    const [first, ...others] = organisations.map((organisation) =>
      decodeSimulated(computed(family, unit, { meta: { stachContentOrganization: organisation } }).body).map(
        ({ headers, dimensions, rows, metadata }) => ({ headers, dimensions, rows, metadata }),
      ),
    );
    expect(first?.[0]?.rows.length).toBeGreaterThan(1);
    for (const other of others) expect(other).toEqual(first);
  });

  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.constantFrom("a", "a", "a", 'x"y', "\u2028<b>é\\", null, null, 0, 0),
    fc.dictionary(fc.string(), fc.integer()),
  );
  const table: fc.Arbitrary<ResultTable> = fc
    .record({
      rowCount: fc.integer({ min: 0, max: 9 }),
      dimensions: fc.integer({ min: 0, max: 3 }),
      shape: fc.array(fc.array(fc.constantFrom("A", "B", "C"), { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
    })
    .chain(({ rowCount, dimensions, shape }) => {
      const cells = fc.array(cell, { minLength: rowCount, maxLength: rowCount });
      const columns = [
        ...Array.from({ length: dimensions }, (_, index) => ({ headers: [`dimension ${index}`], isDimension: true })),
        ...shape.map((headers) => ({ headers, isDimension: false })),
      ].map(
        (one, index): fc.Arbitrary<TableColumn> =>
          cells.map((values) => ({ name: `c${index}`, type: "object", ...one, cells: values })),
      );
      return fc.tuple(...columns).map(
        (made): ResultTable => ({
          columns: made,
          rowCount: made.length === 0 ? 0 : rowCount,
          metadata: { A: ["x"] },
        }),
      );
    });

  it("say the same of any table", () => {
    fc.assert(
      fc.property(fc.array(table, { minLength: 1, maxLength: 3 }), (tables) => {
        const decoded = organisations.map((organisation) =>
          decodeSimulated(encodeTables(tables, organisation, "salt")),
        );
        for (const [index, { columns, rowCount }] of tables.entries()) {
          const rows = Array.from({ length: rowCount }, (_, row) => columns.map(({ cells }) => cells[row]));
          for (const one of decoded) {
            expect(one[index]?.headers).toEqual(columns.map((column) => column.headers.join(" | ")));
            expect(one[index]?.rows).toEqual(JSON.parse(JSON.stringify(rows)));
          }
        }
      }),
    );
  });
});

describe("Row", () => {
  it("shares header cells across and down, and tells the depth of groups", () => {
    const unit = { componentid: pa.contribution, componentdetail: "GROUPSALL" };
    const body = JSON.parse(
      new TextDecoder().decode(computed("pa", unit, { meta: { stachContentOrganization: "Row" } }).body),
    );
    const [firstTable] = Object.values<{ data: { rows: { cells: string[]; headerCellDetails: object }[] } }>(
      body.data.tables,
    );
    const [first, second] = firstTable?.data.rows ?? [];
    expect(first?.cells).toEqual(["Total", "Economic Sector", "Industry", "Portfolio", "Benchmark"]);
    expect(first?.headerCellDetails).toMatchObject({
      "0": { rowspan: 2, source: "PRIMARY" },
      "2": { rowspan: 2, source: "PRIMARY", columnIndex: 2 },
      "3": { colspan: 3, source: "HEADERS" },
      "4": { colspan: 3, source: "HEADERS" },
    });
    expect(second?.cells).toHaveLength(6);
    expect(second?.headerCellDetails).toMatchObject({ "0": { source: "HEADERS", columnIndex: 1 } });
    const { rows, levels } = tableOf("pa", unit, { meta: { stachContentOrganization: "row" } });
    const filled = rows.map((row) => row.slice(0, 3).filter((name) => name !== null).length - 1);
    expect(levels).toEqual(filled);
    expect(new Set(levels)).toEqual(new Set([0, 1, 2]));
  });
});

describe("Column", () => {
  it("writes a run of equal cells once, and leaves out the rows of a large table", () => {
    const meta = { stachContentOrganization: "Column" };
    const small = new TextDecoder().decode(
      computed("pa", { componentid: pa.weights, componentdetail: "groups" }, { meta }).body,
    );
    const large = new TextDecoder().decode(
      computed("pa", { componentid: pa.weights, accounts: [{ id: "Demo:/Large/HOLDINGS_2000.ACCT" }] }, { meta }).body,
    );
    const rowsOf = (text: string) =>
      Object.values<{ data: { rows?: unknown } }>(JSON.parse(text).data.tables)[0]?.data.rows;
    expect(small).toMatch(/"values":\["Total"\],"ranges":\{"0":12\}/);
    // Each of the outermost groups of the large result begins at another row.
    expect(large).toMatch(/"ranges":\{("\d+":\d+,)+"\d+":\d+\}/);
    expect(rowsOf(small)).toHaveLength(12);
    expect(rowsOf(large)).toBeUndefined();
  });

  it("keeps the table of headers out of the primary tables", () => {
    const body = JSON.parse(
      new TextDecoder().decode(
        computed("pa", { componentid: pa.weights }, { meta: { stachContentOrganization: "Column" } }).body,
      ),
    );
    expect(body.data.primaryTableIds).toHaveLength(1);
    expect(Object.keys(body.data.tables)).toHaveLength(2);
    const primary = body.data.tables[body.data.primaryTableIds[0]];
    expect(body.data.primaryTableIds).not.toContain(primary.definition.headerTableId);
  });
});
