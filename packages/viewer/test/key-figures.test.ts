import { cellText, grandTotalRow, leafRows, readTable, type Table } from "@analytics-engines/core/results";
import { beforeAll, describe, expect, it } from "vitest";
import { resultKindOf } from "../src/result-kind.ts";
import type { KeyFigure } from "../src/run/head/key-figure.ts";
import { keyFigures } from "../src/run/head/key-figures.ts";
import { isExported, officialResults } from "./support/official-results.ts";

let results: Map<string, Table[]>;
beforeAll(async () => {
  results = await officialResults();
});

function tableOf(result: string): Table {
  const [table] = results.get(result) ?? [];
  if (table === undefined) throw new Error(`no result ${result}`);
  return table;
}

/** A column as numbers, by the end of its header. */
function numbersOf(table: Table, ...header: readonly string[]): number[] {
  const column = table.columns.find((one) => header.every((level) => one.header.includes(level)));
  if (column?.values.kind !== "number") throw new Error(`no numbers ${header.join(" | ")}`);
  return [...column.values.values];
}

const textOf = ({ label, value, unit, isPart }: KeyFigure) =>
  `${isPart ? "" : "*"}${label} ${value}${unit && ` ${unit}`}`;
const figureValue = (result: string, label: string) =>
  keyFigures(tableOf(result)).find((figure) => figure.label === label)?.value;

describe("the key figures of a result", () => {
  it.each([
    [
      "pa/weights",
      "*Holdings, *In benchmark, *Active share, *Ten largest holdings, Most overweight: Communication, Most underweight: Technology",
    ],
    [
      "pa/weights over time",
      "*Economic sectors, *In benchmark, Most overweight: Communication, Most underweight: Technology, Last date, Dates",
    ],
    ["pa/holdings", "*Holdings, *Ten largest holdings, Largest: Quillwick Power Grids Group"],
    ["pa/contribution", "*Portfolio return, *Benchmark return, *Active return, Most: Utilities, Least: Health"],
    ["pa/attribution", "*Portfolio return, *Benchmark return, *Active return, Allocation, Selection, Interaction"],
    ["pa/risk", "*Portfolio volatility, *Benchmark volatility, Portfolio beta, Benchmark beta"],
    [
      "pa/bonds",
      "*Effective Duration, *Yield to Maturity, *Option Adjusted Spread, Benchmark effective duration, Benchmark yield to maturity, Holdings",
    ],
    ["fi/result", "*Yield to No Call, *OAS, *Effective Duration, *Securities"],
    ["spar/returns", "*GLOBAL_EQUITY, 1 year, *World Equity, 1 year, *Difference, GLOBAL_EQUITY, since start"],
    ["spar/over time", "*GLOBAL_EQUITY, 36 periods, *World Equity, 36 periods, *Difference, GLOBAL_EQUITY, 2025-12-31"],
    ["vault/returns", "*Portfolio, 6 periods, *Benchmark, 6 periods, *Difference, Portfolio, 2025-12-31"],
    ["fpo/result", "*Buys, *Sells, Net, Names traded"],
    ["quant/prices", "Prices from, to, *BRKN, *CYPR, *ALDR"],
    ["quant/screen", "*Securities, *Largest: ZLNJM-JP, Last date, Dates"],
  ])("%s are: %s", (result, labels) => {
    const shown = keyFigures(tableOf(result)).map(({ label, isPart }) => `${isPart ? "" : "*"}${label}`);
    expect(shown.join(", ")).toBe(labels);
  });

  it("are cells of the table's own total, with a few exceptions", () => {
    const computed = /^(Active share|Ten largest|Active return|Holdings|In benchmark|Most|Least)/;
    let checked = 0;
    for (const [result, tables] of results) {
      // Figures of an export may come from the block of the last date, which the total is not alone in.
      if (isExported(result)) continue;
      for (const table of tables) {
        const row = grandTotalRow(readTable(table));
        if (row === undefined) continue;
        const cells = table.columns.map((column) => cellText(column, row));
        for (const figure of keyFigures(table)) {
          if (computed.test(figure.label)) continue;
          expect(cells, `${result}: ${textOf(figure)}`).toContain(figure.value.replace(/^\+/, ""));
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  it("name no number that is missing, and at most six", () => {
    for (const [result, tables] of results) {
      for (const table of tables) {
        const figures = keyFigures(table);
        expect(figures.length, result).toBeLessThanOrEqual(6);
        for (const { value } of figures) expect(value, result).toMatch(/\d/);
      }
    }
  });

  it("compute the active share and the largest holdings only from the holdings", () => {
    const table = tableOf("pa/weights");
    const rows = leafRows(readTable(table));
    const leaves = (values: readonly number[]) => rows.map((row) => values[row] || 0);
    const [fund, benchmark] = ["Portfolio", "Benchmark"].map((side) => leaves(numbersOf(table, side, "Ending Weight")));
    if (!fund || !benchmark) throw new Error("no weights");
    const distance = fund.reduce((sum, value, place) => sum + Math.abs(value - (benchmark[place] ?? 0)), 0);
    expect(figureValue("pa/weights", "Active share")).toBe((distance / 2).toFixed(2));
    const ten = fund.toSorted((a, b) => b - a).slice(0, 10);
    expect(figureValue("pa/weights", "Ten largest holdings")).toBe(
      ten.reduce((sum, value) => sum + value, 0).toFixed(2),
    );
    expect(figureValue("pa/weights", "Holdings")).toBe(String(fund.filter((value) => value !== 0).length));
  });

  it("link returns to the total return that the service states for the same period", () => {
    const statistics = tableOf("spar/statistics");
    const [total = 0] = numbersOf(statistics, "GLOBAL_EQUITY");
    expect(figureValue("spar/over time", "GLOBAL_EQUITY, 36 periods")).toBe(total.toFixed(2));
  });

  it("add buys and sells apart", () => {
    const values = numbersOf(tableOf("fpo/result"), "Trade Value");
    const sum = (sign: number) => values.filter((value) => value * sign > 0).reduce((total, value) => total + value, 0);
    expect(figureValue("fpo/result", "Buys")).toBe(`${(sum(1) / 1e6).toFixed(1)} m`);
    expect(figureValue("fpo/result", "Sells")).toBe(`\u2212${(-sum(-1) / 1e6).toFixed(1)} m`);
  });

  it("state a turnover only if the table has all holdings before and after", () => {
    for (const result of ["axp/result", "npo/result"]) {
      for (const table of results.get(result) ?? []) {
        if (resultKindOf(readTable(table)) !== "rebalancing") continue;
        const whole = ["Initial Weight", "Optimal Weight"].every(
          (name) => Math.abs(numbersOf(table, name).reduce((sum, value) => sum + (value || 0), 0) - 100) <= 0.01,
        );
        const hasTurnover = keyFigures(table).some(({ label }) => label.startsWith("Turnover"));
        expect(hasTurnover, result).toBe(whole);
      }
    }
  });
});
