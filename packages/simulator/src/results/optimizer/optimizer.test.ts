import { describe, expect, it } from "vitest";
import { computed, failureOf, numbersOf, sum, textsOf } from "../../../test/support/compute.ts";
import { type DecodedTable, decodePackage, objectIn, parse } from "../../../test/support/decode.ts";
import { knownGood } from "../../catalogue/known-good.ts";

const { strategies } = knownGood();
const families = ["afi", "axp", "bpm", "fpo", "npo"] as const;
type Optimizer = (typeof families)[number];
const all = {
  trades: { identifierType: "Asset", includeCash: true },
  optimal: { includeCash: true },
  account: { acctName: "Client:/NEW.ACCT" },
  stats: {},
};

function unitOf(family: Optimizer, changes: object = {}) {
  return {
    strategy: { id: strategies[family] },
    optimization: { backtestDate: "09/01/2026", riskModelDate: "0M", cashflow: "250000" },
    outputTypes: all,
    ...changes,
  };
}

function outputs(family: Optimizer, unit: unknown, organisation = "SimplifiedRow"): Map<string, DecodedTable> {
  const { body } = computed(family, unit, { meta: { stachContentOrganization: organisation } });
  const packages = Object.entries(objectIn(objectIn(parse(body))["data"]));
  return new Map(
    packages.flatMap(([name, data]) => decodePackage(data).map((table): [string, DecodedTable] => [name, table])),
  );
}

function output(family: Optimizer, unit: unknown, name: string): DecodedTable {
  const table = outputs(family, unit).get(name);
  if (table === undefined) throw new Error(`no output ${name}`);
  return table;
}

describe.each(families)("an optimization of %s", (family) => {
  it("gives a table for each output type asked for, and no other", () => {
    expect([...outputs(family, unitOf(family)).keys()]).toEqual(["trades", "optimal", "account", "stats"]);
    expect([...outputs(family, unitOf(family, { outputTypes: { stats: {} } })).keys()]).toEqual(["stats"]);
  });

  it("trades as much as the cash flow brings", () => {
    const table = output(family, unitOf(family), "trades");
    expect(sum(numbersOf(table, "Trade Value"))).toBeCloseTo(250_000, 2);
    const [initial, trade, optimal] = ["Initial Shares", "Trade Shares", "Optimal Shares"].map((name) =>
      numbersOf(table, name),
    );
    for (const [row, shares] of (optimal ?? []).entries())
      expect(shares).toBeCloseTo((initial?.[row] ?? 0) + (trade?.[row] ?? 0), 4);
    for (const [row, side] of textsOf(table, "Side").entries())
      expect(side).toBe((trade?.[row] ?? 0) > 0 ? "Buy" : "Sell");
    expect(numbersOf(table, "Optimal Shares").every((shares) => shares >= 0)).toBe(true);
  });

  it("ends with weights that add up to 100", () => {
    const table = output(family, unitOf(family), "optimal");
    expect(sum(numbersOf(table, "Initial Weight"))).toBeCloseTo(100, 6);
    expect(sum(numbersOf(table, "Optimal Weight"))).toBeCloseTo(100, 6);
  });

  it("says the dates it was made for", () => {
    const { metadata } = output(family, unitOf(family), "stats");
    expect(metadata).toMatchObject({
      "Absolute End Date": { value: ["20260901"] },
      "Risk Model Date": { value: ["20261030"] },
    });
  });
});

describe("the request of an optimization", () => {
  it("chooses the identifiers, the cash line, and whether empty positions have a line", () => {
    const trades = (options: object) => output("axp", unitOf("axp", { outputTypes: { trades: options } }), "trades");
    expect(trades({ identifierType: "SedolChk", includeCash: false }).headers[0]).toBe("SedolChk");
    expect(textsOf(trades({ identifierType: "SedolChk" }), "SedolChk").every((id) => /^[0-9A-Z]{6}\d$/.test(id))).toBe(
      true,
    );
    expect(textsOf(trades({ includeCash: true }), "Asset").at(-1)).toBe("CASH");
    expect(textsOf(trades({ includeCash: false }), "Asset")).not.toContain("CASH");
    const optimal = (options: object) =>
      output("axp", unitOf("axp", { outputTypes: { optimal: options } }), "optimal").rows.length;
    expect(optimal({ excludeZero: true })).toBeLessThan(optimal({ excludeZero: false }));
  });

  it("decides the trades by its strategy and overrides, whatever the order of their parts", () => {
    const values = (strategy: object) => numbersOf(output("axp", unitOf("axp", { strategy }), "trades"), "Trade Value");
    const id = strategies.axp;
    expect(values({ id, overrides: { constraints: { a: "Disable" } } })).not.toEqual(values({ id }));
    expect(values({ id, overrides: { tax: "x", constraints: { a: "Disable", b: "Enable" } } })).toEqual(
      values({ overrides: { constraints: { b: "enable", a: "disable" }, tax: "X" }, id }),
    );
  });

  it("chooses an organisation of the table, which changes no value", () => {
    const [first, ...others] = ["SimplifiedRow", "row", "Column"].map((organisation) =>
      [...outputs("bpm", unitOf("bpm"), organisation)].map(([name, { headers, rows }]) => [name, headers, rows]),
    );
    for (const other of others) expect(other).toEqual(first);
  });

  it("names the account, in any letter case", () => {
    const at = (id: string) => output("npo", unitOf("npo", { account: { id } }), "stats").metadata["Accounts"];
    expect(at("client:growth/concentrated_ten.acct")).toEqual({ value: ["Client:/Growth/CONCENTRATED_TEN.ACCT"] });
  });
});

it.each([
  ["axp", unitOf("axp", { strategy: { id: "Client:/None" } }), "Invalid strategy identifier:Client:/None"],
  ["axp", unitOf("axp", { account: { id: "Client:/None.ACCT" } }), "Invalid account identifier:Client:/None.ACCT"],
  ["axp", unitOf("axp", { optimization: { backtestDate: "02/30/2026" } }), "Invalid backtestDate:02/30/2026"],
  ["axp", unitOf("axp", { optimization: { cashflow: "much" } }), "Invalid cashflow:much"],
  ["axp", unitOf("axp", { outputTypes: {} }), "No output types"],
  [
    "fpo",
    unitOf("fpo", { account: { paDocument: { id: "Client:/None" } } }),
    "Invalid document identifier:Client:/None",
  ],
] as const)("says what is wrong with %s (%#)", (family, unit, problem) => {
  expect(failureOf(family, unit)).toBe(problem);
});
