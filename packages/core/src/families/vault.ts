import type * as z from "zod";
import { type CalculationMeta, calculationMeta, unitsEnvelope } from "./envelope.ts";
import { componentId, object, optional, slot, text, use } from "./schema.ts";

const identifier = object("VaultIdentifier", "An account of the vault.", {
  id: text("Path of the account.", "Client:/Growth/GLOBAL_EQUITY.ACCT"),
});
export interface VaultIdentifier extends z.output<typeof identifier> {}

const dates = object("VaultDateParameters", "The period of the calculation.", {
  startdate: optional(
    text(
      "First day: `YYYYMMDD`, relative such as `-1M`, or `FIRST_REPOSITORY`, the first day that the configuration holds. Components of a single day go without.",
      "20240101",
      "-1M",
      "FIRST_REPOSITORY",
    ),
  ),
  enddate: text(
    "Last day: `YYYYMMDD`, relative such as `0`, or `LAST_REPOSITORY`, the last day that the configuration holds.",
    "20240331",
    "0",
    "LAST_REPOSITORY",
  ),
  frequency: text("Id of the frequency of the report, from the list of frequencies.", "Monthly"),
});
export interface VaultDateParameters extends z.output<typeof dates> {}

const unit = object(
  "VaultCalculationParameters",
  "One component of a document, computed for an account as a vault configuration holds it.",
  {
    componentid: componentId("2F2687BE06081D9B9D8C04C7128CA2159B99A9AF15062764B7391FE723BEB65C"),
    account: use<VaultIdentifier>(identifier, "The account to analyse."),
    dates: optional(use<VaultDateParameters>(dates, "The period, in place of the one saved in the component.")),
    configid: text(
      "Id of the vault configuration, from the account's list of configurations.",
      "547938ef-632e-58a2-a938-8752bb208d1b",
    ),
    componentdetail: optional(
      text("How much the result shows: `securities`, `groups`, `groupsall` or `totals`.", "groups"),
    ),
  },
);
export interface VaultCalculationParameters extends z.output<typeof unit> {}

export const vaultRoot = unitsEnvelope<VaultCalculationParameters, CalculationMeta>(unit, calculationMeta, {
  label: "Unit",
  description: "A component computed for an account of a configuration",
  body: {
    componentid: slot(2, "2F2687BE06081D9B9D8C04C7128CA2159B99A9AF15062764B7391FE723BEB65C"),
    account: { id: slot(3, "Client:/Growth/GLOBAL_EQUITY.ACCT") },
    dates: { startdate: slot(4, "-1M"), enddate: slot(5, "0M"), frequency: slot(6, "Monthly") },
    configid: slot(7, "547938ef-632e-58a2-a938-8752bb208d1b"),
  },
});
export interface VaultCalculationParametersRoot extends z.output<typeof vaultRoot> {}
