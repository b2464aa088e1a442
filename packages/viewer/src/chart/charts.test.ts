import { describe, expect, it } from "vitest";
import { column, holdings, table } from "../../test/support/tables.ts";
import { chartControls, chartData, possibleCharts, suggestCharts } from "./charts.ts";
import { columnDays, parseDay } from "./dates.ts";
import { rolesOf } from "./roles.ts";
import type { ChartSpec } from "./spec.ts";

const measure = (side: string, kind: string, values: readonly (number | null)[]) =>
  column(`${side} ${kind}`, values, { header: [side, kind], format: "{0:0.00}" });

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

describe("the first chart", () => {
  it("is lines over time if dates go down the rows, with the measures of one name", () => {
    const one = table([
      column("Date", ["20240131", "20240229", "20240328"]),
      measure("Portfolio", "Return", [1, 2, 3]),
      measure("Benchmark", "Return", [1, 1, 2]),
      measure("Portfolio", "Weight", [100, 100, 100]),
    ]);
    expect(suggestCharts(one)[0]).toEqual({ kind: "line", date: 0, measures: [1, 2] });
  });

  it("is a line for each group if a date has many rows", () => {
    const one = table([
      column("Date", ["20240131", "20240131", "20240229", "20240229"]),
      column("Sector", ["A", "B", "A", "B"]),
      measure("Portfolio", "Weight", [60, 40, 55, 45]),
    ]);
    expect(suggestCharts(one)[0]).toEqual({ kind: "line", date: 0, measures: [2], split: 1 });
    const { series } = lineOf(one);
    expect(series.map(({ name, values }) => [name, values.map((mark) => mark?.value)])).toEqual([
      ["A", [60, 55]],
      ["B", [40, 45]],
    ]);
  });

  it("is bars of the outermost level with several rows", () => {
    expect(suggestCharts(holdings(5, 4, 6))[0]).toMatchObject({ kind: "bar", category: 0, level: 1 });
  });

  it("is bars of the measures if there are only a few rows", () => {
    const effects = ["Allocation", "Selection", "Total"].map((name) => measure("Active", name, [0.5]));
    const one = table([column("Total", ["Total"]), measure("Portfolio", "Weight", [100]), ...effects]);
    expect(suggestCharts(one)[0]).toEqual({ kind: "bar", category: 0, measures: [2, 3, 4], across: true });
  });

  const flat = (names: readonly string[], rows: number, name = "Security Name") =>
    table([
      column(
        "Symbol",
        Array.from({ length: rows }, (_, row) => `S${row}`),
      ),
      column(
        name,
        Array.from({ length: rows }, (_, row) => `Bond ${row}`),
      ),
      ...names.map((one, index) =>
        column(
          one,
          Array.from({ length: rows }, (_, row) => 10 ** index + row),
        ),
      ),
    ]);

  it("never puts measures of different units on one axis", () => {
    const bonds = ["Price", "Yield to No Call", "OAS", "Effective Duration", "Effective Convexity"];
    for (const rows of [1, 2, 3])
      expect(suggestCharts(flat(bonds, rows))).toEqual([{ kind: "bar", category: 1, measures: [2] }]);
    // Nothing is known of these.
    expect(suggestCharts(flat(["Alpha 1", "Gamma", "Delta"], 2))[0]).toMatchObject({ measures: [2] });
    const percent = column("Weight", [0.4, 0.6], { format: "{0:0.0%}" });
    const mixed = table([column("Name", ["a", "b"]), percent, column("Target Weight", [40, 60])]);
    expect(suggestCharts(mixed)[0]).toMatchObject({ measures: [1] });
  });

  it("is yield by duration for many bonds", () => {
    const bonds = suggestCharts(flat(["Price", "Yield", "OAS", "Duration"], 8));
    expect(bonds.find(({ kind }) => kind === "scatter")).toEqual({ kind: "scatter", x: 5, y: 3, label: 1 });
  });

  it("is weights, else values, before counts", () => {
    const optimal = ["Optimal Shares", "Optimal Value", "Initial Weight", "Optimal Weight"];
    expect(suggestCharts(flat(optimal, 9))[0]).toEqual({ kind: "bar", category: 1, measures: [4, 5] });
    const trades = ["Initial Shares", "Trade Shares", "Price", "Trade Value"];
    expect(suggestCharts(flat(trades, 9))[0]).toEqual({ kind: "bar", category: 1, measures: [5] });
  });

  it("is bars of the periods of one return, whose names have no unit", () => {
    const periods = ["1 Month", "3 Months", "1 Year"].map((name) => measure("Return", name, [0.5, 4.5]));
    const years = measure("Annualized Return", "3 Years", [1, 2]);
    expect(suggestCharts(table([column("Account", ["A", "B"]), ...periods, years]))[0]).toEqual({
      kind: "bar",
      category: 0,
      measures: [1, 2, 3],
      across: true,
    });
  });

  it("joins unknown measures below one header only if format and size are similar", () => {
    const like = table([column("Name", ["a"]), measure("X", "One", [5]), measure("X", "Two", [50])]);
    expect(suggestCharts(like)[0]).toMatchObject({ measures: [1, 2], across: true });
    const unlike = table([column("Name", ["a"]), measure("X", "One", [5]), measure("X", "Two", [50_000])]);
    expect(suggestCharts(unlike)[0]).toMatchObject({ measures: [1] });
  });

  it("is a scatter of two measures in a table without names", () => {
    const cells = [1, 2, 3, 4, 5, 6, 7];
    const one = table([measure("A", "Risk", cells), measure("B", "Return", cells)]);
    expect(suggestCharts(one)).toEqual([{ kind: "scatter", x: 0, y: 1 }]);
  });

  it("is none without numbers or rows", () => {
    expect(suggestCharts(table([column("Name", ["a", "b"])]))).toEqual([]);
    expect(suggestCharts(table([column("Name", []), column("N", [null])]))).toEqual([]);
    expect(suggestCharts(table([column("Name", ["a", "b"]), column("N", [null, null])]))).toEqual([]);
  });

  it("never shows a hidden column", () => {
    const one = table([column("Name", ["a", "b"]), column("N", [1, 2], { isHidden: true })]);
    expect(rolesOf(one).measures).toEqual([]);
  });
});

function lineOf(one: Parameters<typeof suggestCharts>[0]) {
  const [spec] = suggestCharts(one);
  const data = spec && chartData(one, spec);
  if (data?.kind !== "line") throw new Error("not a line");
  return data;
}

describe("the content of a chart", () => {
  it("has the words that its measures share as its title", () => {
    const names = ["Initial Weight", "Optimal Weight"];
    const one = table([column("Name", ["a", "b"]), ...names.map((name) => column(name, [1, 2]))]);
    const data = chartData(one, { kind: "bar", category: 0, measures: [1, 2] });
    expect(data.title).toBe("Weight by Name");
    expect(data.kind === "bar" && data.series.map(({ name }) => name)).toEqual(names);
    const other = table([column("Name", ["a", "b"]), column("Price", [1, 2]), column("Yield", [1, 2])]);
    expect(chartData(other, { kind: "bar", category: 0, measures: [1, 2] }).title).toBe("Several measures by Name");
  });

  it("has a note about the data it leaves out", () => {
    const names = Array.from({ length: 100 }, (_, index) => `Name ${index}`);
    const many = table([
      column("Name", names),
      column(
        "Value",
        names.map((_, index) => index),
      ),
    ]);
    const data = chartData(many, { kind: "bar", category: 0, measures: [1] });
    expect(data.note).toBe("The 40 largest of 100 groups are drawn.");
    expect(data.kind === "bar" && data.groups[0]).toBe("Name 60");
    const points = chartData(
      table([
        column(
          "a",
          Array.from({ length: 9000 }, (_, i) => i),
        ),
        column(
          "b",
          Array.from({ length: 9000 }, (_, i) => i),
        ),
      ]),
      { kind: "scatter", x: 0, y: 1 },
    );
    expect(points.note).toBe("3,000 points of 9,000 rows are drawn: one of 3.");
  });

  it("leaves out numbers that no chart can show, and uses the format of the table", () => {
    const one = table([
      column("Name", ["a", "b", "c", "d"]),
      column("Value", [1.239, null, Number.POSITIVE_INFINITY, Number.NaN], { format: "{0:0.00}" }),
    ]);
    const data = chartData(one, { kind: "bar", category: 0, measures: [1] });
    expect(data.kind === "bar" && data.series[0]?.values.map((mark) => mark?.text())).toEqual([
      "1.24",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("names rows with the same name by their other columns too", () => {
    const one = table([
      column("Side", ["Buy", "Buy"]),
      column("Date", ["20240131", "20240229"]),
      column("Value", [1, 2]),
    ]);
    const data = chartData(one, { kind: "bar", category: 0, measures: [2] });
    expect(data.kind === "bar" && data.groups).toEqual(["Buy, 20240131", "Buy, 20240229"]);
  });
});

describe("the menu of a chart", () => {
  const one = table(
    [
      column("Date", ["20240131", "20240229"]),
      column("Sector", ["A", "B"]),
      measure("P", "Weight", [1, 2]),
      measure("B", "Weight", [1, 2]),
    ],
    [0, 1],
  );
  const wide = table([column("Name", ["a"]), ...Array.from({ length: 7 }, (_, index) => column(`M${index}`, [index]))]);

  /** The chart after the choice of an option. */
  function choose(from: Parameters<typeof chartControls>[0], spec: ChartSpec | undefined, label: string, text = label) {
    const control = spec && chartControls(from, spec).find((found) => found.label === label);
    return control?.options.find((option) => option.text === text)?.spec;
  }

  it("offers the kinds that the columns allow", () => {
    expect(possibleCharts(one).map(({ kind }) => kind)).toEqual(["line", "bar", "scatter"]);
    expect(possibleCharts(one)[2]).toMatchObject({ kind: "scatter", x: 2, y: 3 });
    expect(possibleCharts(table([column("Name", ["a"]), column("N", [1])])).map(({ kind }) => kind)).toEqual(["bar"]);
    expect(possibleCharts(table([column("Date", ["20240131"]), column("Name", ["a"])]))).toEqual([]);
  });

  it("keeps at least one measure, and no more than a reader can distinguish", () => {
    const line = { kind: "line", date: 0, measures: [2] } as const;
    expect(choose(one, line, "Measures", "P | Weight")).toEqual(line);
    expect(choose(one, line, "Measures", "B | Weight")).toEqual({ ...line, measures: [2, 3] });
    const full = { kind: "bar", category: 0, measures: [1, 2, 3, 4, 5, 6] } as const;
    expect(choose(wide, full, "Measures", "M6")).toEqual(full);
  });

  it("sets and unsets level, split and direction", () => {
    const bar = { kind: "bar", category: 1, measures: [2, 3] } as const;
    expect(choose(one, bar, "Level", "2")).toEqual({ ...bar, level: 1 });
    expect(choose(one, choose(one, bar, "Level", "2"), "Level", "all")).toEqual(bar);
    const across = choose(one, bar, "Measures as groups");
    expect(across).toEqual({ ...bar, across: true });
    expect(choose(one, across, "Measures as groups")).toEqual(bar);
    const line = { kind: "line", date: 0, measures: [2, 3] } as const;
    const split = choose(one, line, "A line for each", "Sector");
    expect(split).toEqual({ ...line, measures: [2], split: 1 });
    expect(choose(one, split, "A line for each", "measure")).toEqual({ ...line, measures: [2] });
  });
});
