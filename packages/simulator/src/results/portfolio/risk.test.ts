import { expect, it } from "vitest";
import { numbersOf, sum, tableOf } from "../../../test/support/compute.ts";
import { knownGood } from "../../catalogue/known-good.ts";

const { accounts, components } = knownGood();

it("the contributions to risk of all groups add up to the risk of the whole", () => {
  const { riskContributions } = components.pa;
  const table = tableOf("pa", {
    componentid: riskContributions,
    accounts: [{ id: accounts.equity }],
    componentdetail: "GROUPS",
  });
  for (const side of ["Portfolio", "Benchmark"]) {
    for (const part of ["Factor", "Specific"]) {
      const [total = 0, ...groups] = numbersOf(table, `${side} | ${part} Contribution to Risk`);
      expect(groups.length).toBeGreaterThan(5);
      expect(sum(groups)).toBeCloseTo(total, 6);
    }
    expect(numbersOf(table, `${side} | Factor Contribution to Risk`)[0]).toBeGreaterThan(10);
  }
});

it("the weights of the styles of an account add up to 100", () => {
  const table = tableOf("spar", { componentid: components.spar.style, accounts: [{ id: accounts.equity }] });
  const styles = ["Large Value", "Large Growth", "Small Value", "Small Growth"];
  const weights = styles.map((style) => numbersOf(table, `Style Weight | ${style}`)[0] ?? 0);
  expect(sum(weights)).toBeCloseTo(100, 6);
});
