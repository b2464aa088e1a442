import type * as z from "zod";
import { choice, flag, integer, number, numberSlot, object, optional, slot, text, use, withDefault } from "./schema.ts";

const methods = [
  "Active Spread",
  "Actual Spread",
  "Actual Spread To Worst Call",
  "OAS",
  "Price",
  "Yield",
  "Yield To No Call",
  "Act/Act Yield To No Call",
  "Bond Equivalent Yield",
  "Yield To Worst Call",
  "Discount Yield",
  "Discount Margin",
  "Implied Volatility",
  "Bullet Spread",
  "Bullet Spread To Worst Call",
  "Pricing Matrix",
] as const;

/** The kind of value that a calculation starts from; for a security, its reference and the job. */
export const calcFromMethod = text(
  `What the calculation starts from: ${methods.map((method) => `\`${method}\``).join(", ")}.`,
  ...methods,
);

export const callMethod = choice("How calls are treated.", {
  "No Call": "Calls are ignored.",
  "Intrinsic Value": "Called when it pays the issuer.",
  "First Call": "Called at the first call date.",
  "First Par": "Called at the first call at par.",
});

export const settlement = text("Settlement date, `YYYYMMDD`.", "20240402");

const bankLoans = object("FIBankLoans", "Assumptions for bank loans.", {
  ignoreSinkingFund: optional(flag("Whether the sinking fund is ignored.")),
});
export interface FIBankLoans extends z.output<typeof bankLoans> {}
export const bankLoansOf = optional(use<FIBankLoans>(bankLoans, "Assumptions for bank loans."));

const pointsOrNumber = { ANY: "Any value.", NO_LOCKOUT: "No lockout.", NUMERIC: "A number." };
const prepayLockout = object("FIPrepayLockout", "When prepayment is locked out.", {
  pointsAbove: optional(choice("From which points on prepayment is allowed.", pointsOrNumber)),
  ymAbove: optional(choice("From which yield maintenance on prepayment is allowed.", pointsOrNumber)),
});
export interface FIPrepayLockout extends z.output<typeof prepayLockout> {}

const cashflows = object("FICashflows", "Assumptions on cash flows.", {
  optionalRedemptionCallWhenUnits: optional(
    choice("What `optionalRedemptionCallWhen` counts from.", {
      Manual: "As given by hand.",
      Never: "Never.",
      ASAP: "As soon as it can be.",
      Date: "On a date.",
      "Deal Closing": "Counted from the closing of the deal.",
      "Settle Date": "Counted from settlement.",
    }),
  ),
  optionalRedemptionCallWhen: optional(integer("When the optional redemption is called, in the units beside it.", 12)),
  recoveryLag: optional(integer("Months from a default to its recovery.", 6)),
});
export interface FICashflows extends z.output<typeof cashflows> {}

const balloonExtension = object("FIBalloonExtension", "Extension of balloon payments.", {
  months: optional(integer("Months by which the balloon is extended.", 12)),
  percentage: optional(number("Part of the balloons that is extended, percent.", 50)),
  amortizationType: optional(
    choice("How an extended loan amortises.", {
      Loan_Amort_None: "No amortisation.",
      Loan_Amort_Regular: "Amortisation as before.",
      Loan_Amort_Default: "The loan's default.",
    }),
  ),
  units: optional(text("Unit of the extension.", "Months")),
  couponStepup: optional(number("Rise of the coupon in the extension, percentage points.", 0.25)),
});
export interface FIBalloonExtension extends z.output<typeof balloonExtension> {}

export const advanceType = choice("What the servicer advances.", {
  "Advances All": "All payments are advanced.",
  "Advances All But Newly Liqdtd": "All but those of newly liquidated loans.",
  "Does Not Advance": "None is advanced.",
  "Principal Only": "Principal alone.",
  "Interest Only": "Interest alone.",
});

/** The properties of structured products that a security and the job share. */
export const structuredProductsShape = {
  ignoreFinancialGuarantee: optional(text("Whether financial guarantees are ignored, as text.", "Yes")),
  cleanUpCallMethod: optional(flag("Whether the clean-up call is exercised.")),
  doOPTRedeem: optional(text("Whether optional redemption is exercised, as text.", "No")),
  prepayLockout: optional<FIPrepayLockout>(prepayLockout),
  cashflows: optional<FICashflows>(cashflows),
  balloonExtension: optional<FIBalloonExtension>(balloonExtension),
};

const referencePrepay = object("FIReferencePrepay", "Prepayment of the reference security.", {
  prepayName: optional(text("Name of the prepayment model.", "CPR 6")),
});
export interface FIReferencePrepay extends z.output<typeof referencePrepay> {}

const referenceSecurity = object("FIReferenceSecurity", "The security that this one is measured against.", {
  securityType: optional(text("Type of the reference security.", "Government Bond")),
  securityName: optional(text("Name of the reference security.", "EXAMPLE 2.5 2034")),
  calcFromMethod: optional(
    use(calcFromMethod, "What the reference's calculation starts from; the methods of a security."),
  ),
  calcFromValue: optional(number("The value it starts from, in the method's unit.", 99.5)),
  prepay: optional<FIReferencePrepay>(referencePrepay),
  settlement: optional(settlement),
});
export interface FIReferenceSecurity extends z.output<typeof referenceSecurity> {}

const municipalBonds = object("FIMunicipalBonds", "Assumptions for municipal bonds.", {
  ignoreSinkingFund: optional(flag("Whether the sinking fund's schedule is ignored.")),
  useAnticipatedSinkSchedule: optional(flag("Whether the anticipated sinking schedule is used.")),
});
export interface FIMunicipalBonds extends z.output<typeof municipalBonds> {}

const loss = object("FILoss", "Losses of the collateral.", {
  lossName: optional(text("Name of the loss model.", "BASE_LOSS")),
});
export interface FILoss extends z.output<typeof loss> {}

const prepay = object("FIPrepay", "Prepayment of the collateral.", {
  prepayName: optional(text("Name of the prepayment model.", "PSA 150")),
});
export interface FIPrepay extends z.output<typeof prepay> {}

const servicerAdvances = object("FIServicerAdvancesForSecurities", "What the servicer advances on missed payments.", {
  principal: optional(number("Part of the principal that is advanced, percent.", 100)),
  interest: optional(number("Part of the interest that is advanced, percent.", 100)),
  advanceType: optional(advanceType),
});
export interface FIServicerAdvancesForSecurities extends z.output<typeof servicerAdvances> {}

const structuredProducts = object("FIStructuredProductsForSecurities", "Assumptions for structured products.", {
  servicerAdvances: optional<FIServicerAdvancesForSecurities>(servicerAdvances),
  ...structuredProductsShape,
});
export interface FIStructuredProductsForSecurities extends z.output<typeof structuredProducts> {}

const attribution = object("FIAttributionForSecurities", "Attribution of the security's return between two days.", {
  startPrice: optional(number("Price on the first day.", 99.2)),
  endPrice: optional(number("Price on the last day.", 100.4)),
  startSpread: optional(number("Spread on the first day, basis points.", 85)),
  endSpread: optional(number("Spread on the last day, basis points.", 80)),
  pricingMethod: optional(
    choice("Where the prices of the attribution come from.", {
      "Inputted Price": "The prices given here.",
      "Pricing Matrix": "Prices of the matrix.",
      "Actual Spread": "Prices from the actual spread.",
      OAS: "Prices from the option-adjusted spread.",
    }),
  ),
});
export interface FIAttributionForSecurities extends z.output<typeof attribution> {}

const convertible = object("FIConvertible", "Assumptions for a convertible bond. Newer deployments only.", {
  equityPrice: optional(number("Price of the share.", 41.5)),
  equityIndexVolatility: optional(number("Volatility of the share, percent a year.", 28)),
  equityDividendYield: optional(number("Dividend yield of the share, percent a year.", 1.8)),
  volatilityCapMethodValue: optional(number("The rate or multiplier of `volatilityCapMethod`.", 40)),
  equityExchangeRate: optional(number("Exchange rate from the share's currency to the bond's.", 1.09)),
  volatilityCapMethod: optional(
    choice("How the volatility is capped.", {
      noCap: "No cap.",
      specifiedRate: "Capped at a rate.",
      multiplier: "Capped at a multiple.",
    }),
  ),
});
export interface FIConvertible extends z.output<typeof convertible> {}

export const security = object(
  "FISecurity",
  "A security and the assumptions it is computed with.",
  {
    settlement: optional(settlement),
    callMethod: optional(callMethod),
    referenceSecurity: optional<FIReferenceSecurity>(referenceSecurity),
    bankLoans: bankLoansOf,
    municipalBonds: optional<FIMunicipalBonds>(municipalBonds),
    loss: optional<FILoss>(loss),
    prepay: optional<FIPrepay>(prepay),
    matrixSpreadAdjustment: optional(number("Addition to the pricing matrix's spread, basis points.", 15)),
    matrixMultiplier: optional(number("Factor on the pricing matrix's spread.", 1.1)),
    structuredProducts: optional<FIStructuredProductsForSecurities>(structuredProducts),
    attribution: optional<FIAttributionForSecurities>(attribution),
    convertible: optional<FIConvertible>(convertible),
    calcFromMethod: optional(calcFromMethod),
    calcFromValue: number(
      "The value the calculation starts from, in the unit of `calcFromMethod`: a price per 100 face, a yield in percent, a spread in basis points.",
      100.285,
    ),
    face: optional(withDefault(number("Face amount, in the security's currency.", 10000), 1)),
    faceType: optional(
      choice(
        "What `face` means.",
        { Current: "Face after what was paid back.", Original: "Face at issue." },
        {
          default: "Current",
        },
      ),
    ),
    symbol: text("Identifier of the security.", "000000AA0"),
    discountCurve: optional(text("Id of the discount curve, from the list of discount curves.", "UST")),
  },
  {
    label: "Security",
    description: "A security computed from its price",
    body: {
      symbol: slot(1, "000000AA0"),
      calcFromMethod: "Price",
      calcFromValue: numberSlot(2, 100),
      face: numberSlot(3, 10000),
      settlement: slot(4, "20240402"),
      discountCurve: slot(5, "UST"),
    },
  },
);
export interface FISecurity extends z.output<typeof security> {}
