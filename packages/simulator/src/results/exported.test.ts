import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computed, numbersOf, sum, tableOf, textsOf } from "../../test/support/compute.ts";
import { type DecodedTable, decodePackage, objectIn, parse } from "../../test/support/decode.ts";
import { findAccount } from "../catalogue/accounts.ts";
import { knownGood } from "../catalogue/known-good.ts";
import { linked } from "./returns.ts";

const { exported, configuration } = knownGood();

interface Inputs {
  readonly account: string;
  readonly months: number;
  readonly endMonth: number;
  readonly seed: number;
}

/** Any account of the catalogue that is quick to compute, dates and a seed. */
const inputs: fc.Arbitrary<Inputs> = fc.record({
  account: fc.constantFrom(
    "Demo:/Samples/FIVE_STOCKS.ACCT",
    "Demo:/Samples/TWENTY_BONDS.ACCT",
    "Client:/Growth/CONCENTRATED_TEN.ACCT",
    "Client:/Growth/Regions/Themes/CLEAN_WATER.ACCT",
    "Client:/Balanced/CAUTIOUS.ACCT",
    "Client:/Income/Maturity/SHORT_TERM.ACCT",
  ),
  months: fc.integer({ min: 2, max: 6 }),
  endMonth: fc.integer({ min: 0, max: 40 }),
  seed: fc.integer({ min: 1, max: 1000 }),
});

const datesOf = ({ months, endMonth }: Inputs) => ({
  startdate: `-${endMonth + months}M`,
  enddate: `-${endMonth}M`,
  frequency: "Monthly",
});

function paTable(componentid: string, input: Inputs, more: object = {}): DecodedTable {
  const benchmark = findAccount(input.account)?.benchmark.id;
  const unit = {
    componentid,
    accounts: [{ id: input.account }],
    benchmarks: [{ id: benchmark }],
    dates: datesOf(input),
  };
  return tableOf("pa", { ...unit, ...more }, { seed: input.seed });
}

const sparTable = (componentid: string, input: Inputs) =>
  tableOf("spar", { componentid, accounts: [{ id: input.account }], dates: datesOf(input) }, { seed: input.seed });

const forAll = (check: (input: Inputs) => void, numRuns = 8) => fc.assert(fc.property(inputs, check), { numRuns });

/** The rows that are at a level of the columns `total0`, `group1`, ...: 1 for the groups and the total. */
const levelOf = (row: readonly unknown[], dimensions: number) =>
  row.slice(0, dimensions).filter((cell) => cell !== null).length;

/** The values of the rows that a test chooses. */
function valuesOf(table: DecodedTable, header: string, isChosen: (row: readonly unknown[]) => boolean): number[] {
  return numbersOf(table, header).filter((_, index) => isChosen(table.rows[index] ?? []));
}

const sample: Inputs = { account: "Demo:/Samples/FIVE_STOCKS.ACCT", months: 3, endMonth: 0, seed: 1 };

const effects = ["Allocation +Effect", "Selection+Effect", "Interaction+Effect", "Total+Effect"];

describe("attribution as exported", () => {
  it("has + in its headers, and the total beside its groups in the first row", () => {
    const { headers, rows, dimensions } = paTable(exported.pa.attribution, sample);
    expect(headers).toEqual([
      "total0",
      "group1",
      "Port.+Average+Weight",
      "Port.+Total+Return",
      "Port.+Contrib.+To Return",
      "Bench.+Average+Weight",
      "Bench.+Total+Return",
      "Bench.+Contrib.+To Return",
      ...effects,
    ]);
    expect(dimensions).toBe(2);
    expect(rows[0]?.slice(0, 2)).toEqual(["Total", null]);
    expect(rows.slice(1).map(([name]) => name)).not.toContain("Total");
    expect(rows.at(-1)?.slice(0, 2)).toEqual(["[Cash]", "U.S. Dollar"]);
  });

  it("states group1 as a column below total0", () => {
    const body = objectIn(parse(computed("pa", { componentid: exported.pa.attribution }).body));
    const tables = objectIn(objectIn(body["data"])["tables"]);
    expect(tables["table_0"]).toMatchObject({
      definition: {
        columns: expect.arrayContaining([
          expect.objectContaining({ id: "col_1", name: "group1", description: "group1", parentId: "col_0" }),
        ]),
      },
    });
  });

  it("adds up: weights, contributions and effects, by group and by security", () => {
    forAll((input) => {
      const table = paTable(exported.pa.attribution, input);
      const isTotal = ([name]: readonly unknown[]) => name === "Total";
      const isGroup = ([name, security]: readonly unknown[]) => name !== "Total" && security === null;
      for (const side of ["Port.", "Bench."]) {
        const column = (name: string, chosen = isTotal) => valuesOf(table, `${side}+${name}`, chosen);
        expect(column("Average+Weight")[0]).toBeCloseTo(100, 6);
        expect(sum(column("Average+Weight", isGroup))).toBeCloseTo(100, 6);
        expect(sum(column("Contrib.+To Return", isGroup))).toBeCloseTo(column("Total+Return")[0] ?? 0, 6);
        const [weights, returns, contributions] = ["Average+Weight", "Total+Return", "Contrib.+To Return"].map((name) =>
          column(name, () => true),
        );
        for (const [row, contribution] of (contributions ?? []).entries()) {
          const product = ((weights?.[row] ?? 0) * (returns?.[row] ?? 0)) / 100;
          if (!Number.isNaN(contribution)) expect(contribution).toBeCloseTo(product, 6);
        }
      }
      const [total = []] = table.rows;
      expect(total.at(-1)).toBeCloseTo(Number(total[3]) - Number(total[6]), 6);
      expect(sum(total.slice(8, 11).map(Number))).toBeCloseTo(Number(total.at(-1)), 6);
      for (const effect of effects) {
        const ofTotal = sum(valuesOf(table, effect, isTotal));
        expect(sum(valuesOf(table, effect, isGroup))).toBeCloseTo(ofTotal, 6);
      }
      const weights = numbersOf(table, "Bench.+Average+Weight");
      for (const [index, row] of table.rows.entries()) {
        const hasWeight = !Number.isNaN(weights[index]);
        if (row[1] !== null && !hasWeight) expect(row.slice(8)).toEqual([null, null, null, null]);
        if (row[1] !== null || !hasWeight) continue;
        const ofSecurities = valuesOf(
          table,
          "Total+Effect",
          ([name, security]) => name === row[0] && security !== null,
        );
        if (row[0] !== "Total") expect(sum(ofSecurities)).toBeCloseTo(Number(row.at(-1)), 6);
      }
    });
  });
});

describe("weights as exported", () => {
  it("add up in three levels, with a bare Difference that leaves out 0", () => {
    forAll((input) => {
      const table = paTable(exported.pa.weights, input);
      expect(table.headers).toEqual(["total0", "group1", "group2", "Port.+Weight", "Bench.+Weight", "Difference"]);
      const isTotal = ([name]: readonly unknown[]) => name === "Total";
      for (const level of [1, 2, 3]) {
        const at = (row: readonly unknown[]) => !isTotal(row) && levelOf(row, 3) === level;
        expect(sum(valuesOf(table, "Port.+Weight", at))).toBeCloseTo(100, 6);
        expect(sum(valuesOf(table, "Bench.+Weight", at))).toBeCloseTo(100, 6);
        expect(sum(valuesOf(table, "Difference", at))).toBeCloseTo(0, 6);
      }
      expect(table.rows[0]).toEqual(["Total", null, null, 100, 100, null]);
      for (const [, , , portfolio, benchmark, difference] of table.rows)
        expect(Number(difference)).toBeCloseTo(Number(portfolio) - Number(benchmark), 6);
      expect(table.rows.some((row) => row[3] === null && row[4] !== null)).toBe(true);
    });
  });

  it("has the total at the level of the groups where an organisation states levels", () => {
    const table = tableOf("pa", { componentid: exported.pa.weights }, { meta: { stachContentOrganization: "Row" } });
    expect(table.levels).toEqual(table.rows.map((row) => levelOf(row, 3) - 1));
  });

  it("by date have a block of columns for each date", () => {
    forAll((input) => {
      const { headers, rows, ...table } = paTable(exported.pa.weightsByDate, input);
      expect(headers.slice(0, 2)).toEqual(["Ticker", "Security Name"]);
      const parts = headers.slice(2).map((header) => header.split(" | "));
      expect(parts.length).toBe(3 * input.months);
      for (const [index, [date = "", measure]] of parts.entries()) {
        expect(date).toMatch(/^\d\d-[A-Z]{3}-\d{4}$/);
        expect(measure).toBe(["# of\nSecurities", "Ending\nWeight", "Market\nCapitalization"][index % 3]);
        if (index % 3 === 2) continue;
        const [total = 0, ...values] = numbersOf({ ...table, headers, rows }, `${date} | ${measure}`);
        expect(sum(values)).toBeCloseTo(total, 6);
        if (index % 3 === 1) expect(total).toBeCloseTo(100, 6);
      }
      expect(rows[0]?.slice(0, 2)).toEqual([null, "Total"]);
    }, 5);
  });
});

describe("attribution by period as exported", () => {
  it("has the periods in the headers and a block that links them", () => {
    forAll((input) => {
      const table = paTable(exported.pa.attributionByPeriod, input);
      const labels = [...new Set(table.headers.slice(1).map((header) => header.split(" | ")[0] ?? ""))];
      expect(labels).toHaveLength(input.months + 1);
      expect(labels.at(-1)).toBe("Total");
      for (const label of labels.slice(0, -1)) expect(label).toMatch(/^\d\d-[A-Z]{3}-\d{4} to \d\d-[A-Z]{3}-\d{4}$/);
      const [portfolio, benchmark, effect] = ["Port.+Total+Return", "Bench.+Total+Return", "Total+Effect"].map((name) =>
        labels.map((label) => numbersOf(table, `${label} | ${name}`)),
      );
      for (const [row] of table.rows.entries()) {
        const [returns = [], all] = [portfolio?.slice(0, -1).map((one) => one[row] ?? 0), portfolio?.at(-1)?.[row]];
        if (all !== undefined && !Number.isNaN(all))
          expect(linked(returns.map((value) => value || 0))).toBeCloseTo(all, 6);
      }
      for (const block of labels.keys()) {
        const [total = Number.NaN, ...groups] = effect?.[block] ?? [];
        expect(total).toBeCloseTo((portfolio?.[block]?.[0] ?? 0) - (benchmark?.[block]?.[0] ?? 0), 6);
        expect(sum(groups)).toBeCloseTo(total, 6);
      }
    });
  });
});

describe("holdings as exported", () => {
  it("have a maturity and a trade date for each bond, none for cash and the total", () => {
    forAll((input) => {
      const table = paTable(exported.pa.bonds, input);
      expect(table.headers).toEqual([
        "Security Name",
        "Maturity Date",
        "Trade Date",
        "Port. Ending Weight",
        "Yield to Worst (%)",
        "Mod. Duration",
        "Rating",
        "Coupon (%)",
      ]);
      const [total = Number.NaN, ...weights] = numbersOf(table, "Port. Ending Weight");
      expect([total, sum(weights)]).toEqual([expect.closeTo(100, 6), expect.closeTo(100, 6)]);
      for (const [name, maturity, trade, , , duration, rating, coupon] of table.rows) {
        const isDated = name !== "Total" && name !== "U.S. Dollar";
        if (isDated) expect(trade).toMatch(/^\d\d\/\d\d\/\d{4}$/);
        else expect([maturity, trade, rating]).toEqual([null, null, null]);
        if (isDated) expect(maturity !== null).toBe(coupon !== null && duration !== null);
      }
    });
  });

  it("may be long and short: the net is 100, the short positions are below zero", () => {
    forAll((input) => {
      const table = paTable(exported.pa.longShort, input);
      const group = (name: string) => table.rows.find((row) => row[0] === name && row[1] === null) ?? [];
      const [total, long, short] = ["Total", "Long", "Short"].map(group);
      expect(total?.[3]).toBeCloseTo(100, 6);
      expect(Number(long?.[3]) + Number(short?.[3])).toBeCloseTo(100, 6);
      expect(Number(long?.[3])).toBeGreaterThan(100);
      expect(Number(short?.[2])).toBeLessThan(0);
      expect(Number(long?.[5]) + Number(short?.[5])).toBeCloseTo(Number(total?.[5]), 6);
      expect(total?.[5]).toBeCloseTo(Number(total?.[4]), 6);
      for (const row of table.rows.filter(([name, security]) => name === "Short" && security !== null))
        expect([Math.sign(Number(row[3])), Math.sign(Number(row[5]))]).toEqual([-1, -Math.sign(Number(row[4]))]);
    });
  });
});

describe("attribution with footers as exported", () => {
  it("has the total below its sectors, then rows with a name at most", () => {
    forAll((input) => {
      const table = paTable(exported.pa.footers, input);
      const names = textsOf(table, "Sector");
      const total = names.indexOf("Total Equity");
      expect(names.slice(total + 1)).toEqual([
        expect.stringMatching(/^Benchmark: /),
        "",
        "* Gross of fees.",
        expect.stringMatching(/^Source: /),
      ]);
      for (const row of table.rows.slice(total + 1)) expect(row.slice(1).every((cell) => cell === null)).toBe(true);
      for (const header of [
        "Avg % of Total\nEquities",
        "Asset\nAlloc. Effect",
        "Sec. Selection\nEffect",
        "Total\nEffect",
      ]) {
        const values = numbersOf(table, header);
        expect(sum(values.slice(0, total))).toBeCloseTo(values[total] ?? 0, 6);
      }
      const [fund, benchmark, difference, allocation, selection, effect] = (table.rows[total] ?? [])
        .slice(3)
        .map(Number);
      expect(difference).toBeCloseTo((fund ?? 0) - (benchmark ?? 0), 6);
      expect(effect).toBeCloseTo(difference ?? 0, 6);
      expect((allocation ?? 0) + (selection ?? 0)).toBeCloseTo(effect ?? 0, 6);
    });
  });
});

describe("accounts side by side as exported", () => {
  it("have their names in the headers: those of a request, or that of the vault and the account beside it", () => {
    const accounts = ["Demo:/Samples/FIVE_STOCKS.ACCT", "Client:/Growth/CONCENTRATED_TEN.ACCT"].map((id) => ({ id }));
    const tables = [
      paTable(exported.pa.accounts, sample, { accounts }),
      tableOf("vault", { componentid: exported.vault.accounts, configid: configuration }),
    ];
    const owners = tables.map(({ headers }) => [...new Set(headers.slice(1).map((header) => header.split(" | ")[0]))]);
    expect(owners).toEqual([
      ["FIVE_STOCKS", "CONCENTRATED_TEN", expect.any(String)],
      ["GLOBAL_EQUITY", "CONCENTRATED_TEN", "World Equity"],
    ]);
    for (const table of tables) {
      expect(table.rows[0]?.[0]).toBe("Total");
      for (const header of table.headers.filter((one) => one.endsWith("Weight"))) {
        expect(header).toMatch(/ \| (Port|Bench)\.\+Average\+Weight$/);
        const [total, ...weights] = numbersOf(table, header);
        expect([total, sum(weights)]).toEqual([expect.closeTo(100, 6), expect.closeTo(100, 6)]);
        const returns = numbersOf(table, header.replace("Average+Weight", "Total+Return"));
        const products = weights.map((weight, index) => (weight * (returns[index + 1] ?? 0)) / 100);
        expect(sum(products)).toBeCloseTo(returns[0] ?? Number.NaN, 6);
      }
      expect(table.rows.some((row) => row[1] === null && row[3] !== null)).toBe(true);
    }
  });
});

describe("returns as exported", () => {
  it("have the kind of return and the account in two levels, and a date as text", () => {
    const { headers, rows } = sparTable(exported.spar.returns, sample);
    expect(headers).toEqual(["Dates", "Return | FIVE_STOCKS - Total Return", "Return | World Equity - Total Return"]);
    expect(rows.map(([date]) => date)).toEqual(["08/31/2026", "09/30/2026", "10/30/2026"]);
  });

  it("are cumulative from 0, and linked from the returns of the periods", () => {
    forAll((input) => {
      const [returns, cumulative, rolling] = [
        exported.spar.returns,
        exported.spar.cumulative,
        exported.spar.rolling,
      ].map((id) => sparTable(id, input));
      if (!returns || !cumulative || !rolling) throw new Error("a table is missing");
      for (const header of returns.headers.slice(1)) {
        const values = numbersOf(cumulative, `Cumulative ${header}`);
        expect(values[0]).toBe(0);
        expect(values.slice(1)).toEqual(
          numbersOf(returns, header).map((_, index, all) => expect.closeTo(linked(all.slice(0, index + 1)), 6)),
        );
      }
      const [period, total, twelve] = [1, 2, 3].map((index) => numbersOf(rolling, rolling.headers[index] ?? ""));
      expect(rolling.headers.slice(1).map((header) => header.split(" | ")[0])).toEqual([
        "Return",
        "Cumulative Return",
        "Rolling 12-Month Return",
      ]);
      expect(total?.at(-1)).toBeCloseTo(linked(period ?? []), 6);
      const year = sparTable(exported.spar.rolling, { ...input, months: 12 });
      expect(twelve?.at(-1)).toBeCloseTo(numbersOf(year, year.headers[2] ?? "").at(-1) ?? Number.NaN, 6);
    });
  });

  it("over horizons have a row for each account and for the difference, empty before its inception", () => {
    forAll((input) => {
      const table = sparTable(exported.spar.horizons, input);
      expect(table.headers).toEqual([
        "Account",
        "1 Month",
        "3 Month",
        "YTD",
        "1 Year",
        "3 Year (Ann.)",
        "5 Year (Ann.)",
        "Since Inception",
        "Inception Date",
      ]);
      expect(textsOf(table, "Account").at(-1)).toBe("Difference");
      const [account, benchmark, difference] = table.rows;
      for (const [index, value] of (difference ?? []).entries()) {
        if (typeof value === "number")
          expect(value).toBeCloseTo(Number(account?.[index]) - Number(benchmark?.[index]), 6);
      }
      const byLength = [1, 2, 4, 5, 6].map((index) => account?.[index] === null);
      expect(byLength).toEqual([...byLength].sort());
    });
    const young = ["Client:/Growth/Regions/EUROPE_EQUITY.ACCT", "Client:/Balanced/CAUTIOUS.ACCT"].concat(
      Array.from({ length: 20 }, (_, index) => `Client:/Mandates/MANDATE_00${index + 10}.ACCT`),
    );
    const fiveYears = young.map((account) => sparTable(exported.spar.horizons, { ...sample, account }).rows[0]?.[6]);
    expect(fiveYears).toContain(null);
    expect(fiveYears.some((value) => typeof value === "number")).toBe(true);
  });
});

describe("the other families as exported", () => {
  const screen = {
    universe: { source: "UniversalScreenUniverse", screen: exported.screen.toUpperCase() },
    dates: { source: "FdsDate", startDate: "-3M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
    formulas: [{ source: "AllUniversalScreenParameters" }],
  };

  it("quant: goes from date to date, with a flag and a sector that several securities share", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (seed) => {
        const table = tableOf("quant", screen, { seed });
        expect(table.headers).toEqual(["DATE", "UNIVERSE", "ison_univ", "price", "tret", "sector"]);
        const dates = textsOf(table, "DATE");
        expect(dates).toEqual([...dates].sort());
        expect(dates.every((date) => /^\d{8}$/.test(date))).toBe(true);
        const count = new Set(textsOf(table, "UNIVERSE")).size;
        expect(new Set(textsOf(table, "ison_univ"))).toEqual(new Set(["True"]));
        expect(new Set(textsOf(table, "sector")).size).toBeLessThan(count);
        const [prices, returns] = [numbersOf(table, "price"), numbersOf(table, "tret")];
        for (let row = count; row < prices.length; row++)
          expect(returns[row]).toBeCloseTo(100 * ((prices[row] ?? 0) / (prices[row - count] ?? 1) - 1), 5);
      }),
      { numRuns: 5 },
    );
  });

  it("fi: has a row for each security and scenario, and one without numbers for a security without a price", () => {
    const security = (symbol: string, calcFromValue: number) => ({ symbol, calcFromMethod: "Price", calcFromValue });
    const calculations = ["Scenario", "Security Name", "Run Status", "Settlement Date", "Price", "Yield", "OAS"];
    const table = tableOf("fi", {
      securities: [security("AAA", 100), security("BBB", 96), security("CCC", 0)],
      calculations,
      jobSettings: { asOfDate: "20261030", settlement: "20261102" },
    });
    expect(table.headers).toEqual(["InputSecurity", ...calculations]);
    expect(textsOf(table, "InputSecurity").join()).toBe("AAA,AAA,AAA,BBB,BBB,BBB,CCC");
    expect(textsOf(table, "Scenario").slice(0, 3)).toEqual(["Base", "+100bp", "-100bp"]);
    const [base = 0, up = 0, down = 0] = numbersOf(table, "Yield");
    expect([up - base, base - down]).toEqual([expect.closeTo(1, 6), expect.closeTo(1, 6)]);
    const [price = 0, lower = 0, higher = 0] = numbersOf(table, "Price");
    expect(price).toBeCloseTo(100, 6);
    expect(lower < price && price < higher).toBe(true);
    expect(
      new Set(
        numbersOf(table, "OAS")
          .slice(0, 3)
          .map((value) => value.toFixed(6)),
      ).size,
    ).toBe(1);
    expect(table.rows.at(-1)).toEqual(["CCC", "Base", null, "No price", "20261102", null, null, null]);
  });

  it.each(["afi", "axp", "bpm", "fpo", "npo"] as const)("%s: has weights, trades and a cash row", (family) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: -50_000, max: 500_000 }), (seed, cashflow) => {
        const unit = {
          strategy: { id: exported.strategy },
          optimization: { backtestDate: "0M", riskModelDate: "0M", cashflow: String(cashflow) },
          outputTypes: { optimal: {} },
        };
        const data = objectIn(objectIn(parse(computed(family, unit, { seed }).body))["data"]);
        const [table] = decodePackage(data["optimal"]);
        if (table === undefined) throw new Error("no table");
        expect(table.headers).toEqual([
          "Symbol",
          "Security Name",
          "Initial Weight",
          "Optimal Weight",
          "Bench. Weight",
          "Trade Shares",
          "Trade Value",
          "tradeAction",
          "transactionCostPercent",
        ]);
        expect(sum(numbersOf(table, "Initial Weight"))).toBeCloseTo(100, 6);
        expect(sum(numbersOf(table, "Optimal Weight"))).toBeCloseTo(100, 6);
        expect(sum(numbersOf(table, "Trade Value"))).toBeCloseTo(cashflow, 2);
        const actions = textsOf(table, "tradeAction");
        for (const [row, shares] of numbersOf(table, "Trade Shares").entries()) {
          const action = shares > 0 ? "Buy" : shares < 0 ? "Sell" : "";
          expect(actions[row]).toBe(table.rows[row]?.[0] === "CASH" ? "" : action);
        }
        expect(table.rows.at(-1)?.[0]).toBe("CASH");
      }),
      { numRuns: 4 },
    );
  });
});
