import { describe, expect, it } from "vitest";
import { failureOf, numbersOf, tableOf, textsOf } from "../../../test/support/compute.ts";
import { knownGood } from "../../catalogue/known-good.ts";
import { linked, riskStatistics } from "../returns.ts";

const { returns, returnsOverTime, statistics } = knownGood().components.spar;
const { accounts } = knownGood();
const world = { id: "WORLD", returntype: "GTR", prefix: "BMK" };

describe("the returns table", () => {
  it("has a row for each account and the benchmark, a column for each time back", () => {
    const unit = {
      componentid: returns,
      accounts: [{ id: accounts.equity }, { ...world, returntype: "PR" }],
      benchmark: world,
      dates: { startdate: "20200101", enddate: "20261030", frequency: "Monthly" },
    };
    const table = tableOf("spar", unit);
    expect(textsOf(table, "Account")).toEqual(["GLOBAL_EQUITY", "World Equity (PR)", "World Equity"]);
    expect(table.headers.slice(2)).toEqual([
      "Return | 1 Month",
      "Return | 3 Months",
      "Return | 6 Months",
      "Return | 1 Year",
      "Annualized Return | 3 Years",
      "Annualized Return | 5 Years",
      "Annualized Return | Since Start",
    ]);
    const [, price = 0, total = 0] = numbersOf(table, "Return | 1 Year");
    expect(total).toBeGreaterThan(price);
    expect(table.metadata).toMatchObject({
      "Absolute Start Date": { value: ["20200101"] },
      "Absolute End Date": { value: ["20261030"] },
    });
  });

  it("nets between the price return and the gross return", () => {
    const unit = {
      componentid: returns,
      accounts: ["PR", "NTR", "GTR"].map((returntype) => ({ ...world, returntype })),
    };
    const [price = 0, net = 0, gross = 0] = numbersOf(tableOf("spar", unit), "Return | 1 Year");
    expect(net).toBeGreaterThan(price);
    expect(gross).toBeGreaterThan(net);
  });
});

describe("returns over time", () => {
  const unit = {
    componentid: returnsOverTime,
    accounts: [{ id: accounts.equity }],
    benchmark: world,
    dates: { startdate: "20251231", enddate: "20260630", frequency: "Monthly" },
  };

  it("have a row for each period and the lead over the benchmark", () => {
    const table = tableOf("spar", unit);
    expect(textsOf(table, "Period Ending")).toEqual([
      "20260130",
      "20260227",
      "20260331",
      "20260430",
      "20260529",
      "20260630",
    ]);
    const [own, active, benchmark] = [
      "GLOBAL_EQUITY | Return",
      "GLOBAL_EQUITY | Active Return",
      "World Equity | Return",
    ].map((name) => numbersOf(table, name));
    for (const [row, value] of (active ?? []).entries())
      expect(value).toBeCloseTo((own?.[row] ?? 0) - (benchmark?.[row] ?? 0), 8);
  });

  it("of price alone link to the price return of the whole", () => {
    const price = { ...unit, accounts: [{ ...world, returntype: "PR" }] };
    const monthly = numbersOf(tableOf("spar", price), "World Equity (PR) | Return");
    const whole = numbersOf(tableOf("spar", { ...price, componentid: returns }), "Return | Since Start");
    expect(linked(monthly)).toBeCloseTo(whole[0] ?? 0, 6);
  });
});

describe("risk statistics", () => {
  it("have a row for each figure; the benchmark against itself has a beta of 1", () => {
    const table = tableOf("spar", { componentid: statistics, accounts: [{ id: accounts.equity }], benchmark: world });
    const names = textsOf(table, "Statistic");
    const at = (header: string, name: string) => numbersOf(table, header)[names.indexOf(name)];
    expect(at("World Equity", "Beta")).toBeCloseTo(1, 8);
    expect(at("World Equity", "Tracking Error")).toBe(0);
    expect(at("World Equity", "Information Ratio")).toBeNaN();
    expect(at("GLOBAL_EQUITY", "Beta")).toBeGreaterThan(0.4);
    expect(at("GLOBAL_EQUITY", "Standard Deviation")).toBeGreaterThan(1);
  });

  it("are those of the textbook", () => {
    const found = riskStatistics([10, -10, 5, 0], [5, -5, 2.5, 0], 4);
    expect(found["Total Return"]).toBeCloseTo(100 * (1.1 * 0.9 * 1.05 - 1), 10);
    expect(found["Annualized Return"]).toBeCloseTo(100 * ((1.1 * 0.9 * 1.05) ** 0.25 - 1), 10);
    expect(found["Maximum Drawdown"]).toBeCloseTo(-10, 10);
    expect(found["Beta"]).toBeCloseTo(2, 10);
    expect(found["Correlation"]).toBeCloseTo(1, 10);
    expect(found["Best Period"]).toBe(10);
  });
});

it.each([
  [{ componentid: "x" }, "Invalid component identifier:x"],
  [{ componentid: returns, accounts: [{ id: "R.1", prefix: "NONE" }] }, "Invalid account identifier:NONE:R.1"],
  [{ componentid: returns, accounts: [{ ...world, returntype: "XTR" }] }, "Invalid return type:XTR"],
  [
    { componentid: returns, dates: { startdate: "-1Y", enddate: "0", frequency: "Single" } },
    "Invalid frequency:Single",
  ],
  [{ componentid: returns, benchmark: { id: "NONE" } }, "Invalid benchmark identifier:NONE"],
  [
    { componentid: returns, dates: { startdate: "0", enddate: "-1Y", frequency: "Monthly" } },
    "Start date 20261120 is after end date 20241231",
  ],
])("says what is wrong (%#)", (unit, problem) => {
  expect(failureOf("spar", unit)).toBe(problem);
});
