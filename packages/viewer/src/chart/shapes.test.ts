import { foldHeader, type Measure, numberAt, readTable, rowLabel, type Table } from "@analytics-engines/core/results";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { contentOf, realShapes } from "../../test/support/real-shapes.ts";
import { column, table } from "../../test/support/tables.ts";
import { chartData, possibleCharts, suggestCharts } from "./charts.ts";
import { miniChart } from "./mini.ts";
import type { ChartData } from "./spec.ts";

let shapes: ReadonlyMap<string, Table>;
beforeAll(async () => {
  shapes = await realShapes();
});

function shape(name: string): Table {
  const found = shapes.get(name);
  if (found === undefined) throw new Error(`no shape ${name}`);
  return found;
}

/** Each shape with its charts, and the title and the content of the default one; without texts, it has none. */
const expected: readonly (readonly [name: string, kinds: string, title: string, content: string])[] = [
  [
    "accounts-in-headers",
    "bars",
    "Ending Weight by security (%, largest first)",
    "Fund A: Cedar Co – / Alder Plc 60 / Birken AG 40; Fund C: Cedar Co 70 / Alder Plc 30 / Birken AG –; Index B: Cedar Co 40 / Alder Plc 20 / Birken AG 40",
  ],
  [
    "attribution-plus",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Benchmark 1.5 / Allocation 0.2 / Selection 0.25 / Interaction 0.05 / Portfolio 2",
  ],
  ["big-negative", "", "", ""],
  [
    "bond-calculations",
    "scatter",
    "Yield to No Call by effective duration (scenario Base, 2 points)",
    "Alder 3 2030 3.6 2.9 / Birken 4 2036 8.4 3.8",
  ],
  [
    "bonds-by-maturity",
    "scatter",
    "Yield to Maturity by effective duration (2 points)",
    "Bond A 3.1 3.9 / Bond B 7.5 4.4",
  ],
  ["characteristics", "", "", ""],
  [
    "composite-report",
    "periods",
    "Return by period (%)",
    "Gross Return: 2022 -14.2 / 2023 19 / 2024 11.1 / 2025 7.4 / 2026 YTD 3.1; Net Return: 2022 -14.9 / 2023 18.2 / 2024 10.3 / 2025 6.6 / 2026 YTD 2.8; Benchmark: 2022 -16 / 2023 20.1 / 2024 12 / 2025 7 / 2026 YTD 2.5",
  ],
  ["cumulative-by-day", "line drawdown", "Cumulative return (%, as the result has it)", "Fund A 3.1 / Index B 2.4"],
  [
    "cumulative-returns",
    "line drawdown",
    "Cumulative return (%, as the result has it)",
    "World Equity 3.1 / Growth Fund 3",
  ],
  ["d-3month", "line", "3 Month return (%, as the result has it)", "3 Month 1.5"],
  ["d-ann", "line", "Annualised Return (%, as the result has it)", "Annualised Return 7.2"],
  ["d-cagr", "line", "CAGR (%, as the result has it)", "CAGR 7.2"],
  ["d-contrib", "line", "Portfolio contrib. to return (%)", "Portfolio contrib. to return 2.5"],
  [
    "d-cum-port",
    "line drawdown",
    "Portfolio cumulative total return (%, as the result has it)",
    "Portfolio cumulative total return 2.5",
  ],
  ["d-cum", "line drawdown", "Cumulative Return (%, as the result has it)", "Cumulative Return 2.5"],
  [
    "d-cumeffect",
    "line",
    "Cumulative Total Effect ( Local ) (%, as the result has it)",
    "Cumulative Total Effect ( Local ) 0.25",
  ],
  ["d-cumimpact", "line", "Cumulative Factor Impact (%, as the result has it)", "Cumulative Factor Impact 0.25"],
  ["d-drawdown", "line", "Max Drawdown (%)", "Max Drawdown -3"],
  ["d-expected", "line", "Expected Return (%)", "Expected Return 7.1"],
  ["d-factor", "line", "Compounded Factor Return (%, as the result has it)", "Compounded Factor Return 2.5"],
  ["d-growth", "line drawdown", "Growth of $10,000 ()", "Growth of $10,000 10250"],
  ["d-itd", "line", "ITD Return (%, as the result has it)", "ITD Return 33.5"],
  ["d-mtd-change", "line", "MTD Change (%, as the result has it)", "MTD Change 0.5"],
  ["d-pricechange", "line", "Price Change (%)", "Price Change 0.5"],
  ["d-roc", "line", "Return on Equity (%)", "Return on Equity 15.2"],
  ["d-roe", "line", "Portfolio ROE - NTM (%)", "Portfolio ROE - NTM 15.2"],
  ["d-rolling", "line", "Rolling 12-Month Returns (%, as the result has it)", "Rolling 12-Month Returns 10.1"],
  ["d-since", "line", "Return Since Launch (%, as the result has it)", "Return Since Launch 33.5"],
  ["d-spreadret", "line", "Portfolio spread return ( local ) (%)", "Portfolio spread return ( local ) 0.05"],
  ["d-stdret", "line", "3-Year Annualized Std Dev (%, as the result has it)", "3-Year Annualized Std Dev 14.2"],
  [
    "d-trailing",
    "line",
    "Trailing 3-Year Return (Ann.) (%, as the result has it)",
    "Trailing 3-Year Return (Ann.) 7.2",
  ],
  ["d-vol", "line", "Portfolio MPT volatility (%)", "Portfolio MPT volatility 13.9"],
  ["d-volret", "line", "Portfolio volatility return (local) (%)", "Portfolio volatility return (local) 0.05"],
  ["d-yield", "line", "Benchmark dividend yield - annual (%)", "Benchmark dividend yield - annual 1.4"],
  ["d-ytd-return", "line", "YTD Return (%, as the result has it)", "YTD Return 2.5"],
  ["d-ytd", "line", "YTD return (%, as the result has it)", "YTD 2.5"],
  [
    "dates-in-headers",
    "bars area",
    "Ending Weight by security (%, on 2026-04-29, largest first)",
    "Alder Plc 45 / Birken AG 35 / Cedar Co 20",
  ],
  [
    "footers",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Benchmark 1.5 / Asset Allocation 0.2 / Sec. Selection 0.25 / Not explained 0.05 / Portfolio 2",
  ],
  [
    "headers-with-plus",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Benchmark 1.5 / Allocation 0.2 / Selection 0.25 / Interaction 0.05 / Portfolio 2",
  ],
  [
    "holdings-two-dates",
    "scatter",
    "Yield to Worst by mod. duration (3 points)",
    "Alder 3 2030 3.6 4.5 / Birken 4 2036 8.4 4 / Cash 0 0",
  ],
  ["holdings-with-trade-date", "bars", "Ending Weight by security (%, largest first)", "Alder 60 / Birken 40"],
  [
    "horizons",
    "horizons",
    "Returns by period (%, ann. = annualized)",
    "Fund A: 1 Month 1.2 / 3 Month 3.1 / YTD 5.5 / 1 Year 9.8 / 3 Year (Ann.) 7.2 / 5 Year (Ann.) 6.1 / Since Inception 6.9; Fund C: 1 Month 1 / 3 Month 2.2 / YTD 4.8 / 1 Year 8 / 3 Year (Ann.) – / 5 Year (Ann.) – / Since Inception 8.4; Index B: 1 Month 1.1 / 3 Month 2.9 / YTD 5 / 1 Year 9 / 3 Year (Ann.) 6.8 / 5 Year (Ann.) 5.9 / Since Inception 6.2",
  ],
  [
    "local-and-currency",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Benchmark 0.2 / Shift ( Local ) -0.1 / Twist ( Local ) -0.02 / Allocation ( Local ) -0.3 / Selection ( Local ) 0.02 / Currency -0.1 / Portfolio -0.3",
  ],
  ["long-short", "bars", "Portfolio ending weight by group (%, largest first)", "Long 130 / Short -30"],
  ["matrix-groups", "active bars", "Active weight by group (%, largest overweight first)", "Americas 10 / Europe -10"],
  ["n-abbreviated", "active bars", "Active weight by group (%, largest overweight first)", "Health 17 / Energy -17"],
  ["n-active-share", "", "", ""],
  ["n-camel", "scatter", "Ask Yield To Worst by mid effective duration (2 points)", "A1 3.6 4.5 / B2 8.4 4"],
  [
    "n-cont-return",
    "bars pairs",
    "Portfolio cont. total return by group (%, largest first)",
    "Health 1.8 / Energy 0.2",
  ],
  ["n-contrib-plus", "bars", "Portfolio contrib. to return by group (%, largest first)", "Health 1.8 / Energy 0.2"],
  [
    "n-difference-returns",
    "pairs",
    "Return by group (%, largest first)",
    "Portfolio: Health 3 / Energy 0.5; Benchmark: Health 2.4 / Energy 0.6",
  ],
  ["n-difference", "active bars", "Active weight by group (%, largest overweight first)", "Health 17 / Energy -17"],
  ["n-digits", "bars", "Portfolio ending weight by holding (%, largest first)", "Alder Plc 60 / Birken AG 40"],
  ["n-duration-contribution", "bars", "Weight by security (%, largest first)", "Alder 3 2030 60 / Birken 4 2036 40"],
  [
    "n-effect-camel",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Benchmark 1.5 / Allocation 0.2 / Selection 0.25 / Interaction 0.05 / Portfolio 2",
  ],
  [
    "n-effect-lineends",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Benchmark 1.5 / Allocation 0.2 / Selection 0.3 / Portfolio 2",
  ],
  [
    "n-effect-short",
    "effects",
    "Effects by group (%, largest total first)",
    "Allocation: Health 0.1 / Energy 0.1; Selection: Health 0.2 / Energy 0.05; Interaction: Health 0.05 / Energy 0; totals: Health 0.35 / Energy 0.15",
  ],
  [
    "n-effect-words",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Index B 1.5 / Allocation 0.2 / Selection 0.3 / Fund A 2",
  ],
  ["n-flags", "bars", "Price by UNIVERSE (largest first)", "CED-US 30 / BIR-US 20 / ALD-US 10"],
  [
    "n-flows",
    "bars",
    "Market Value by group (largest first)",
    "Beginning Market Value: Health 600 / Energy 400; Ending Market Value: Health 808 / Energy 254",
  ],
  ["n-growth", "bars", "EPS Growth - Hist. 3Yr by account (%, largest first)", "Fund A 8.1 / Fund C 6"],
  [
    "n-krd-words",
    "keyRates",
    "Duration by key rate (years, at each point of the curve)",
    "6 m 0.1 / 1 y 0.4 / 5 y 2 / 10 y 3",
  ],
  [
    "n-krd",
    "keyRates",
    "Duration by key rate (years, at each point of the curve)",
    "1 m 0.01 / 6 m 0.1 / 1 y 0.4 / 10 y 3 / 30 y 1",
  ],
  ["n-marketcap", "bars", "Portfolio ending weight by security (%, largest first)", "Alder Plc 60 / Birken AG 40"],
  ["n-percent-words", "active bars", "Active weight by group (%, largest overweight first)", "Health 17 / Energy -17"],
  [
    "n-prices",
    "bars",
    "Price by security (largest first)",
    "Beginning Price: Birken AG 20 / Alder Plc 10; Ending Price: Birken AG 19 / Alder Plc 11",
  ],
  [
    "n-relative-risk",
    "bars",
    "Relative value at risk 95% standalone by composite (%, largest first)",
    "Fund A 1.2 / Fund C 0.8",
  ],
  [
    "n-risk-contribution",
    "risk",
    "Contribution to risk by group (%, parts only, largest first)",
    "Term Structure Contribution: Health 2 / Energy 1.1; Spread Contribution: Health 0.7 / Energy 0.5; totals: Health 2.7 / Energy 1.6",
  ],
  [
    "n-risk-effects",
    "effects",
    "Effects by group (%, largest total first)",
    "Risk Factors: Health 0.1 / Energy 0.1; Risk Stock Specific: Health 0.2 / Energy 0.1; Risk Transaction: Health -0.02 / Energy -0.03; totals: Health 0.28 / Energy 0.17",
  ],
  ["n-spread", "bars", "Portfolio spread return ( local ) by group (%, largest first)", "Health 0.4 / Energy 0.15"],
  ["n-suffix", "line", "Predicted Tracking Error (Std Dev) (%)", "Portfolio 4.3 / Benchmark 0"],
  [
    "n-year",
    "periods cumulative drawdown",
    "Return by period (%)",
    "Net Return: 2022 -14.9 / 2023 18.2 / 2024 10.3; Benchmark: 2022 -16 / 2023 20.1 / 2024 12",
  ],
  [
    "optimizer",
    "trades",
    "Trades by value (buys 2,000, sells 1,500)",
    "Birken AG 1000 / Cedar Co 1000 / Alder Plc -1500",
  ],
  [
    "periods-in-headers",
    "effects",
    "Total effect by group (%, all periods, largest total first)",
    "Americas 0.5 / Europe 0.2",
  ],
  ["quant-series-with-sector", "rebased", "Prices, rebased (2023-07-31 = 100)", "ALDR-XX 105.62 / BRKN-XX 95.63"],
  [
    "repeated-blocks",
    "active bars area",
    "Active weight by security (%, on 2026-01-09, largest overweight first)",
    "Health 17 / Energy -17",
  ],
  [
    "return-and-cumulative",
    "cumulative drawdown months",
    "Cumulative return (%, 2026-01-31 to 2026-04-30, linked from the returns of the periods)",
    "Fund A 2.46",
  ],
  [
    "returns-by-month",
    "cumulative drawdown months",
    "Cumulative return (%, 2026-01-31 to 2026-06-30, linked from the returns of the periods)",
    "Fund A 3.46 / Index B 3.39",
  ],
  [
    "securities-by-date",
    "rebased",
    "Prices, rebased (2026-07-31 = 100)",
    "ALD-US 105.62 / BIR-US 95.63 / CED-US 102.39",
  ],
  [
    "total-beside-groups",
    "waterfall effects",
    "From benchmark to portfolio (return, %)",
    "Benchmark 1.5 / Allocation 0.2 / Selection 0.25 / Interaction 0.05 / Portfolio 2",
  ],
  [
    "universe-after.feather",
    "rebased",
    "Prices, rebased (2026-08-31 = 100)",
    "ALDR 102 / BRKN 102.38 / CEDR 98.78 / DLTA 108.33",
  ],
  [
    "universe-before.feather",
    "rebased",
    "Prices, rebased (2026-08-31 = 100)",
    "BRKN 102.38 / CEDR 98.78 / DLTA 108.33",
  ],
  [
    "weights-by-date-in-headers",
    "bars area",
    "Portfolio ending weight by group (%, on 2018-02-28, largest first)",
    "Industrials 50 / Utilities 50",
  ],
  [
    "weights-three-levels",
    "active bars",
    "Active weight by group (%, largest overweight first)",
    "Health 15 / [Cash] 5 / [Unassigned] 2 / Energy -22",
  ],
];

describe("the charts of real shapes", () => {
  it.each(expected)("%s: %s", (name, kinds, title, content) => {
    const specs = suggestCharts(shape(name));
    expect(specs.map(({ kind }) => kind).join(" ")).toBe(kinds);
    const [spec] = specs;
    const data = spec && chartData(shape(name), spec);
    expect(data === undefined ? "" : `${data.title} (${data.subtitle})`).toBe(title);
    expect(data === undefined ? "" : contentOf(data)).toBe(content);
    expect(miniChart(shape(name)) === undefined).toBe(data === undefined);
  });

  it("are all here", () => {
    expect(expected.map(([name]) => name)).toEqual([...shapes.keys()]);
  });

  it("the effects of a group are its parts, and their total a tick", () => {
    const [, spec] = suggestCharts(shape("attribution-plus"));
    const data = spec && chartData(shape("attribution-plus"), spec);
    expect(data && contentOf(data)).toBe(
      "Allocation: Industrials 0.09 / Utilities 0.09 / [Cash] 0.02; Selection: Industrials 0.3 / Utilities -0.05 / [Cash] –; Interaction: Industrials -0.06 / Utilities 0.11 / [Cash] –; totals: Industrials 0.33 / Utilities 0.15 / [Cash] 0.02",
    );
  });

  it("weights over the days of the headers are areas", () => {
    const spec = suggestCharts(shape("weights-by-date-in-headers")).find(({ kind }) => kind === "area");
    const data = spec && chartData(shape("weights-by-date-in-headers"), spec);
    if (data?.shape !== "areas") throw new Error("no areas");
    expect(data.series.map(({ name, values }) => [name, ...Array.from(values)])).toEqual([
      ["Industrials", 60, 55, 50],
      ["Utilities", 40, 45, 50],
    ]);
  });

  it("names of groups have the group above where they repeat", () => {
    const [spec] = suggestCharts(shape("matrix-groups"));
    const data = spec && chartData(shape("matrix-groups"), { ...spec, level: 2 });
    expect(data && contentOf(data)).toBe(
      "Financials, Americas 10 / Energy, Americas 0 / Financials, Europe -5 / Energy, Europe -5",
    );
  });
});

/** All charts of a table, with their measures. */
function allCharts(one: Table): { data: ChartData; measures: readonly Measure[] }[] {
  const { measures } = readTable(one);
  return possibleCharts(one).map((spec) => ({
    data: chartData(one, spec),
    measures: spec.measures.flatMap((index) => measures.find((measure) => measure.index === index) ?? []),
  }));
}

/** What never is true of a chart, whatever the table. */
function expectHonest(one: Table, name: string): void {
  const reading = readTable(one);
  const labelsOf = (...roles: readonly string[]) =>
    [...reading.roles.keys()]
      .filter((row) => roles.includes(reading.roles[row] ?? ""))
      .map((row) => rowLabel(one, reading, row));
  const parts = new Set(labelsOf("leaf", "group"));
  const wholes = labelsOf("total", "subtotal", "note").filter((label) => label !== "" && !parts.has(label));
  for (const [at, { data, measures }] of allCharts(one).entries()) {
    const where = `${name}: ${possibleCharts(one)[at]?.kind}`;
    const texts = [data.title, data.subtitle, data.note ?? ""];
    expect(data.title, where).not.toBe("");
    for (const text of texts)
      expect(text, where).not.toMatch(/\b(total|group|level|column)_?\d\b|\bundefined\b|NaN|\+\S+\+|\n/i);
    const series = "series" in data ? data.series : [];
    const names = series.map((line) => line.name);
    expect(new Set(names).size, `${where}: ${names.join()}`).toBe(names.length);
    for (const { values, name: seriesName } of series)
      expect(Array.from(values).some(Number.isFinite), `${where}: ${seriesName} has numbers`).toBe(true);
    if ("groups" in data) {
      expect(data.groups.length, where).toBeGreaterThan(/trade|change of/i.test(data.title) ? 0 : 1);
      expect(new Set(data.groups).size, where).toBe(data.groups.length);
      if (data.groups.length > 1) for (const whole of wholes) expect(data.groups, where).not.toContain(whole);
    }
    if (data.shape === "points")
      for (const whole of wholes)
        expect(
          data.points.map((point) => point.name),
          where,
        ).not.toContain(whole);
    if (data.shape === "lines" || data.shape === "areas") {
      expect(data.days.length, where).toBeGreaterThan(1);
      expect(
        [...data.days].sort((a, b) => a - b),
        where,
      ).toEqual(data.days);
      for (const { values } of data.series) expect(values.length, where).toBe(data.days.length);
    }
    // A group that has no weight on a day has no area there.
    if (data.shape === "areas")
      for (const { values } of data.series)
        expect(
          Array.from(values).filter((value) => value < 0),
          where,
        ).toEqual([]);
    // One quantity and one unit on an axis.
    if (data.shape !== "points" && data.shape !== "steps") {
      const units = new Set(measures.map(({ unit }) => unit));
      expect(units.size, where).toBeLessThan(2);
      // Returns over horizons are side by side, those that are annualized with a mark.
      const isHorizons = possibleCharts(one)[at]?.kind === "horizons";
      const families = new Set(
        measures.map(({ meaning }) => meaning.replace(isHorizons ? /.*-(?=return$)/ : /(?<=^(weight|effect))-.*/, "")),
      );
      expect(families.size, where).toBeLessThan(2);
      for (const { meaning } of measures)
        expect(["count", "quantity", "unknown", "identifier"], where).not.toContain(meaning);
    }
    if (/linked/.test(data.subtitle)) for (const { isLinkable } of measures) expect(isLinkable, where).toBe(true);
    if (/drawdown/i.test(data.title) && data.shape === "lines" && data.subtitle.includes("below"))
      for (const { isLinkable, span } of measures)
        expect(isLinkable || span === "cumulative" || span === "level", where).toBe(true);
    if (/rebased/.test(data.title))
      for (const { meaning } of measures) expect(["price", "index-level"]).toContain(meaning);
  }
}

describe("no chart", () => {
  it("of a real shape says what its table does not", () => {
    for (const [name, one] of shapes) expectHonest(one, name);
  });

  it.each([
    [
      "effects whose total is missing in a row",
      { "Total Effect": [2, null], "Allocation Effect": [1, 1], "Selection Effect": [1, 3] },
    ],
    [
      "effects of which one is in the row of the total alone",
      { "Allocation Effect": [3, 1, 2], "Selection Effect": [4, 1, 3], "Interaction Effect": [5, null, null] },
    ],
    [
      "a total without parts",
      { "Total Effect": [3, 1, 2], "Allocation Effect": [3, null, null], "Selection Effect": [4] },
    ],
    ["trades of zero", { "Trade Value": [0, 0] }],
    ["trades without a number", { "Trade Value": [null, null] }],
    ["equal weights before and after", { "Initial Weight": [50, 50], "Final Weight": [50, 50] }],
  ])("of %s says what its table does not", (name, numbers) => {
    const [{ length } = []] = Object.values<readonly (number | null)[]>(numbers);
    const rows = Array.from({ length }, (_, row) => (length > 2 && row === 0 ? "Total" : `Name ${row}`));
    const columns = Object.entries(numbers).map(([header, cells]) => column(header, cells));
    expectHonest(table([column("Sector", rows), ...columns]), name);
  });

  it("of any table of such columns says what its table does not", () => {
    const headers = [
      ...new Set([...shapes.values()].flatMap((one) => one.columns.map(({ header }) => header.join("|")))),
    ];
    const numbers = headers.filter((header) => !/date|name|sector|group\d|total0|ticker|symbol|account/i.test(header));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 5 }),
        fc.constantFrom("Security Name", "Group", "Dates", "Year"),
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        fc.infiniteStream(fc.option(fc.integer({ min: -2000, max: 9000 }), { freq: 8 })),
        (measures, key, count, hasTotal, stream) => {
          const keys: Readonly<Record<string, (row: number) => string>> = {
            Dates: (row) => `0${row + 1}/28/2026`,
            Year: (row) => String(2020 + row),
          };
          const keyOf = keys[key] ?? ((row: number) => (hasTotal && row === 0 ? "Total" : `Name ${row}`));
          const cells = () =>
            Array.from({ length: count }, () => stream.next().value ?? null).map((cell) =>
              cell === null ? null : cell / 100,
            );
          const one = table([
            column(
              key,
              Array.from({ length: count }, (_, row) => keyOf(row)),
            ),
            ...measures.map((header) => column(header, cells(), { header: header.split("|") })),
          ]);
          expectHonest(one, measures.join(" ; "));
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** The content of the suggested charts, whatever the order of series and groups. */
function sortedContent(one: Table): readonly string[] {
  return suggestCharts(one).map((spec) => {
    const data = chartData(one, spec);
    const content = contentOf(data)
      .split(/; | \/ |: /)
      .sort();
    return [spec.kind, data.title, ...content].join(" | ");
  });
}

/** Shapes whose blocks or totals are known by their position alone, or in which two measures are equally interesting. */
const ofPosition = /^(repeated-blocks|n-abbreviated|n-growth|n-relative-risk|n-active-share|big-negative)$/;

describe("the charts of a table are the same", () => {
  function forShapes(change: (one: Table, random: () => number) => Table, suits: (one: Table) => boolean = () => true) {
    const names = [...shapes.keys()].filter((name) => !ofPosition.test(name) && suits(shape(name)));
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.infiniteStream(fc.nat(1000)), (name, stream) => {
        const changed = change(shape(name), () => (stream.next().value ?? 0) / 1001);
        expect(sortedContent(changed), name).toEqual(sortedContent(shape(name)));
      }),
      { numRuns: 120 },
    );
  }

  it("with the measures in another order", () => {
    forShapes((one, random) => {
      const names = one.columns.filter(({ isDimension, values }) => isDimension || values.kind !== "number");
      const measures = shuffled(
        one.columns.filter((other) => !names.includes(other)),
        random,
      );
      return { ...one, columns: [...names, ...measures] };
    });
  });

  it("with the rows in another order", () => {
    const isFlat = (one: Table) => one.groupLevels === undefined && !readTable(one).roles.includes("group");
    forShapes((one, random) => rowsInOrder(one, shuffled([...Array(one.rowCount).keys()], random)), isFlat);
  });

  it("with an unrelated column of texts", () => {
    forShapes((one, random) => {
      const texts = Array.from({ length: one.rowCount }, () => `remark ${Math.floor(random() * 3)}`);
      return { ...one, columns: [...one.columns, { ...column("Remark", texts), isDimension: false }] };
    });
  });

  it.each(["+", "\n", "  "])("with %j in place of blanks in the headers", (blank) => {
    forShapes((one) => ({
      ...one,
      columns: one.columns.map((other) =>
        other.values.kind === "number"
          ? { ...other, header: other.header.map((level) => foldHeader(level).replaceAll(" ", blank)) }
          : other,
      ),
    }));
  });

  it("with other technical ids of the groups", () => {
    const isTechnical = ({ header }: Table["columns"][number]) => /^(total|group)\d$/.test(header.at(-1) ?? "");
    forShapes(
      (one) => ({
        ...one,
        columns: one.columns.map((other, index) =>
          isTechnical(other) ? { ...other, header: [`Level ${index}`] } : other,
        ),
      }),
      (one) => one.columns.some(isTechnical),
    );
  });

  it("with the total beside its groups, or above them", () => {
    expect(sortedContent(shape("headers-with-plus"))).toEqual(sortedContent(shape("total-beside-groups")));
  });
});

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const keys = new Map(items.map((item) => [item, random()]));
  return items.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
}

function rowsInOrder(one: Table, rows: readonly number[]): Table {
  const columns = one.columns.map((other) => {
    const { values } = other;
    if (values.kind === "text")
      return { ...other, values: { ...values, codes: Int32Array.from(rows, (row) => values.codes[row] ?? -1) } };
    if (values.kind !== "number") return other;
    const numbers = Float64Array.from(rows, (row) => numberAt(other, row));
    return {
      ...other,
      values: {
        kind: values.kind,
        values: numbers,
        isNull: Uint8Array.from(numbers, (value) => Number(Number.isNaN(value))),
      },
    };
  });
  return { id: one.id, rowCount: one.rowCount, metadata: one.metadata, columns };
}
