import { expect, it } from "vitest";
import { echo } from "./echo.ts";

it("gives names and enum values back in lower case, and the user's own as they came", () => {
  const body = {
    data: {
      "My Unit": {
        universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ABC-US"] },
        dates: { source: "FdsDate", startDate: "-1M", endDate: "0M", frequency: "M", calendar: "FIVEDAY" },
        formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
      },
    },
    meta: { format: "JsonStach", stachContentOrganization: "SimplifiedRow" },
  };
  expect(echo("quant", body)).toEqual({
    data: {
      "My Unit": {
        universe: { source: "identifieruniverse", universetype: "equity", identifiers: ["ABC-US"] },
        dates: { source: "fdsdate", startdate: "-1M", enddate: "0M", frequency: "M", calendar: "FIVEDAY" },
        formulas: [{ source: "fqlexpression", expr: "P_PRICE(0)", name: "Price" }],
      },
    },
    meta: { format: "jsonstach", stachcontentorganization: "simplifiedrow" },
  });
});

it("keeps the names of an optimizer's constraints", () => {
  const body = {
    data: { strategy: { id: "Client:/A", overrides: { constraints: { "Max Weight": "Disable" } } }, outputTypes: {} },
  };
  expect(echo("afi", body)).toEqual({
    data: { strategy: { id: "Client:/A", overrides: { constraints: { "Max Weight": "disable" } } }, outputtypes: {} },
  });
});
