import { readFileSync } from "node:fs";
import path from "node:path";
import type { Table } from "@analytics-engines/core/results";
import { beforeAll, describe, expect, it } from "vitest";
import { chartData, chartRuleOf, possibleCharts, suggestCharts } from "../src/chart/charts.ts";
import { miniChart } from "../src/chart/mini.ts";
import { rules } from "../src/chart/rules.ts";
import { isExported, officialResults } from "./support/official-results.ts";

let results: Map<string, Table[]>;
beforeAll(async () => {
  results = await officialResults();
});

function tableOf(result: string): Table {
  const [table] = results.get(result) ?? [];
  if (table === undefined) throw new Error(`no result ${result} among ${[...results.keys()].join(", ")}`);
  return table;
}

/** Each chart that the menu offers has content, bars of one unit, and no total beside its parts. */
function expectHonestCharts(chosen: readonly [string, Table[]][]): void {
  for (const [result, tables] of chosen) {
    for (const table of tables) {
      for (const spec of possibleCharts(table)) {
        const data = chartData(table, spec);
        const where = `${result}: ${spec.kind}`;
        expect(data.title, where).not.toBe("");
        if (data.shape === "bars" || data.shape === "pairs") {
          expect(data.groups.length, where).toBeGreaterThan(0);
          if (data.groups.length > 1) expect(data.groups, where).not.toContain("Total");
        }
        if (data.shape === "tree")
          expect(
            data.leaves.map(({ path }) => path.at(-1)),
            where,
          ).not.toContain("Total");
        if (data.shape === "areas" || data.shape === "lines") {
          for (const { values } of data.series) expect(values.length, where).toBe(data.days.length);
        }
      }
    }
  }
}

describe("the charts of a result", () => {
  it.each([
    ["pa/weights", "weights against a benchmark", "active treemap bars", "active weight by economic sector"],
    ["pa/weights over time", "weights over time", "area active", "weights to 100 %, 12 dates"],
    ["pa/holdings", "weights", "bars treemap", "ending Weight by security"],
    ["pa/contribution", "contribution", "bars pairs", "contribution to Return by economic sector"],
    ["pa/attribution", "attribution", "waterfall effects", "effects"],
    ["pa/attribution of the whole", "attribution", "waterfall", "effects"],
    ["pa/risk", "risk", "pairs", "volatility by economic sector"],
    ["pa/risk contributions", "risk contributions", "risk", "contribution to risk by economic sector"],
    ["spar/style", "style", "style", "style map"],
    ["key rates/result", "key rates", "keyRates", "duration by key rate"],
    ["pa/bonds", "bonds", "scatter", "yield to Maturity by Effective Duration"],
    ["spar/returns", "returns by period", "pairs", "returns by period"],
    ["spar/over time", "returns over time", "cumulative drawdown months", "cumulative return"],
    ["spar/statistics", "statistics", "riskReturn", "annualized Return by standard deviation"],
    ["vault/returns", "returns over time", "cumulative drawdown months", "cumulative return"],
    ["quant/prices", "prices over time", "rebased", "prices, rebased"],
    ["quant/screen", "screen", "bars line", "market Value by symbol"],
    ["fi/result", "bonds", "scatter", "yield to No Call by Effective Duration"],
    ["afi/result", "trades", "trades", "trades by value"],
    ["axp/result", "trades", "trades", "trades by value"],
    ["bpm/result", "trades", "trades", "trades by value"],
    ["fpo/result", "trades", "trades", "trades by value"],
    ["npo/result", "optimal portfolio", "trades treemap", "change of weight"],
  ])("%s are those of the rule for %s: %s, with the caption %s", (result, rule, kinds, caption) => {
    const table = tableOf(result);
    expect(chartRuleOf(table)?.result).toBe(rule);
    expect(
      suggestCharts(table)
        .map(({ kind }) => kind)
        .join(" "),
    ).toBe(kinds);
    expect(miniChart(table)?.caption).toBe(caption);
  });

  it("are honest: each that the menu offers has content, bars of one unit, and no total beside its parts", () => {
    expectHonestCharts([...results].filter(([result]) => !isExported(result)));
  });

  // The reading of tables does not know these headers and rows yet. With the fix, both tests become one again.
  it.fails("are honest for tables as exported", () => {
    expectHonestCharts([...results].filter(([result]) => isExported(result)));
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

it("docs/runs/charts.md explains each rule, in the order in which they apply", () => {
  const text = readFileSync(path.join(import.meta.dirname, "../../../docs/runs/charts.md"), "utf8");
  const section = text.slice(text.indexOf("## Which chart"), text.indexOf("## What no chart does"));
  const explained = [...section.matchAll(/^\| ([a-z][^|]*?) \|/gm)].map(([, result]) => result);
  expect(explained).toEqual(rules.map(({ result }) => result));
});
