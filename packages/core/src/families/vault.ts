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
      "Id of the component to compute, 64 hex digits, from the list of a document's components. The id can change when the component is saved again.",
      {
        examples: ["E7DB3D1F3AF6B38E80AE45E211551B37BF68EB53A0CDBC269650FF5F5B5AA652"],
      },
    ),
    account: use<VaultIdentifier>(identifier, "The account to analyse."),
    dates: optional(use<VaultDateParameters>(dates, "The period, in place of the one saved in the component.")),
    configid: text("Id of the vault configuration, from the account's list of configurations.", {
      examples: ["3b7c1f60-52ad-4e19-9c08-d41f6a25e7b3"],
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
