import type * as z from "zod";
import { type CalculationMeta, calculationMeta } from "./calculation-meta.ts";
import { unitsEnvelope } from "./envelope.ts";
import { componentId, flag, list, object, optional, slot, text, use } from "./schema.ts";

const identifier = object("SPARIdentifier", "An account or a benchmark with the returns to take of it.", {
  id: text("Path of an account, or id of a benchmark.", "Client:/Returns/SMALL_CAP.ACCT", "IDX.1000"),
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
    componentid: componentId("B12D7F28FAB6DBB55979EECF5AA9D715AD1D71F98A1D4C075123C3C97C6627F7"),
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
    componentid: slot(2, "COMPONENT_ID"),
    accounts: [{ id: slot(3, "Client:/ACCOUNT.ACCT"), returntype: slot(4, "GTR"), prefix: slot(5, "PREFIX") }],
    benchmark: { id: slot(6, "IDX.1000"), returntype: slot(7, "GTR"), prefix: slot(8, "PREFIX") },
    dates: { startdate: slot(9, "-3M"), enddate: slot(10, "0"), frequency: slot(11, "Monthly") },
  },
});
export interface SPARCalculationParametersRoot extends z.output<typeof sparRoot> {}
