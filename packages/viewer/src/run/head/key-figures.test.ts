import type { Table } from "@analytics-engines/core/results";
import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { chartData, suggestCharts } from "../../chart/charts.ts";
import { turnoverNote } from "./figures/holdings.ts";
import { keyFigures } from "./key-figures.ts";

const sides = (name: string, ...cells: readonly (readonly (number | null)[])[]) =>
  ["Portfolio", "Benchmark", "Active"].flatMap((side, place) => {
    const values = cells[place];
    return values ? [column(`${side} ${name}`, values, { header: [side, name] })] : [];
  });
const sectors = column("Economic Sector", ["Total", "Energy", "Health"]);
const texts = (one: Table) => keyFigures(one).map(({ label, value, unit }) => `${label} ${value}${unit}`);

describe("key figures", () => {
  it("take the active return from the effects only if they equal the difference", () => {
    const returns = sides("Total Return", [5, 4, 6], [3, 3, 3]);
    const effects = (total: number) => [
      ...["Allocation Effect", "Selection Effect"].map((name) =>
        column(name, [1, 0.4, 0.6], { header: ["Active", name] }),
      ),
      column("Total Effect", [total, 1, 1], { header: ["Active", "Total Effect"] }),
    ];
    const of = (total: number) => texts(table([sectors, ...returns, ...effects(total)], [0, 1, 1]));
    expect(of(2)).toContain("Active return +2.00%");
    expect(of(1.5)).toContain("Total effect +1.50%");
    expect(of(1.5).join()).not.toContain("Active return");
  });

  it("leave out what the total does not say, and never add up its parts", () => {
    const returns = sides("Total Return", [null, 4, 6], [3, 3, 3]);
    const contribution = sides("Contribution to Return", [null, 2, 3]);
    expect(texts(table([sectors, ...returns, ...contribution], [0, 1, 1]))).toEqual([
      "Benchmark return 3.00%",
      "Most: Health +3.00%",
      "Least: Energy +2.00%",
    ]);
  });

  it("state no active share if a holding is missing", () => {
    const names = column("Security", ["Total", "One", "Two"]);
    const of = (second: number) =>
      texts(table([names, ...sides("Weight", [100, 60, second], [100, 50, 50], [0, 10, second - 50])], [0, 1, 1]));
    expect(of(40)).toContain("Active share 10.00%");
    expect(of(30).join()).not.toContain("Active share");
  });

  it("link no return over a period without one", () => {
    const days = column("Date", ["2025-01-31", "2025-02-28", "2025-03-31"]);
    expect(texts(table([days, ...sides("Total Return", [1, null, 2], [1, 1, 1])])).join()).not.toContain(
      "Portfolio, 3",
    );
    expect(texts(table([days, ...sides("Total Return", [1, null, 2], [1, 1, 1])])).join()).toContain(
      "Benchmark, 3 periods 3.03%",
    );
  });

  it("state a turnover of a whole portfolio", () => {
    const of = (after: readonly number[]) =>
      texts(
        table([column("Name", ["One", "Two"]), column("Initial Weight", [60, 40]), column("Optimal Weight", after)]),
      );
    expect(of([55, 45])).toContain("Turnover, one-way 5.00%");
    expect(of([55, 40]).join()).not.toContain("Turnover");
  });

  it("state the turnover of trades by the weights of another table of the unit", () => {
    const names = column("Name", ["One", "Two"]);
    const trades = table([names, column("Trade Value", [-5, 5])]);
    const optimal = (after: number) =>
      table([names, column("Initial Weight", [60, 40]), column("Optimal Weight", [55, after])]);
    const of = (tables: readonly Table[]) => keyFigures(trades, tables).map(({ label, value }) => `${label} ${value}`);
    expect(of([trades, optimal(45)])).toContain("Turnover, one-way 5.00");
    expect(turnoverNote([trades, optimal(45)])).toBeUndefined();
    // A holding that was sold is missing.
    expect(of([trades, optimal(40)]).join()).not.toContain("Turnover");
    expect(turnoverNote([trades, optimal(40)])).toMatch(/^Turnover: not in this result\./);
    expect(turnoverNote([table([names, column("Weight", [60, 40])])])).toBeUndefined();
  });

  it("repeat no percent sign that the cells have", () => {
    const names = column("Security", ["Total", "One", "Two"]);
    const returns = column("Port. Total Return", [0.02, 0.01, 0.03], { format: "{0:0.00%}" });
    expect(texts(table([names, returns], [0, 1, 1]))).toContain("Portfolio return 2.00%");
  });

  it("take the same row for cash as the chart: that without an action, or that which is called so", () => {
    const trades = table([
      column("Name", ["One", "Two", "U.S. Dollar"]),
      column("Trade Value", [-500, 400, 100]),
      column("tradeAction", ["Sell", "Buy", ""], { isDimension: false }),
    ]);
    expect(texts(trades)).toEqual(expect.arrayContaining(["Buys 400", "Names traded 2", "Cash +100"]));
    const [spec] = suggestCharts(trades);
    expect(spec && chartData(trades, spec).note).toContain("U.S. Dollar +100");
  });

  it("are none without numbers", () => {
    expect(keyFigures(table([column("Name", ["One"])]))).toEqual([]);
    expect(keyFigures(table([column("Name", []), column("Weight", [])]))).toEqual([]);
  });
});
