import type * as z from "zod";
import { type CalculationMeta, calculationMeta, singleEnvelope } from "./envelope.ts";
import {
  advanceType,
  bankLoansOf,
  calcFromMethod,
  callMethod,
  type FISecurity,
  security,
  settlement,
  structuredProductsShape,
} from "./fi-security.ts";
import { choice, flag, integer, list, numberSlot, object, optional, slot, text } from "./schema.ts";

const municipalBonds = object("FIMunicipalBondsForJobSettings", "Assumptions for municipal bonds.", {
  allowSinkForInstallmentPayment: optional(flag("Whether instalments count as sinking payments.")),
  ignoreSinkingFund: optional(flag("Whether the sinking fund's schedule is ignored.")),
  useAnticipatedSinkSchedule: optional(flag("Whether the anticipated sinking schedule is used.")),
});
export interface FIMunicipalBondsForJobSettings extends z.output<typeof municipalBonds> {}

const marketEnvironment = object("FIMarketEnvironment", "The market that is assumed.", {
  ratePath: optional(
    choice(
      "How rates go on from today.",
      {
        FLAT: "Rates stay as they are.",
        FORWARD: "Rates follow the forward curve.",
        "FLAT & FORWARD": "Both are computed.",
      },
      { default: "FLAT & FORWARD" },
    ),
  ),
});
export interface FIMarketEnvironment extends z.output<typeof marketEnvironment> {}

const servicerAdvances = object("FIServicerAdvances", "What servicers advance on missed payments.", {
  advanceType: optional(advanceType),
});
export interface FIServicerAdvances extends z.output<typeof servicerAdvances> {}

const structuredProducts = object("FIStructuredProductsForJobSettings", "Assumptions for structured products.", {
  servicerAdvances: optional<FIServicerAdvances>(servicerAdvances),
  ...structuredProductsShape,
});
export interface FIStructuredProductsForJobSettings extends z.output<typeof structuredProducts> {}

const attribution = object("FIAttributionForJobSettings", "The days between which returns are attributed.", {
  startDate: optional(text("First day of the attribution, `YYYYMMDD`.", "20240301")),
  endDate: optional(text("Last day of the attribution, `YYYYMMDD`.", "20240331")),
});
export interface FIAttributionForJobSettings extends z.output<typeof attribution> {}

const jobSettings = object("FIJobSettings", "Settings for all securities that have none of their own.", {
  asOfDate: text("Day the analytics are as of, `YYYYMMDD`.", "20240401"),
  partialDurationMonths: optional(
    list(integer("Months to a key rate.", 12), "The key rates of partial durations, months.", {
      examples: [[3, 12, 60, 120]],
    }),
  ),
  callMethod: optional(callMethod),
  settlement: optional(settlement),
  calcFromMethod: optional(calcFromMethod),
  bankLoans: bankLoansOf,
  municipalBonds: optional<FIMunicipalBondsForJobSettings>(municipalBonds),
  marketEnvironment: optional<FIMarketEnvironment>(marketEnvironment),
  structuredProducts: optional<FIStructuredProductsForJobSettings>(structuredProducts),
  attribution: optional<FIAttributionForJobSettings>(attribution),
});
export interface FIJobSettings extends z.output<typeof jobSettings> {}

const parameters = object("FICalculationParameters", "Analytics of single securities.", {
  securities: list<FISecurity>(security, "The securities to compute."),
  calculations: list(
    text("Name of an analytic.", "Effective Duration"),
    "The analytics to compute: a column of the result each.",
  ),
  jobSettings,
});
export interface FICalculationParameters extends z.output<typeof parameters> {}

export const fiRoot = singleEnvelope<FICalculationParameters, CalculationMeta>(parameters, calculationMeta, {
  label: "Securities",
  description: "Analytics of a security computed from its price",
  body: {
    securities: [
      {
        symbol: slot(1, "000000AA0"),
        calcFromMethod: "Price",
        calcFromValue: numberSlot(2, 100),
        face: numberSlot(3, 10000),
        discountCurve: slot(4, "UST"),
      },
    ],
    calculations: [slot(5, "Price"), slot(6, "Effective Duration")],
    jobSettings: { asOfDate: slot(7, "20240401") },
  },
});
export interface FICalculationParametersRoot extends z.output<typeof fiRoot> {}
