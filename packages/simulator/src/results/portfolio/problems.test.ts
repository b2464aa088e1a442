import { describe, expect, it } from "vitest";
import { computed, failureOf } from "../../../test/support/compute.ts";
import { groupBy } from "../../catalogue/columns.ts";
import { knownGood } from "../../catalogue/known-good.ts";

const { pa, vault } = knownGood().components;
const { accounts } = knownGood();

describe("a unit that cannot be computed", () => {
  const vaultUnit = {
    componentid: vault.totalReturns,
    account: { id: accounts.equity },
    configid: knownGood().configuration,
  };
  it.each([
    ["pa", { componentid: "invalid_comp" }, "Invalid component identifier:invalid_comp"],
    ["pa", {}, "Invalid component identifier:"],
    [
      "pa",
      { componentid: pa.weights, accounts: [{ id: "Client:/NOBODY.ACCT" }] },
      "Invalid account identifier:Client:/NOBODY.ACCT",
    ],
    ["pa", { componentid: pa.weights, benchmarks: [{ id: "BMK:NONE" }] }, "Invalid benchmark identifier:BMK:NONE"],
    ["pa", { componentid: pa.weights, currencyisocode: "ABC" }, "Invalid currency ISO code:ABC"],
    ["pa", { componentid: pa.weights, dates: { enddate: "20240231" } }, "Invalid end date:20240231"],
    ["pa", { componentid: pa.contribution, dates: { startdate: "x", enddate: "0" } }, "Invalid start date:x"],
    [
      "pa",
      { componentid: pa.contribution, dates: { startdate: "20250101", enddate: "20240101" } },
      "Start date 20250101 is after end date 20240101",
    ],
    ["pa", { componentid: pa.weights, dates: { enddate: "0", frequency: "Hourly" } }, "Invalid frequency:Hourly"],
    ["pa", { componentid: pa.weights, columns: [{ id: "x" }] }, "Invalid column identifier:x"],
    [
      "pa",
      { componentid: pa.weights, columns: [{ id: knownGood().columns.endingWeight, statistics: ["s"] }] },
      "Invalid column statistic identifier:s",
    ],
    ["pa", { componentid: pa.weights, groups: [{ id: "g" }] }, "Invalid group identifier:g"],
    [
      "pa",
      { componentid: pa.weights, groups: [{ id: groupBy("sector").id, frequency: "Never" }] },
      "Invalid grouping frequency:Never",
    ],
    [
      "pa",
      { componentid: pa.weights, accounts: [{ id: accounts.small, holdingsmode: "X" }] },
      "Invalid holdings mode:X",
    ],
    ["pa", { componentid: pa.weights, componentdetail: "all" }, "Invalid component detail:all"],
    [
      "pa",
      { componentid: pa.weights, datasources: { portfoliopricingsources: [{ id: "p" }] } },
      "Invalid pricing source identifier:p",
    ],
    ["vault", { ...vaultUnit, configid: "none" }, "Invalid configuration identifier:none"],
    [
      "vault",
      { ...vaultUnit, account: { id: "Client:/Mandates/MANDATE_0001.ACCT" } },
      "Account Client:/Mandates/MANDATE_0001.ACCT is not in configuration Official Returns",
    ],
  ] as const)("of %s says why (%#): %j", (family, unit, problem) => {
    expect(failureOf(family, unit)).toBe(problem);
  });

  it("says that it would take too long", () => {
    const dates = { startdate: "20100101", enddate: "20261030", frequency: "Daily" };
    const unit = { componentid: pa.weightsOverTime, accounts: [{ id: accounts.large }], dates };
    const problem = "The calculation is too large: ask for fewer dates or securities";
    expect(failureOf("pa", unit)).toBe(problem);
    const componentid = knownGood().components.spar.returnsOverTime;
    expect(failureOf("spar", { ...unit, componentid })).toBe(problem);
  });

  it("says that its format is not offered, in any letter case", () => {
    const unit = { componentid: pa.weights };
    expect(failureOf("pa", unit, { meta: { format: "feather" } })).toBe(
      "Format feather is not supported for pa calculations",
    );
    expect(failureOf("pa", unit, { meta: { format: "Pptx" } })).toBe(
      "Format Pptx is not supported for pa calculations",
    );
    expect(failureOf("pa", unit, { meta: { contenttype: "Binary" } })).toBe(
      "Content type Binary is not supported for pa calculations",
    );
    expect(
      computed("pa", unit, { meta: { FORMAT: "jsonstach", contentType: "JSON", contentorganization: "none" } })
        .contentType,
    ).toBe("application/json");
  });
});
