import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { decodeResultBytes } from "../decode-bytes.ts";
import type { Table } from "../table.ts";
import { grandTotalRow, leafRows, readTable, rowLabels } from "./table-reading.ts";

const SHAPES = path.join(import.meta.dirname, "../../../test/results/real-shapes");

async function shape(name: string): Promise<Table> {
  const file = name.includes(".") ? name : `${name}.json`;
  const [table] = await decodeResultBytes(readFileSync(path.join(SHAPES, file)));
  if (table === undefined) throw new Error(`no table in ${file}`);
  return table;
}

/** The names of the rows of each role, without roles that no row has. */
async function rowsOf(name: string) {
  const reading = readTable(await shape(name));
  const rows = [...reading.roles.keys()];
  const labels = rowLabels(reading.table, reading, reading, rows);
  return Object.fromEntries(
    (["total", "subtotal", "group", "leaf", "note"] as const).flatMap((role) => {
      const texts = rows.filter((row) => reading.roles[row] === role).map((row) => labels[row]);
      return texts.length > 0 ? [[role, texts.join(" / ")]] : [];
    }),
  );
}

describe("the rows of a table", () => {
  it.each([
    [
      "attribution-plus",
      { total: "Total", group: "Industrials / Utilities", leaf: "Alder Plc / Birken AG / Cedar Co / [Cash]" },
    ],
    [
      "total-beside-groups",
      {
        total: "Total",
        group: "Industrials / Utilities / [Cash]",
        leaf: "Alder Plc / Birken AG / Cedar Inc / U.S. Dollar",
      },
    ],
    ["weights-by-date-in-headers", { total: "Total", group: "Industrials / Utilities", leaf: "Alder Plc / Cedar Inc" }],
    [
      "footers",
      {
        total: "Total Equity",
        leaf: "Health / Energy / Cash",
        note: "Benchmark: Index B /  / * Gross of fees. / Source: own data",
      },
    ],
    ["repeated-blocks", { total: "Data", leaf: "Health / Energy" }],
    ["n-abbreviated", { total: "Data", leaf: "Health / Energy" }],
    ["long-short", { total: "Total", group: "Long / Short", leaf: "Alder Plc / Birken AG / Cedar Co" }],
    ["holdings-two-dates", { total: "Total", leaf: "Alder 3 2030 / Birken 4 2036 / Cash" }],
    [
      "securities-by-date",
      {
        leaf: "ALD-US, 2026-07-31 / BIR-US, 2026-07-31 / CED-US, 2026-07-31 / ALD-US, 2026-08-31 / BIR-US, 2026-08-31 / CED-US, 2026-08-31",
      },
    ],
    [
      "bond-calculations",
      {
        leaf: "Alder 3 2030, Base / Alder 3 2030, +100bp / Birken 4 2036, Base / Birken 4 2036, +100bp / CCC3",
      },
    ],
  ])("of %s have their roles", async (name, roles) => {
    expect(await rowsOf(name)).toEqual(roles);
  });
});

describe("the time of a table", () => {
  it.each([
    ["returns-by-month", "2026-01-31 2026-02-28 2026-03-31 2026-04-30 2026-05-31 2026-06-30"],
    ["securities-by-date", "2026-07-31 2026-08-31"],
    ["quant-series-with-sector", "2023-07-31 2023-08-31"],
    ["universe-after.feather", "2026-08-31 2026-09-30"],
    ["composite-report", "2022 2023 2024 2025 2026 YTD"],
    ["n-year", "2022 2023 2024"],
    ["holdings-two-dates", undefined],
    ["holdings-with-trade-date", undefined],
    ["bonds-by-maturity", undefined],
    ["bond-calculations", undefined],
    ["horizons", undefined],
    ["repeated-blocks", undefined],
  ])("of %s is %s", async (name, labels) => {
    expect(readTable(await shape(name)).time?.labels.join(" ")).toBe(labels);
  });

  it.each([
    ["dates-in-headers", "2026-04-28 2026-04-29", "2026-04-29"],
    ["weights-by-date-in-headers", "2017-12-29 2018-01-31 2018-02-28", "2018-02-28"],
    ["periods-in-headers", "09-JUN-2026 to 10-JUN-2026 10-JUN-2026 to 11-JUN-2026 Total", "Total"],
    ["repeated-blocks", "2026-01-02 2026-01-09", "2026-01-09"],
  ])("in the headers of %s is %s, and the last block is current", async (name, labels, current) => {
    const reading = readTable(await shape(name));
    expect(reading.blocks.map(({ label }) => label).join(" ")).toBe(labels);
    expect(new Set(reading.current.map(({ block }) => reading.blocks[block]?.label))).toEqual(new Set([current]));
  });
});

describe("the effects of an attribution", () => {
  it.each([
    ["attribution-plus", "Allocation Effect, Selection Effect, Interaction Effect", "Total Effect", ""],
    ["n-effect-lineends", "Allocation Effect, Selection Effect", "Total Effect", ""],
    ["n-effect-camel", "Alloc Effect, Select Effect, Inter Effect", undefined, ""],
    [
      "n-risk-effects",
      "Risk Factors Effect, Risk Stock Specific Effect, Risk Transaction Effect",
      "Total Effect",
      "Risk Total Effect",
    ],
    [
      "local-and-currency",
      "Shift Effect ( Local ), Twist Effect ( Local ), Allocation Effect ( Local ), Selection Effect ( Local ), Total Currency Effect",
      "Total Effect",
      "Total Effect ( Local )",
    ],
    ["periods-in-headers", "", "Total Effect", ""],
  ])("of %s are %s with the total %s", async (name, parts, total, subtotals) => {
    const { effects } = readTable(await shape(name));
    expect(effects.parts.map((effect) => effect.name).join(", ")).toBe(parts);
    expect(effects.total?.name).toBe(total);
    expect(effects.subtotals.map((effect) => effect.name).join(", ")).toBe(subtotals);
  });
});

describe("the whole of a table", () => {
  it("is its total row, or its only row", async () => {
    expect(grandTotalRow(readTable(await shape("total-beside-groups")))).toBe(0);
    expect(grandTotalRow(readTable(await shape("footers")))).toBe(3);
    expect(grandTotalRow(readTable(await shape("horizons")))).toBeUndefined();
    expect(leafRows(readTable(await shape("footers")))).toEqual([0, 1, 2]);
  });

  it("is none where rows are measures", async () => {
    expect(readTable(await shape("characteristics")).rowsAreMeasures).toBe(true);
    expect(readTable(await shape("attribution-plus")).rowsAreMeasures).toBe(false);
    expect(readTable(await shape("horizons")).rowsAreMeasures).toBe(false);
  });
});
