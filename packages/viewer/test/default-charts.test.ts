import { readFileSync } from "node:fs";
import path from "node:path";
import { readTable, type Table } from "@analytics-engines/core/results";
import { beforeAll, describe, expect, it } from "vitest";
import { chartData, choices, possibleCharts, suggestCharts } from "../src/chart/charts.ts";
import { miniChart } from "../src/chart/mini.ts";
import { resultKindOf } from "../src/result-kind.ts";
import { officialResults } from "./support/official-results.ts";

let results: Map<string, Table[]>;
beforeAll(async () => {
  results = await officialResults();
});

function tableOf(result: string): Table {
  const [table] = results.get(result) ?? [];
  if (table === undefined) throw new Error(`no result ${result} among ${[...results.keys()].join(", ")}`);
  return table;
}

describe("the charts of a result", () => {
  it.each([
    ["pa/weights", "weights", "active bars", "active weight by economic sector"],
    ["pa/weights over time", "weights", "area active", "portfolio ending weight by economic sector"],
    ["pa/holdings", "weights", "bars", "portfolio ending weight by security"],
    ["pa/contribution", "contribution", "bars pairs", "portfolio contribution to return by economic sector"],
    ["pa/attribution", "attribution", "waterfall effects", "effects"],
    ["pa/attribution of the whole", "attribution", "waterfall", "effects"],
    ["pa/risk", "risk", "pairs", "volatility by economic sector"],
    ["pa/risk contributions", "risk parts", "risk", "contribution to risk by economic sector"],
    ["spar/style", "style", "style", "style map"],
    ["key rates/result", "key rates", "keyRates", "duration by key rate"],
    ["pa/bonds", "bonds", "scatter", "yield to Maturity by effective duration"],
    ["spar/returns", "horizons", "horizons", "returns by period"],
    ["spar/over time", "returns", "cumulative drawdown months", "cumulative return"],
    ["spar/statistics", "statistics", "riskReturn", "annualized Return by standard deviation"],
    ["vault/returns", "returns", "cumulative drawdown months", "cumulative return"],
    ["quant/prices", "levels", "rebased", "prices, rebased"],
    ["quant/screen", "measures", "bars line", "market Value by symbol"],
    ["fi/result", "bonds", "scatter", "yield to No Call by effective duration"],
    ["afi/result", "trades", "trades", "trades by value"],
    ["axp/result", "trades", "trades", "trades by value"],
    ["bpm/result", "trades", "trades", "trades by value"],
    ["fpo/result", "trades", "trades", "trades by value"],
    ["npo/result", "rebalancing", "trades", "change of weight"],
  ])("%s are those of the kind %s: %s, with the caption %s", (result, kind, kinds, caption) => {
    const table = tableOf(result);
    expect(resultKindOf(readTable(table))).toBe(kind);
    expect(
      suggestCharts(table)
        .map(({ kind }) => kind)
        .join(" "),
    ).toBe(kinds);
    expect(miniChart(table)?.caption).toBe(caption);
  });

  it("are honest: each that the menu offers has content, bars of one unit, and no total beside its parts", () => {
    for (const [result, tables] of results) {
      for (const table of tables) {
        for (const spec of possibleCharts(table)) {
          const data = chartData(table, spec);
          const where = `${result}: ${spec.kind}`;
          expect(data.title, where).not.toBe("");
          if (data.shape === "bars" || data.shape === "pairs") {
            expect(data.groups.length, where).toBeGreaterThan(0);
            if (data.groups.length > 1) expect(data.groups, where).not.toContain("Total");
          }
          if (data.shape === "areas" || data.shape === "lines") {
            for (const { values } of data.series) expect(values.length, where).toBe(data.days.length);
          }
        }
      }
    }
  });

  it("stack the weights of all groups to 100 %", () => {
    const table = tableOf("pa/weights over time");
    const [spec] = suggestCharts(table);
    const data = spec && chartData(table, spec);
    if (data?.shape !== "areas") throw new Error("no areas");
    expect(data.series).toHaveLength(11);
    for (const place of data.days.keys()) {
      expect(data.series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)).toBeCloseTo(100, 6);
    }
  });
});

it("docs/runs/charts.md explains each kind of result that has a chart", () => {
  const text = readFileSync(path.join(import.meta.dirname, "../../../docs/runs/charts.md"), "utf8");
  const section = text.slice(text.indexOf("## Which chart"), text.indexOf("## What no chart does"));
  const explained = [...section.matchAll(/^\| ([a-z][^|]*?) \|/gm)].map(([, result]) => result);
  const drawn = Object.entries(choices).filter(([, { rows }]) => rows.length > 0);
  expect(explained).toEqual(drawn.map(([kind]) => kind));
});
