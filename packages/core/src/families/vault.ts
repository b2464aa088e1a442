import type * as z from "zod";
import { type CalculationMeta, calculationMeta } from "./calculation-meta.ts";
import { unitsEnvelope } from "./envelope.ts";
import { componentId, object, optional, slot, text, use } from "./schema.ts";

const identifier = object("VaultIdentifier", "An account of the vault.", {
  id: text("Path of the account.", "Client:/Vault/EMERGING_MARKETS.ACCT"),
});
export interface VaultIdentifier extends z.output<typeof identifier> {}

const dates = object("VaultDateParameters", "The period of the calculation.", {
  startdate: optional(
    text("First day: `YYYYMMDD`, or relative such as `-1M`. Components of a single day go without.", "20240101", "-1M"),
  ),
  enddate: text("Last day: `YYYYMMDD`, or relative such as `0`.", "20240331", "0"),
  frequency: text("Id of the frequency of the report, from the list of frequencies.", "Monthly"),
});
export interface VaultDateParameters extends z.output<typeof dates> {}

const unit = object(
  "VaultCalculationParameters",
  "One component of a document, computed for an account as a vault configuration holds it.",
  {
    componentid: componentId("E7DB3D1F3AF6B38E80AE45E211551B37BF68EB53A0CDBC269650FF5F5B5AA652"),
    account: use<VaultIdentifier>(identifier, "The account to analyse."),
    dates: optional(use<VaultDateParameters>(dates, "The period, in place of the one saved in the component.")),
    configid: text(
      "Id of the vault configuration, from the account's list of configurations.",
      "3b7c1f60-52ad-4e19-9c08-d41f6a25e7b3",
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
    componentid: slot(2, "COMPONENT_ID"),
    account: { id: slot(3, "Client:/ACCOUNT.ACCT") },
    dates: { startdate: slot(4, "20240101"), enddate: slot(5, "20240331"), frequency: slot(6, "Monthly") },
    configid: slot(7, "CONFIGURATION_ID"),
  },
});
export interface VaultCalculationParametersRoot extends z.output<typeof vaultRoot> {}
