import type * as z from "zod";
import { object, optional, slot, text, use } from "./schema.ts";

const identifier = object(
  { id: text("Path of the account.", { examples: ["Client:/Bonds/CORPORATE.ACCT"] }) },
  "An account.",
  { title: "FIABIdentifier" },
);
export interface FIABIdentifier extends z.output<typeof identifier> {}

const dates = object(
  {
    startdate: text("First day: `YYYYMMDD`, or relative such as `-1M`.", { examples: ["20240301"] }),
    enddate: text("Last day: `YYYYMMDD`, or relative such as `0`.", { examples: ["20240331"] }),
  },
  "The days to compute for.",
  { title: "FIABDateParameters" },
);
export interface FIABDateParameters extends z.output<typeof dates> {}

export const fiabParameters = object(
  {
    fiabdocument: optional(
      text("Path of a batch document to take as a template.", { examples: ["Client:/Batch/MONTH_END"] }),
    ),
    account: use<FIABIdentifier>(identifier, "The account to compute for."),
    dates: use<FIABDateParameters>(dates, "The days to compute for."),
    msl: optional(
      text("Path of the master security list that the analytics are written to.", {
        examples: ["Client:/Batch/BOND_MASTER.OFDB"],
      }),
    ),
    fisettingsdocument: optional(
      text("Path of the settings document with the assumptions of the analytics.", {
        examples: ["Client:/Batch/BASE_CASE"],
      }),
    ),
  },
  "One batch of fixed-income analytics for an account. The request has no envelope.",
  {
    title: "FIABCalculationParameters",
    defaultSnippets: [
      {
        label: "Batch",
        description: "A batch for an account",
        body: {
          fiabdocument: slot(1, "Client:/TEMPLATE"),
          account: { id: slot(2, "Client:/ACCOUNT.ACCT") },
          dates: { startdate: slot(3, "20240301"), enddate: slot(4, "20240331") },
          msl: slot(5, "Client:/MASTER.OFDB"),
        },
      },
    ],
  },
);
export interface FIABCalculationParameters extends z.output<typeof fiabParameters> {}
