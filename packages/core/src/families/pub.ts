import type * as z from "zod";
import { openMeta, unitsEnvelope } from "./envelope.ts";
import { object, optional, slot, text, use } from "./schema.ts";

const identifier = object("PubIdentifier", "The account of a report.", {
  id: text("Path of an account, or id of a benchmark.", "Client:/Balanced/MODERATE.ACCT"),
  holdingsmode: optional(
    text(
      "Where the holdings come from: `B&H` (buy and hold), `TBR` (transactions), `OMS` (order management) or `EXT` (external).",
      "B&H",
    ),
  ),
});
export interface PubIdentifier extends z.output<typeof identifier> {}

const dates = object("PubDateParameters", "The period of the report.", {
  startdate: optional(text("First day: `YYYYMMDD`, or relative such as `-1M`.", "20240101", "-1M")),
  enddate: text("Last day, or the day the report is as of: `YYYYMMDD`, or relative such as `0`.", "20240331", "0"),
});
export interface PubDateParameters extends z.output<typeof dates> {}

const meta = openMeta("Nothing is defined here: a report is PDF or PPTX as its document says.");
export type PubCalculationMeta = z.output<typeof meta>;

const unit = object("PubCalculationParameters", "One report: a document published for an account and a period.", {
  document: text("Path of the document to publish.", "Client:/Reports/MONTHLY_BOOK.PUB_PDF"),
  account: use<PubIdentifier>(identifier, "The account that the report is about."),
  dates: use<PubDateParameters>(dates, "The period of the report."),
});
export interface PubCalculationParameters extends z.output<typeof unit> {}

export const pubRoot = unitsEnvelope<PubCalculationParameters, PubCalculationMeta>(unit, meta, {
  label: "Unit",
  description: "A document published for an account",
  body: {
    document: slot(2, "Client:/Reports/MONTHLY_BOOK.PUB_PDF"),
    account: { id: slot(3, "Client:/Balanced/MODERATE.ACCT"), holdingsmode: "B&H" },
    dates: { startdate: slot(4, "-1M"), enddate: slot(5, "0M") },
  },
});
export interface PubCalculationParametersRoot extends z.output<typeof pubRoot> {}
