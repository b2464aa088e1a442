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
];

/** The kind of value that a calculation starts from; for a security, its reference and the job. */
export const calcFromMethod = text(
  `What the calculation starts from: ${methods.map((method) => `\`${method}\``).join(", ")}.`,
  { examples: methods },
);

export const callMethod = choice(
  {
    "No Call": "Calls are ignored.",
    "Intrinsic Value": "Called when it pays the issuer.",
    "First Call": "Called at the first call date.",
    "First Par": "Called at the first call at par.",
  },
  "How calls are treated.",
);

export const settlement = text("Settlement date, `YYYYMMDD`.", { examples: ["20240402"] });

const bankLoans = object(
  { ignoreSinkingFund: optional(flag("Whether the sinking fund is ignored.")) },
  "Assumptions for bank loans.",
  { title: "FIBankLoans" },
);
export interface FIBankLoans extends z.output<typeof bankLoans> {}
export const bankLoansOf = optional(use<FIBankLoans>(bankLoans, "Assumptions for bank loans."));

const pointsOrNumber = { ANY: "Any value.", NO_LOCKOUT: "No lockout.", NUMERIC: "A number." };
const prepayLockout = object(
  {
    pointsAbove: optional(choice(pointsOrNumber, "From which points on prepayment is allowed.")),
    ymAbove: optional(choice(pointsOrNumber, "From which yield maintenance on prepayment is allowed.")),
  },
  "When prepayment is locked out.",
  { title: "FIPrepayLockout" },
);
export interface FIPrepayLockout extends z.output<typeof prepayLockout> {}

const cashflows = object(
  {
    optionalRedemptionCallWhenUnits: optional(
      choice(
        {
          Manual: "As given by hand.",
          Never: "Never.",
          ASAP: "As soon as it can be.",
          Date: "On a date.",
          "Deal Closing": "Counted from the closing of the deal.",
          "Settle Date": "Counted from settlement.",
        },
        "What `optionalRedemptionCallWhen` counts from.",
      ),
    ),
    optionalRedemptionCallWhen: optional(
      integer("When the optional redemption is called, in the units beside it.", { examples: [12] }),
    ),
    recoveryLag: optional(integer("Months from a default to its recovery.", { examples: [6] })),
  },
  "Assumptions on cash flows.",
  { title: "FICashflows" },
);
export interface FICashflows extends z.output<typeof cashflows> {}

const balloonExtension = object(
  {
    months: optional(integer("Months by which the balloon is extended.", { examples: [12] })),
    percentage: optional(number("Part of the balloons that is extended, percent.", { examples: [50] })),
    amortizationType: optional(
      choice(
        {
          Loan_Amort_None: "No amortisation.",
          Loan_Amort_Regular: "Amortisation as before.",
          Loan_Amort_Default: "The loan's default.",
        },
        "How an extended loan amortises.",
      ),
    ),
    units: optional(text("Unit of the extension.", { examples: ["Months"] })),
    couponStepup: optional(number("Rise of the coupon in the extension, percentage points.", { examples: [0.25] })),
  },
  "Extension of balloon payments.",
  { title: "FIBalloonExtension" },
);
export interface FIBalloonExtension extends z.output<typeof balloonExtension> {}

export const advanceType = choice(
  {
    "Advances All": "All payments are advanced.",
    "Advances All But Newly Liqdtd": "All but those of newly liquidated loans.",
    "Does Not Advance": "None is advanced.",
    "Principal Only": "Principal alone.",
    "Interest Only": "Interest alone.",
  },
  "What the servicer advances.",
);

/** The properties of structured products that a security and the job share. */
export const structuredProductsShape = {
  ignoreFinancialGuarantee: optional(text("Whether financial guarantees are ignored, as text.", { examples: ["Yes"] })),
  cleanUpCallMethod: optional(flag("Whether the clean-up call is exercised.")),
  doOPTRedeem: optional(text("Whether optional redemption is exercised, as text.", { examples: ["No"] })),
  prepayLockout: optional<FIPrepayLockout>(prepayLockout),
  cashflows: optional<FICashflows>(cashflows),
  balloonExtension: optional<FIBalloonExtension>(balloonExtension),
};
