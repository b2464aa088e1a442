import { describe, expect, it } from "vitest";
import { computed, numbersOf, sum, tableOf, textsOf } from "../../../test/support/compute.ts";
import { type DecodedTable, decodeSimulated } from "../../../test/support/decode.ts";
import { columnNamed, columnStatistics, groupBy } from "../../catalogue/columns.ts";
import { componentList } from "../../catalogue/components.ts";
import { knownGood } from "../../catalogue/known-good.ts";

const { pa, vault } = knownGood().components;
const { accounts } = knownGood();
const year = { startdate: "-1Y", enddate: "0M", frequency: "Monthly" };

/** How deep each row is in the groups: 0 for the total, else the place of its innermost filled column. */
function depths({ rows, headers }: DecodedTable): number[] {
  const total = headers.indexOf("Total");
  const last =
    headers.indexOf("Security") >= 0
      ? headers.indexOf("Security")
      : headers.findIndex((header) => header.includes("|")) - 1;
  return rows.map((row) => {
    for (let at = last; at > total; at--) if (row[at] !== null) return at - total;
    return 0;
  });
}

function pick(values: readonly number[], table: DecodedTable, depth: number): number[] {
  const found = depths(table);
  return values.filter((_, index) => found[index] === depth);
}

describe("weights", () => {
  const table = tableOf("pa", { componentid: pa.weights });

  it.each(["Portfolio | Ending Weight", "Benchmark | Ending Weight"])(
    "of %s add up to 100 at every depth",
    (header) => {
      const weights = numbersOf(table, header);
      for (const depth of [0, 1, 2, 3]) expect(sum(pick(weights, table, depth))).toBeCloseTo(100, 6);
      expect(weights.filter((weight) => weight < 0)).toEqual([]);
    },
  );

  it("of a group are those of what is in it", () => {
    const weights = numbersOf(table, "Portfolio | Ending Weight");
    const depth = depths(table);
    for (const parentDepth of [1, 2]) {
      for (let row = 0; row < weights.length; row++) {
        if (depth[row] !== parentDepth) continue;
        let inside = 0;
        for (let at = row + 1; at < weights.length && (depth[at] ?? 0) > parentDepth; at++) {
          if (depth[at] === parentDepth + 1) inside += weights[at] || 0;
        }
        expect(inside).toBeCloseTo(weights[row] || 0, 6);
      }
    }
  });

  it("stand beside the difference from the benchmark", () => {
    const [portfolio, benchmark, active] = ["Portfolio", "Benchmark", "Active"].map((side) =>
      numbersOf(table, `${side} | Ending Weight`),
    );
    for (const [row, value] of (active ?? []).entries()) {
      expect(value).toBeCloseTo((portfolio?.[row] || 0) - (benchmark?.[row] || 0), 8);
    }
  });

  it("name each security once, with a symbol of its own", () => {
    const symbols = textsOf(table, "Symbol").filter((symbol) => symbol !== "");
    expect(new Set(symbols).size).toBe(symbols.length);
    expect(symbols.length).toBeGreaterThan(600);
    expect(symbols.every((symbol) => /^Z[A-Z]{4}$/.test(symbol))).toBe(true);
  });
});

describe("contribution", () => {
  const table = tableOf("pa", { componentid: pa.contribution, dates: year });

  it.each(["Portfolio", "Benchmark"])("of the %s is weight times return, and adds up", (side) => {
    const [weights, returns, points] = ["Beginning Weight", "Total Return", "Contribution to Return"].map((name) =>
      numbersOf(table, `${side} | ${name}`),
    );
    for (const [row, value] of (points ?? []).entries()) {
      if (Number.isNaN(value)) continue;
      expect(value).toBeCloseTo(((weights?.[row] ?? 0) * (returns?.[row] ?? 0)) / 100, 6);
    }
    for (const depth of [1, 2, 3]) expect(sum(pick(points ?? [], table, depth))).toBeCloseTo(returns?.[0] ?? 0, 6);
    expect(Math.abs(returns?.[0] ?? 0)).toBeLessThan(60);
    expect(returns?.[0]).not.toBe(0);
  });

  it("says the dates that the relative ones became", () => {
    expect(table.metadata).toMatchObject({
      "Absolute Start Date": { value: ["20241231"] },
      "Absolute End Date": { value: ["20261030"] },
      "Currency ISO Code": { value: ["USD"] },
      Accounts: { value: [accounts.equity] },
      Benchmark: { value: ["BMK:WORLD"] },
      "Component Name": { value: ["Contribution"] },
      "Report Frequency": { value: ["Monthly"] },
    });
  });
});

describe("attribution", () => {
  it("explains the whole of the active return, group by group", () => {
    const table = tableOf("pa", { componentid: pa.attribution, dates: year });
    const effects = ["Allocation", "Selection", "Interaction", "Total"].map((name) =>
      numbersOf(table, `Active | ${name} Effect`),
    );
    const [portfolio, benchmark] = ["Portfolio", "Benchmark"].map(
      (side) => numbersOf(table, `${side} | Total Return`)[0] ?? 0,
    );
    expect(effects[3]?.[0]).toBeCloseTo((portfolio ?? 0) - (benchmark ?? 0), 6);
    for (const effect of effects) expect(sum(pick(effect, table, 1))).toBeCloseTo(effect[0] ?? 0, 6);
    for (const [row, total] of (effects[3] ?? []).entries()) {
      if (!Number.isNaN(total))
        expect(sum(effects.slice(0, 3).map((effect) => effect[row] ?? 0))).toBeCloseTo(total, 6);
    }
    expect(pick(effects[3] ?? [], table, 2).every(Number.isNaN)).toBe(true);
  });
});

it("attributes by the rule of Brinson and Fachler", () => {
  const table = tableOf("pa", { componentid: pa.attribution, componentdetail: "groups", dates: year });
  const of = (header: string) => numbersOf(table, header);
  const [weights, benchmarkWeights] = [of("Portfolio | Beginning Weight"), of("Benchmark | Beginning Weight")];
  const [returns, benchmarkReturns] = [of("Portfolio | Total Return"), of("Benchmark | Total Return")];
  const overall = benchmarkReturns[0] ?? 0;
  for (let row = 1; row < table.rows.length; row++) {
    const [weight = 0, benchmarkWeight = 0] = [weights[row], benchmarkWeights[row]];
    const [own = 0, benchmark = 0] = [returns[row], benchmarkReturns[row]];
    expect(of("Active | Allocation Effect")[row]).toBeCloseTo(
      ((weight - benchmarkWeight) * (benchmark - overall)) / 100,
      6,
    );
    expect(of("Active | Selection Effect")[row]).toBeCloseTo((benchmarkWeight * (own - benchmark)) / 100, 6);
    expect(of("Active | Interaction Effect")[row]).toBeCloseTo(
      ((weight - benchmarkWeight) * (own - benchmark)) / 100,
      6,
    );
  }
});

describe("tables over time", () => {
  it("have a block of rows for each period, each adding up to 100", () => {
    const table = tableOf("pa", { componentid: pa.weightsOverTime, dates: { ...year, frequency: "Quarterly" } });
    const periods = textsOf(table, "Period Ending");
    const ends = [...new Set(periods)];
    expect(ends).toEqual([
      "20250331",
      "20250630",
      "20250930",
      "20251231",
      "20260331",
      "20260630",
      "20260930",
      "20261030",
    ]);
    const weights = numbersOf(table, "Portfolio | Ending Weight");
    const depth = depths(table);
    for (const end of ends) {
      expect(sum(weights.filter((_, row) => periods[row] === end && depth[row] === 1))).toBeCloseTo(100, 6);
    }
  });

  it("end with the values of a table of the last day alone", () => {
    const columns = [{ id: columnNamed("Port. Ending Market Value").id }];
    const table = tableOf("pa", { componentid: pa.weightsOverTime, columns, componentdetail: "totals", dates: year });
    const once = tableOf("pa", {
      componentid: pa.holdings,
      columns,
      componentdetail: "totals",
      dates: { enddate: "0M" },
    });
    const header = "Portfolio | Ending Market Value";
    expect(numbersOf(table, header).at(-1)).toBeCloseTo(numbersOf(once, header)[0] ?? 0, 2);
  });
});

describe("what a request changes", () => {
  it("the detail: totals, outermost groups, all groups, securities", () => {
    const at = (componentdetail: string) => tableOf("pa", { componentid: pa.weights, componentdetail });
    expect(at("Totals").rows).toHaveLength(1);
    expect(at("TOTALS").headers).toEqual([
      "Total",
      "Portfolio | Ending Weight",
      "Benchmark | Ending Weight",
      "Active | Ending Weight",
    ]);
    expect(at("groups").rows).toHaveLength(12);
    expect(at("GroupsAll").rows.length).toBeGreaterThan(12);
    expect(at("GroupsAll").rows.length).toBeLessThan(12 + 44 + 1);
    expect(at("securities").rows.length).toBeGreaterThan(600);
  });

  it("the columns and their statistics", () => {
    const statistics = Object.keys(columnStatistics());
    const columns = [
      { id: columnNamed("Port. Price to Earnings").id.toLowerCase(), statistics },
      { id: columnNamed("Sector").id },
    ];
    const table = tableOf("pa", {
      componentid: pa.weights,
      columns,
      componentdetail: "securities",
      groups: [],
      benchmarks: [],
    });
    expect(table.headers.slice(2)).toEqual([
      ...Object.values(columnStatistics()).map(({ name }) => `Portfolio | Price to Earnings | ${name}`),
      "Sector",
    ]);
    const totals = tableOf("pa", {
      componentid: pa.weights,
      columns: columns.slice(0, 1),
      componentdetail: "totals",
      benchmarks: [],
    });
    const of = (name: string) => numbersOf(totals, `Portfolio | Price to Earnings | ${name}`)[0] ?? Number.NaN;
    const values = numbersOf(table, "Portfolio | Price to Earnings | Average").filter((value) => !Number.isNaN(value));
    expect(of("Count")).toBe(values.length);
    expect(of("Minimum")).toBe(Math.min(...values));
    expect(of("Maximum")).toBe(Math.max(...values));
    expect(of("Sum")).toBeCloseTo(sum(values), 6);
    expect(of("Average")).toBeCloseTo(sum(values) / values.length, 6);
    expect(of("Median")).toBeGreaterThan(of("Minimum"));
    expect(of("Standard Deviation")).toBeGreaterThan(0);
    expect(of("Weighted Average")).toBeGreaterThan(of("Minimum"));
  });

  it("the groups", () => {
    const table = tableOf("pa", {
      componentid: pa.weights,
      componentdetail: "groups",
      groups: [{ id: groupBy("country").id, frequency: "EndOfPeriod" }],
    });
    expect(table.headers.slice(0, 2)).toEqual(["Total", "Country"]);
    expect(textsOf(table, "Country")).toContain("Japan");
  });

  it("the accounts and benchmarks: a table for each account", () => {
    const unit = {
      componentid: pa.weights,
      accounts: [{ id: "demo:samples/five_stocks.acct" }, { id: accounts.europe }],
      benchmarks: [{ id: "BMK:WORLD" }, { id: "bmk:europe" }],
    };
    const tables = decodeSimulated(computed("pa", unit).body);
    expect(tables.map(({ metadata }) => [metadata["Accounts"], metadata["Benchmark"]])).toEqual([
      [{ value: [accounts.small] }, { value: ["BMK:WORLD"] }],
      [{ value: [accounts.europe] }, { value: ["BMK:EUROPE"] }],
    ]);
    for (const table of tables) expect(numbersOf(table, "Portfolio | Ending Weight")[0]).toBe(100);
  });

  it("the currency: other returns, the same weights", () => {
    const at = (currencyisocode: string) =>
      tableOf("pa", { componentid: pa.contribution, componentdetail: "totals", currencyisocode, dates: year });
    expect(numbersOf(at("eur"), "Portfolio | Total Return")[0]).not.toBeCloseTo(
      numbersOf(at("USD"), "Portfolio | Total Return")[0] ?? 0,
      3,
    );
    expect(at("eur").metadata["Currency ISO Code"]).toEqual({ value: ["EUR"] });
  });

  it("the dates, an empty start taken as none", () => {
    const table = tableOf("pa", {
      componentid: pa.weights,
      componentdetail: "totals",
      dates: { startdate: "", enddate: "20240508", frequency: "Single", calendar: "FIVEDAY" },
    });
    expect(table.metadata).toMatchObject({
      "Absolute Start Date": { value: ["20240508"] },
      "Absolute End Date": { value: ["20240508"] },
    });
  });
});

it("hides securities of the benchmark alone where no column says anything of them", () => {
  const table = tableOf("pa", { componentid: pa.holdings, accounts: [{ id: accounts.small }] });
  expect(table.rows).toHaveLength(5);
  expect(table.headers).toEqual([
    "Symbol",
    "Security",
    "Portfolio | Ending Weight",
    "Portfolio | Ending Price",
    "Portfolio | Ending Market Value",
    "Market Capitalization",
  ]);
  expect(sum(numbersOf(table, "Portfolio | Ending Weight"))).toBeCloseTo(100, 6);
});

it("warns where a comparison has no benchmark, and leaves its numbers empty", () => {
  const unit = { componentid: pa.weights, benchmarks: [], componentdetail: "totals" };
  expect(computed("pa", unit).warnings).toEqual([`No benchmark for account ${accounts.equity}, data will be NA`]);
  expect(tableOf("pa", unit).rows).toEqual([["Total", 100, null, null]]);
  expect(computed("pa", { ...unit, componentid: pa.holdings }).warnings).toEqual([]);
});

it("gives bonds durations and yields, and shares none", () => {
  const table = tableOf("pa", { componentid: pa.bonds, accounts: [{ id: accounts.balanced }], benchmarks: [] });
  const durations = numbersOf(table, "Portfolio | Effective Duration");
  const ratings = textsOf(table, "Rating");
  const symbols = textsOf(table, "Symbol");
  for (const [row, rating] of ratings.entries()) {
    if (symbols[row] !== "") expect(Number.isNaN(durations[row])).toBe(rating === "Not Rated");
  }
  const found = durations.filter((value) => !Number.isNaN(value));
  expect(Math.min(...found)).toBeGreaterThan(0);
  expect(Math.max(...found)).toBeLessThan(25);
});

it("is the same for the same seed and parameters, and differs by seed in numbers alone", () => {
  const unit = { componentid: pa.weights };
  expect(computed("pa", unit).body).toEqual(computed("pa", unit).body);
  const [one, other] = [tableOf("pa", unit), tableOf("pa", unit, { seed: 2 })];
  expect(numbersOf(other, "Portfolio | Ending Weight")[3]).not.toBe(numbersOf(one, "Portfolio | Ending Weight")[3]);
  expect(textsOf(other, "Security").sort()).toEqual(textsOf(one, "Security").sort());
});

it("computes every component of the catalogue as it stands", () => {
  for (const component of componentList("pa")) {
    const [table] = decodeSimulated(computed("pa", { componentid: component.id }).body);
    expect(table?.rows.length, component.name).toBeGreaterThan(0);
    expect(
      table?.rows.some((row) => row.some((cell) => typeof cell === "number")),
      component.name,
    ).toBe(true);
  }
});

it("gives the table of a vault configuration", () => {
  const unit = {
    componentid: vault.totalReturns,
    account: { id: accounts.equity },
    configid: knownGood().configuration,
    dates: year,
  };
  const table = tableOf("vault", unit);
  expect(table.metadata["Vault Configuration"]).toEqual({ value: ["Official Returns"] });
  expect(table.rows).toHaveLength(22);
});

it("gives 100,000 holdings when asked", { tags: "full" }, () => {
  const table = tableOf("pa", { componentid: pa.holdings, accounts: [{ id: accounts.large }] });
  expect(table.rows).toHaveLength(100_000);
  expect(sum(numbersOf(table, "Portfolio | Ending Weight"))).toBeCloseTo(100, 4);
});
