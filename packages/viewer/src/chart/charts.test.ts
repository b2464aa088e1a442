import { columnDays, parseDay } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { column, holdings, table } from "../../test/support/tables.ts";
import { chartControls, chartData, possibleCharts, suggestCharts } from "./charts.ts";
import { captionOf } from "./read/rows.ts";
import type { BarsData, ChartSpec, LinesData } from "./spec.ts";

type Cells = readonly (number | null)[];
const measure = (side: string, kind: string, values: Cells) =>
  column(`${side} ${kind}`, values, { header: [side, kind], format: "{0:0.00}" });
const months = ["20240131", "20240229", "20240328"];
const names = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index}`);

function bars(one: Parameters<typeof chartData>[0], spec: ChartSpec): BarsData {
  const data = chartData(one, spec);
  if (data.shape !== "bars") throw new Error(`not bars: ${data.shape}`);
  return data;
}

function lines(one: Parameters<typeof chartData>[0], spec: ChartSpec): LinesData {
  const data = chartData(one, spec);
  if (data.shape !== "lines") throw new Error(`not lines: ${data.shape}`);
  return data;
}

const valuesOf = ({ series }: BarsData | LinesData) => series.map(({ values }) => Array.from(values));

describe("dates", () => {
  it.each([
    ["20240131", "2024-01-31"],
    ["2024-02-29", "2024-02-29"],
    ["2024-02-29T10:00:00Z", "2024-02-29"],
    ["1/31/2024", "2024-01-31"],
  ])("%s is a day", (text, day) => {
    expect(new Date(parseDay(text) ?? 0).toISOString().slice(0, 10)).toBe(day);
  });

  it.each(["20240230", "2023-02-29", "99991231", "20241301", "-1M", "", "Total", "1234567"])(
    "%j is not one",
    (text) => {
      expect(parseDay(text)).toBeUndefined();
    },
  );

  it("make a column of dates if every cell is one, and numbers only if the column is called so", () => {
    expect(columnDays(column("x", ["20240131", null]))).toHaveLength(2);
    expect(columnDays(column("x", ["20240131", "Total"]))).toBeUndefined();
    expect(columnDays(column("x", [null]))).toBeUndefined();
    expect(columnDays(column("Weight", [20240131]))).toBeUndefined();
    expect(columnDays(column("Date", [20240131, null]))).toHaveLength(2);
    expect(columnDays(column("Date", [20240131, 5]))).toBeUndefined();
  });
});

describe("charts", () => {
  it("draw no total beside its parts, and say so", () => {
    const one = table(
      [column("Sector", ["Total", "A", "B"]), measure("Portfolio", "Contribution to Return", [3, 1, 2])],
      [0, 1, 1],
    );
    const [spec] = suggestCharts(one);
    const data = bars(one, spec ?? { kind: "bars", measures: [] });
    expect(data.groups).toEqual(["B", "A"]);
    expect(data.note).toBe("The total, 3.00, is not drawn beside its parts.");
    expect(valuesOf(data)).toEqual([[2, 1]]);
  });

  it("recognise a total and groups that only their texts name", () => {
    const one = table([
      column("total0", ["Total", "Equity", "Equity", "Equity"]),
      column("group1", [null, null, "X", "Y"]),
      column("w", [100, 100, 60, 40], { header: ["A", "Port.+Average+Weight"] }),
      column("b", [100, 100, 50, 50], { header: ["B", "Bench.+Average+Weight"] }),
    ]);
    const [spec] = suggestCharts(one);
    expect(spec).toMatchObject({ kind: "active", level: 2 });
    const data = bars(one, spec ?? { kind: "bars", measures: [] });
    expect(data.groups).toEqual(["X", "Y"]);
    expect(data.series[0]?.text(0)).toBe("+10.00");
    expect(data.series[0]?.text(1)).toBe("−10.00");
  });

  it("keep an effect's total a tick, and explain the active return by the effects", () => {
    const one = table(
      [
        column("Sector", ["Total", "A", "B"]),
        measure("Portfolio", "Total Return", [5, 6, 4]),
        measure("Benchmark", "Total Return", [4, 5, 3]),
        measure("Active", "Allocation Effect", [0.4, 0.1, 0.3]),
        measure("Active", "Selection Effect", [0.5, 0.7, -0.2]),
        measure("Active", "Total Effect", [0.9, 0.8, 0.1]),
      ],
      [0, 1, 1],
    );
    expect(suggestCharts(one).map(({ kind }) => kind)).toEqual(["waterfall", "effects"]);
    const [waterfall, effects] = suggestCharts(one).map((spec) => chartData(one, spec));
    if (waterfall?.shape !== "steps" || effects?.shape !== "bars") throw new Error("other shapes");
    expect(waterfall.steps.map(({ name, text }) => `${name} ${text}`)).toEqual([
      "Benchmark 4.00",
      "Allocation +0.40",
      "Selection +0.50",
      "Not explained +0.10",
      "Portfolio 5.00",
    ]);
    expect(effects.series.map(({ name }) => name)).toEqual(["Allocation", "Selection"]);
    expect([effects.isStacked, Array.from(effects.totals?.values ?? [])]).toEqual([true, [0.8, 0.1]]);
  });

  it("link returns, keep the fund blue and the benchmark grey, and end a line where a return is missing", () => {
    const one = table([
      column("Period", months),
      measure("Portfolio", "Return", [10, -10, 5]),
      measure("Benchmark", "Return", [1, null, 2]),
      measure("Active", "Return", [9, null, 3]),
    ]);
    expect(suggestCharts(one).map(({ kind }) => kind)).toEqual(["cumulative", "drawdown", "months"]);
    const [cumulative, drawdown] = suggestCharts(one)
      .slice(0, 2)
      .map((spec) => lines(one, spec));
    expect(cumulative?.series.map(({ name, colour }) => [name, colour])).toEqual([
      ["Portfolio", 0],
      ["Benchmark", "bench"],
    ]);
    expect(cumulative?.series.map(({ text }) => [0, 1, 2].map(text))).toEqual([
      ["+10.00 %", "−1.00 %", "+3.95 %"],
      ["+1.00 %", "–", "–"],
    ]);
    expect(drawdown?.series[0]?.text(1)).toBe("−10.00 %");
  });

  it("begin a cumulative return at zero if the result says when", () => {
    const returns = table([column("Period", months), measure("Portfolio", "Return", [10, 10, 10])]);
    const one = { ...returns, metadata: { startDate: "20231229", items: {} } };
    const [spec] = suggestCharts(one);
    const data = lines(one, spec ?? { kind: "cumulative", measures: [] });
    expect(data.days.map((day) => new Date(day).toISOString().slice(0, 10))[0]).toBe("2023-12-29");
    expect(data.series[0] && [0, 1, 2, 3].map(data.series[0].text)).toEqual([
      "0.00 %",
      "+10.00 %",
      "+21.00 %",
      "+33.10 %",
    ]);
  });

  it("begin prices at 100 on the first day that all have", () => {
    const one = table([
      column("Symbol", ["A", "A", "A", "B", "B", "B"]),
      column("Date", [...months, ...months]),
      column("Price", [50, 100, 200, null, 10, 5]),
    ]);
    const [spec] = suggestCharts(one);
    const data = lines(one, spec ?? { kind: "rebased", measures: [] });
    expect([data.subtitle, data.base]).toEqual(["2024-02-29 = 100", 100]);
    expect(valuesOf(data)).toEqual([
      [50, 100, 200],
      [Number.NaN, 100, 50],
    ]);
  });

  it("draw one line for a measure whose rows have a day each, whatever the number of rows without a date", () => {
    const one = table([column("Date", [...months, null, null]), column("Level", [1, 2, 3, 4, 5])]);
    const data = lines(one, { kind: "line", measures: [1] });
    expect([data.title, valuesOf(data)]).toEqual(["Level", [[1, 2, 3]]]);
  });

  it("never put measures of different units on one axis", () => {
    const bonds = table([
      column("Name", ["a", "b"]),
      column("Price", [99, 100]),
      column("Yield", [4, 5]),
      column("OAS", [40, 50]),
    ]);
    expect(possibleCharts(bonds).find(({ kind }) => kind === "bars")).toMatchObject({ measures: [1] });
    const percent = column("Weight", [0.4, 0.6], { format: "{0:0.0%}" });
    const mixed = table([column("Name", ["a", "b"]), percent, column("Target Weight", [40, 60])]);
    expect(possibleCharts(mixed).find(({ kind }) => kind === "bars")).toMatchObject({ measures: [1] });
  });

  it("draw nothing if the rows are statistics of different units", () => {
    const one = table([column("Statistic", ["Beta", "Market Value"]), column("Initial", [1, 2e6])]);
    expect(possibleCharts(one)).toEqual([]);
  });

  it("show the days of a screen apart", () => {
    const one = table([
      column("Symbol", ["A", "B", "A", "B"]),
      column("Date", [months[0] ?? "", months[0] ?? "", months[1] ?? "", months[1] ?? ""]),
      column("Market Value", [10, 20, 11, 22]),
    ]);
    const [spec] = suggestCharts(one);
    const data = bars(one, spec ?? { kind: "bars", measures: [] });
    expect([data.groups, valuesOf(data)]).toEqual([["B", "A"], [[22, 11]]]);
    expect(data.subtitle).toContain("on 2024-02-29");
    expect(data.note).toBe("2 dates; only the last is drawn.");
  });

  it("leave out numbers that no chart can show, and say so", () => {
    const one = table([
      column("Name", ["a", "b", "c", "d"]),
      column("Value", [1.239, null, Number.POSITIVE_INFINITY, Number.NaN], { format: "{0:0.00}" }),
    ]);
    const data = bars(one, { kind: "bars", measures: [1] });
    expect([data.groups, data.series[0]?.text(0), data.note]).toEqual(
      ["a", "1.24", "3 rows without a number are not drawn."].map((part, at) => (at === 0 ? ["a"] : part)),
    );
  });

  it("have a note about the rows and lines they leave out", () => {
    const many = table([
      column("Name", names(100)),
      column(
        "Value",
        names(100).map((_, index) => index),
      ),
    ]);
    const data = bars(many, { kind: "bars", measures: [1] });
    expect([captionOf(data), data.groups[0]]).toEqual(["The 40 largest of 100 rows are drawn.", "Name 99"]);
    const numbers = Array.from({ length: 9000 }, (_, index) => index);
    const points = chartData(table([column("a", numbers), column("b", numbers)]), {
      kind: "scatter",
      measures: [0, 1],
    });
    expect(points.note).toBe("3,000 points of 9,000 rows are drawn: one in 3.");
  });

  it("name rows with the same name by their other columns too", () => {
    const one = table([
      column("Side", ["Buy", "Buy"]),
      column("Date", ["20240131", "20240131"]),
      column("Lot", ["1", "2"]),
      column("Value", [1, 2]),
    ]);
    expect(bars(one, { kind: "bars", measures: [3] }).groups).toEqual(["Buy, 2", "Buy, 1"]);
    const same = table([column("Name", ["A", "A", "A (2)"]), column("Weight", [50, 30, 20])]);
    expect(bars(same, { kind: "bars", measures: [1] }).groups).toEqual(["A", "A (3)", "A (2)"]);
  });

  it("are none without numbers or rows, and never show a hidden column", () => {
    expect(suggestCharts(table([column("Name", ["a", "b"])]))).toEqual([]);
    expect(suggestCharts(table([column("Name", []), column("N", [null])]))).toEqual([]);
    expect(suggestCharts(table([column("Name", ["a", "b"]), column("N", [null, null])]))).toEqual([]);
    const hidden = column("Weight", [60, 40], { isHidden: true });
    expect(possibleCharts(table([column("Name", ["a", "b"]), hidden]))).toEqual([]);
  });
});

describe("the menu of a chart", () => {
  /** The chart after the choice of an option. */
  function choose(from: Parameters<typeof chartControls>[0], spec: ChartSpec | undefined, label: string, text = label) {
    const control = spec && chartControls(from, spec).find((found) => found.label === label);
    return control?.options.find((option) => option.text === text)?.spec;
  }

  const wide = table([
    column("Name", ["a", "b"]),
    ...Array.from({ length: 7 }, (_, index) => column(`Weight ${index}`, [20 + index, 1])),
  ]);

  it("keeps at least one measure, and no more than a reader can distinguish", () => {
    const one: ChartSpec = { kind: "bars", measures: [1] };
    expect(choose(wide, one, "Measures", "Weight 0")).toEqual(one);
    expect(choose(wide, one, "Measures", "Weight 1")).toEqual({ ...one, measures: [1, 2] });
    const full: ChartSpec = { kind: "bars", measures: [1, 2, 3, 4, 5, 6] };
    expect(choose(wide, full, "Measures", "Weight 6")).toEqual(full);
  });

  it("replaces measures that cannot share the axis, or that are parts of the chosen total", () => {
    const one = table([
      column("Name", ["a", "b"]),
      measure("Active", "Allocation Effect", [1, 2]),
      measure("Active", "Total Effect", [1, 2]),
      column("Price", [10, 20]),
    ]);
    const parts: ChartSpec = { kind: "bars", measures: [1] };
    expect(choose(one, parts, "Measures", "Active | Total Effect")).toEqual({ ...parts, measures: [2] });
    expect(choose(one, parts, "Measures", "Price")).toEqual({ ...parts, measures: [3] });
  });

  it("offers the levels that have several rows, by the names of their groups", () => {
    const one = holdings(5, 4, 6);
    const spec: ChartSpec = { kind: "bars", measures: [1], level: 1 };
    const level = chartControls(one, spec).find(({ label }) => label === "Level");
    expect(level?.options.map(({ spec: { level } }) => level)).toEqual([1, 2]);
  });
});
