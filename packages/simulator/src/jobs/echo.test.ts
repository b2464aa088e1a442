import type { FamilyId } from "@analytics-engines/core/families";
import { describe, expect, it } from "vitest";
import { echo } from "./echo.ts";

const ID = "0A".repeat(32);
/** The parameters of a job, given back. The request came in another letter case where `sentBody` says so. */
const givenBack = (family: FamilyId, body: unknown, { sentBody = body, isStrict = false } = {}) =>
  echo({ family, body, sentBody }, isStrict);

describe("parameters read back", () => {
  it("of quant have names and listed values in lower case, and the user's own as they came", () => {
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
    expect(givenBack("quant", body)).toEqual({
      data: {
        "My Unit": {
          universe: { source: "identifieruniverse", universetype: "equity", identifiers: ["ABC-US"] },
          dates: { source: "fdsdate", startdate: "-1M", enddate: "0M", frequency: "m", calendar: "fiveday" },
          formulas: [{ source: "fqlexpression", expr: "P_PRICE(0)", name: "Price" }],
        },
      },
      meta: { format: "jsonstach", stachcontentorganization: "simplifiedrow" },
    });
  });

  it("of pa have ids, paths and frequencies in lower case, and meta as it was sent", () => {
    const unit = {
      componentid: ID,
      accounts: [{ id: "Client:/Equity/GROWTH.ACCT", holdingsmode: "B&H" }],
      benchmarks: [{ id: "BMK:WORLD" }],
      dates: { startdate: "-1M", enddate: "0M", frequency: "Monthly" },
      groups: [{ id: ID, frequency: "BeginningOfPeriod" }],
      columns: [{ id: ID, statistics: [ID] }],
      currencyisocode: "USD",
    };
    const body = { data: { "My Unit": unit }, meta: { stachContentOrganization: "Row" } };
    const sentBody = { Data: { "My Unit": unit }, META: { StachContentOrganization: "row" } };
    const lower = ID.toLowerCase();
    expect(givenBack("pa", body, { sentBody })).toEqual({
      data: {
        "My Unit": {
          componentid: lower,
          accounts: [{ id: "client:/equity/growth.acct", holdingsmode: "B&H" }],
          benchmarks: [{ id: "bmk:world" }],
          dates: { startdate: "-1M", enddate: "0M", frequency: "monthly" },
          groups: [{ id: lower, frequency: "beginningofperiod" }],
          columns: [{ id: lower, statistics: [lower] }],
          currencyisocode: "USD",
        },
      },
      meta: { StachContentOrganization: "row" },
    });
  });

  it("of vault change as those of pa do, and have no meta where none was sent", () => {
    const account = { id: "Client:/A.ACCT" };
    expect(givenBack("vault", { data: { u: { componentid: ID, account, configid: "AB-1" } } })).toEqual({
      data: { u: { componentid: ID.toLowerCase(), account: { id: "client:/a.acct" }, configid: "ab-1" } },
    });
  });

  it("of spar are those that were sent", () => {
    const sentBody = { DATA: { u: { ComponentId: ID, accounts: [{ id: "A" }], dates: { frequency: "Monthly" } } } };
    expect(givenBack("spar", { data: {} }, { sentBody })).toBe(sentBody);
  });

  it("of a family without an example are those that were sent, or in the profile strict in lower case", () => {
    const body = {
      data: { strategy: { id: "Client:/A", overrides: { constraints: { "Max Weight": "Disable" } } }, outputTypes: {} },
    };
    expect(givenBack("afi", body)).toBe(body);
    expect(givenBack("afi", body, { isStrict: true })).toEqual({
      data: { strategy: { id: "Client:/A", overrides: { constraints: { "Max Weight": "disable" } } }, outputtypes: {} },
    });
    const report = { data: { "My Report": { document: "Client:/R.PUB" } }, meta: { Note: "A" } };
    expect(givenBack("pub", report, { isStrict: true })).toEqual({ ...report, meta: { note: "A" } });
  });
});
