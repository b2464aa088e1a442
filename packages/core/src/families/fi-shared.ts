import type * as z from "zod";
import { choice, flag, integer, number, object, optional, text, use } from "./schema.ts";

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
