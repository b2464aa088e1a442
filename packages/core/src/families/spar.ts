import type * as z from "zod";
import { type CalculationMeta, calculationMeta, unitsEnvelope } from "./envelope.ts";
import { componentId, flag, list, object, optional, slot, text, use } from "./schema.ts";

const identifier = object("SPARIdentifier", "An account or a benchmark with the returns to take of it.", {
  id: text("Path of an account, or id of a benchmark.", "Client:/Growth/GLOBAL_EQUITY.ACCT", "BMK:WORLD"),
  returntype: optional(text("Id of the return type, from the account's list of return types.", "GTR")),
  prefix: optional(text("Prefix of the benchmark's provider.", "INDEXHOUSE")),
});
export interface SPARIdentifier extends z.output<typeof identifier> {}

const dates = object("SPARDateParameters", "The period of the calculation.", {
  startdate: text("First day: `YYYYMMDD`, or relative such as `-3M`.", "20210331", "-3M"),
  enddate: text("Last day: `YYYYMMDD`, or relative such as `0`.", "20240331", "0"),
  frequency: text("Id of the frequency of the returns, from the list of frequencies.", "Monthly"),
  useeachportfolioinception: optional(
    flag("Whether each portfolio starts at its own inception. Newer deployments only."),
  ),
});
export interface SPARDateParameters extends z.output<typeof dates> {}

const unit = object(
  "SPARCalculationParameters",
  "One component of a document, computed for accounts against a benchmark.",
  {
    componentid: componentId("C2D991E4A8DEB2820B1CA1C88191B05D1C98A0798D093544E2166DE572495136"),
    accounts: optional(
      list<SPARIdentifier>(identifier, "The accounts to analyse, in place of those saved in the component."),
    ),
    benchmark: optional(
      use<SPARIdentifier>(identifier, "The benchmark to compare with, in place of the one saved in the component."),
    ),
    dates: optional(use<SPARDateParameters>(dates, "The period, in place of the one saved in the component.")),
    currencyisocode: optional(text("Currency of the report, an ISO 4217 code.", "USD")),
    universeid: optional(text("Id of the peer universe to rank in. Newer deployments only.", "PEERS\\Global Equity")),
  },
);
export interface SPARCalculationParameters extends z.output<typeof unit> {}

export const sparRoot = unitsEnvelope<SPARCalculationParameters, CalculationMeta>(unit, calculationMeta, {
  label: "Unit",
  description: "A component computed for an account against a benchmark",
  body: {
    componentid: slot(2, "C2D991E4A8DEB2820B1CA1C88191B05D1C98A0798D093544E2166DE572495136"),
    accounts: [{ id: slot(3, "Client:/Growth/GLOBAL_EQUITY.ACCT"), returntype: slot(4, "GTR") }],
    benchmark: { id: slot(5, "BMK:WORLD"), returntype: slot(6, "GTR") },
    dates: { startdate: slot(7, "-3Y"), enddate: slot(8, "0M"), frequency: slot(9, "Monthly") },
  },
});
export interface SPARCalculationParametersRoot extends z.output<typeof sparRoot> {}
