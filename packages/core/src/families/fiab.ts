import type * as z from "zod";
import { object, optional, slot, text, use } from "./schema.ts";

const identifier = object("FIABIdentifier", "An account.", {
  id: text("Path of the account.", "Client:/Income/GLOBAL_BOND.ACCT"),
});
export interface FIABIdentifier extends z.output<typeof identifier> {}

const dates = object("FIABDateParameters", "The days to compute for.", {
  startdate: text("First day: `YYYYMMDD`, or relative such as `-1M`.", "20240301"),
  enddate: text("Last day: `YYYYMMDD`, or relative such as `0`.", "20240331"),
});
export interface FIABDateParameters extends z.output<typeof dates> {}

export const fiabParameters = object(
  "FIABCalculationParameters",
  "One batch of fixed-income analytics for an account. The request has no envelope.",
  {
    fiabdocument: optional(text("Path of a batch document to take as a template.", "Client:/Batch/MONTH_END")),
    account: use<FIABIdentifier>(identifier, "The account to compute for."),
    dates: use<FIABDateParameters>(dates, "The days to compute for."),
    msl: optional(
      text("Path of the master security list that the analytics are written to.", "Client:/Batch/BOND_MASTER.OFDB"),
    ),
    fisettingsdocument: optional(
      text("Path of the settings document with the assumptions of the analytics.", "Client:/Batch/BASE_CASE"),
    ),
  },
  {
    label: "Batch",
    description: "A batch for an account",
    body: {
      fiabdocument: slot(1, "Client:/Batch/MONTH_END"),
      account: { id: slot(2, "Client:/Income/GLOBAL_BOND.ACCT") },
      dates: { startdate: slot(3, "-1M"), enddate: slot(4, "0M") },
      msl: slot(5, "Client:/Batch/BOND_MASTER.OFDB"),
    },
  },
);
export interface FIABCalculationParameters extends z.output<typeof fiabParameters> {}
