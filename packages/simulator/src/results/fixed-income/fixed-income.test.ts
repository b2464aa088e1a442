import { describe, expect, it } from "vitest";
import { computed, failureOf, numbersOf, sum, tableOf, textsOf } from "../../../test/support/compute.ts";
import { knownGood } from "../../catalogue/known-good.ts";

const jobSettings = { asOfDate: "20201201", partialDurationMonths: [12, 60, 120] };
const calculations = [
  "Security Name",
  "Settlement Date",
  "Price",
  "Yield to No Call",
  "OAS",
  "Effective Duration",
  "Modified Duration",
  "Effective Convexity",
  "CF Coupon",
  "Market Value",
  "Accrued Interest",
];
const bond = (calcFromMethod: string, calcFromValue: number) => ({
  symbol: "ZZTEST01",
  calcFromMethod,
  calcFromValue,
  face: 10_000,
  settlement: "20201202",
});
const unit = (securities: unknown[], more: string[] = []) => ({
  securities,
  calculations: [...calculations, ...more],
  jobSettings,
});

describe("a fixed income job", () => {
  const table = tableOf(
    "fi",
    unit([bond("Price", 100.285), { symbol: "ZZTEST02", calcFromValue: 4, calcFromMethod: "yield" }]),
  );

  it("has a row for each security and a column for each calculation, in the order asked", () => {
    expect(table.headers).toEqual(["Symbol", ...calculations]);
    expect(textsOf(table, "Symbol")).toEqual(["ZZTEST01", "ZZTEST02"]);
    expect(textsOf(table, "Settlement Date")).toEqual(["20201202", "20201201"]);
    expect(table.metadata["Absolute End Date"]).toEqual({ value: ["20201201"] });
  });

  it("starts from the price or the yield that was given", () => {
    expect(numbersOf(table, "Price")[0]).toBeCloseTo(100.285, 8);
    expect(numbersOf(table, "Yield to No Call")[1]).toBeCloseTo(4, 8);
  });

  it("comes to the same bond from its price, its yield and its spread", () => {
    const [rate = 0] = numbersOf(table, "Yield to No Call");
    const [spread = 0] = numbersOf(table, "OAS");
    const same = tableOf("fi", unit([bond("Price", 100.285), bond("Yield", rate), bond("OAS", spread)]));
    for (const name of calculations.slice(2)) {
      const [first = 0, second = 0, third = 0] = numbersOf(same, name);
      expect(second).toBeCloseTo(first, 4);
      expect(third).toBeCloseTo(first, 4);
    }
  });

  it("has numbers that fit one another", () => {
    const [price = 0] = numbersOf(table, "Price");
    const [accrued = 0] = numbersOf(table, "Accrued Interest");
    const [coupon = 0] = numbersOf(table, "CF Coupon");
    const [rate = 0] = numbersOf(table, "Yield to No Call");
    expect(numbersOf(table, "Market Value")[0]).toBeCloseTo((10_000 * (price + accrued)) / 100, 6);
    expect(Math.sign(price - 100)).toBe(Math.sign(coupon - rate));
    expect(accrued).toBeGreaterThanOrEqual(0);
    expect(accrued).toBeLessThan(coupon / 2);
    expect(numbersOf(table, "Effective Duration")[0]).toBeGreaterThan(0);
  });

  it("splits the duration over the months asked for", () => {
    const parts = tableOf("fi", unit([bond("Price", 99)], ["Partial Duration"]));
    const months = [12, 60, 120].map((month) => numbersOf(parts, `Partial Duration ${month}M`)[0] ?? 0);
    expect(sum(months)).toBeCloseTo(numbersOf(parts, "Modified Duration")[0] ?? 0, 8);
  });

  it("knows the currency of a discount curve, and takes one that it does not know for US governments", () => {
    const at = (discountCurve: string) => {
      const table = tableOf("fi", unit([{ ...bond("Price", 99), discountCurve }], ["Discount Curve", "Currency"]));
      return [...textsOf(table, "Discount Curve"), ...textsOf(table, "Currency"), numbersOf(table, "OAS")[0]];
    };
    expect(at("eur_gov").slice(0, 2)).toEqual(["EUR_GOV", "EUR"]);
    expect(at("UST").slice(0, 2)).toEqual(["UST", "USD"]);
    expect(at("UST")[2]).toBe(at("USD_GOV")[2]);
    expect(at("EUR_GOV")[2]).not.toBe(at("USD_GOV")[2]);
  });

  it("warns of a calculation that is not offered and leaves its column empty", () => {
    const { warnings } = computed("fi", unit([bond("Price", 99)], ["Phase of the Moon"]));
    expect(warnings).toEqual(["Calculation Phase of the Moon is not available, data will be NA"]);
    expect(tableOf("fi", unit([bond("Price", 99)], ["Phase of the Moon"])).rows[0]?.at(-1)).toBeNull();
  });

  it.each([
    [unit([bond("Magic", 1)]), "Invalid calculation method:Magic"],
    [unit([bond("Price", -3)]), "Invalid calculation from value:-3"],
    [unit([{ ...bond("Price", 99), symbol: " " }]), "Invalid symbol:"],
    [unit([{ ...bond("Price", 99), settlement: "20201301" }]), "Invalid settlement date:20201301"],
    [unit([]), "No securities"],
    [{ ...unit([bond("Price", 99)]), jobSettings: { asOfDate: "20200230" } }, "Invalid as of date:20200230"],
  ])("says what is wrong (%#)", (parameters, problem) => {
    expect(failureOf("fi", parameters)).toBe(problem);
  });
});

describe("a fixed income batch", () => {
  const parameters = {
    account: { id: knownGood().accounts.bond },
    dates: { startdate: "20260930", enddate: "20261030" },
  };

  it("has no result of its own, and says what is wrong with its parameters", () => {
    expect(computed("fiab", parameters)).toMatchObject({ body: new Uint8Array(), warnings: [] });
    expect(failureOf("fiab", { ...parameters, account: { id: "Client:/X.ACCT" } })).toBe(
      "Invalid account identifier:Client:/X.ACCT",
    );
    expect(failureOf("fiab", { ...parameters, dates: { startdate: "20261030", enddate: "20260930" } })).toBe(
      "Start date 20261030 is after end date 20260930",
    );
  });
});
