import type * as z from "zod";
import { type CalculationMeta, calculationMeta } from "./calculation-meta.ts";
import { unitsEnvelope } from "./envelope.ts";
import { object, optional, slot, text, use } from "./schema.ts";

const identifier = object(
  { id: text("Path of the account.", { examples: ["Client:/Vault/EMERGING_MARKETS.ACCT"] }) },
  "An account of the vault.",
  { title: "VaultIdentifier" },
);
export interface VaultIdentifier extends z.output<typeof identifier> {}

const dates = object(
  {
    startdate: optional(
      text("First day: `YYYYMMDD`, or relative such as `-1M`. Components of a single day go without.", {
        examples: ["20240101", "-1M"],
      }),
    ),
    enddate: text("Last day: `YYYYMMDD`, or relative such as `0`.", { examples: ["20240331", "0"] }),
    frequency: text("Id of the frequency of the report, from the list of frequencies.", { examples: ["Monthly"] }),
  },
  "The period of the calculation.",
  { title: "VaultDateParameters" },
);
export interface VaultDateParameters extends z.output<typeof dates> {}

const unitSnippet = {
  label: "Unit",
  description: "A component computed for an account of a configuration",
  body: {
    componentid: slot(2, "COMPONENT_ID"),
    account: { id: slot(3, "Client:/ACCOUNT.ACCT") },
    dates: { startdate: slot(4, "20240101"), enddate: slot(5, "20240331"), frequency: slot(6, "Monthly") },
    configid: slot(7, "CONFIGURATION_ID"),
  },
};

const unit = object(
  {
    componentid: text(
      "Id of the component to compute, 64 hex digits, from the list of a document's components. Saving a component anew can change it.",
      {
        examples: ["7CF4BCEB46020A5D3C78344108905FF73A4937F5E37CFF6BD97EC29545341930"],
      },
    ),
    account: use<VaultIdentifier>(identifier, "The account to analyse."),
    dates: optional(use<VaultDateParameters>(dates, "The period, in place of the one saved in the component.")),
    configid: text("Id of the vault configuration, from the account's list of configurations.", {
      examples: ["e95ef921-b4d4-4bb7-93ba-60eca8e32470"],
    }),
    componentdetail: optional(
      text("How much the result shows: `securities`, `groups`, `groupsall` or `totals`.", {
        examples: ["groups"],
      }),
    ),
  },
  "One component of a document, computed for an account as a vault configuration holds it.",
  { title: "VaultCalculationParameters", defaultSnippets: [unitSnippet] },
);
export interface VaultCalculationParameters extends z.output<typeof unit> {}

export const vaultRoot = unitsEnvelope<VaultCalculationParameters, CalculationMeta>(
  "VaultCalculationParametersRoot",
  unit,
  calculationMeta,
  unitSnippet,
);
export interface VaultCalculationParametersRoot extends z.output<typeof vaultRoot> {}
