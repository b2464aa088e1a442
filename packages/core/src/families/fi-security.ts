import type * as z from "zod";
import {
  advanceType,
  bankLoansOf,
  calcFromMethod,
  callMethod,
  settlement,
  structuredProductsShape,
} from "./fi-shared.ts";
import { choice, flag, number, numberSlot, object, optional, slot, text, use } from "./schema.ts";

const referencePrepay = object(
  { prepayName: optional(text("Name of the prepayment model.", { examples: ["CPR 6"] })) },
  "Prepayment of the reference security.",
  { title: "FIReferencePrepay" },
);
export interface FIReferencePrepay extends z.output<typeof referencePrepay> {}

const referenceSecurity = object(
  {
    securityType: optional(text("Type of the reference security.", { examples: ["Government Bond"] })),
    securityName: optional(text("Name of the reference security.", { examples: ["EXAMPLE 2.5 2034"] })),
    calcFromMethod: optional(
      use(calcFromMethod, "What the reference's calculation starts from; the methods of a security."),
    ),
    calcFromValue: optional(number("The value it starts from, in the method's unit.", { examples: [99.5] })),
    prepay: optional<FIReferencePrepay>(referencePrepay),
    settlement: optional(settlement),
  },
  "The security that this one is measured against.",
  { title: "FIReferenceSecurity" },
);
export interface FIReferenceSecurity extends z.output<typeof referenceSecurity> {}

const municipalBonds = object(
  {
    ignoreSinkingFund: optional(flag("Whether the sinking fund's schedule is ignored.")),
    useAnticipatedSinkSchedule: optional(flag("Whether the anticipated sinking schedule is used.")),
  },
  "Assumptions for municipal bonds.",
  { title: "FIMunicipalBonds" },
);
export interface FIMunicipalBonds extends z.output<typeof municipalBonds> {}

const loss = object(
  { lossName: optional(text("Name of the loss model.", { examples: ["BASE_LOSS"] })) },
  "Losses of the collateral.",
  { title: "FILoss" },
);
export interface FILoss extends z.output<typeof loss> {}

const prepay = object(
  { prepayName: optional(text("Name of the prepayment model.", { examples: ["PSA 150"] })) },
  "Prepayment of the collateral.",
  { title: "FIPrepay" },
);
export interface FIPrepay extends z.output<typeof prepay> {}

const servicerAdvances = object(
  {
    principal: optional(number("Part of the principal that is advanced, percent.", { examples: [100] })),
    interest: optional(number("Part of the interest that is advanced, percent.", { examples: [100] })),
    advanceType: optional(advanceType),
  },
  "What the servicer advances on missed payments.",
  { title: "FIServicerAdvancesForSecurities" },
);
export interface FIServicerAdvancesForSecurities extends z.output<typeof servicerAdvances> {}

const structuredProducts = object(
  { servicerAdvances: optional<FIServicerAdvancesForSecurities>(servicerAdvances), ...structuredProductsShape },
  "Assumptions for structured products.",
  { title: "FIStructuredProductsForSecurities" },
);
export interface FIStructuredProductsForSecurities extends z.output<typeof structuredProducts> {}

const attribution = object(
  {
    startPrice: optional(number("Price on the first day.", { examples: [99.2] })),
    endPrice: optional(number("Price on the last day.", { examples: [100.4] })),
    startSpread: optional(number("Spread on the first day, basis points.", { examples: [85] })),
    endSpread: optional(number("Spread on the last day, basis points.", { examples: [80] })),
    pricingMethod: optional(
      choice(
        {
          "Inputted Price": "The prices given here.",
          "Pricing Matrix": "Prices of the matrix.",
          "Actual Spread": "Prices from the actual spread.",
          OAS: "Prices from the option-adjusted spread.",
        },
        "Where the prices of the attribution come from.",
      ),
    ),
  },
  "Attribution of the security's return between two days.",
  { title: "FIAttributionForSecurities" },
);
export interface FIAttributionForSecurities extends z.output<typeof attribution> {}

const convertible = object(
  {
    equityPrice: optional(number("Price of the share.", { examples: [41.5] })),
    equityIndexVolatility: optional(number("Volatility of the share, percent a year.", { examples: [28] })),
    equityDividendYield: optional(number("Dividend yield of the share, percent a year.", { examples: [1.8] })),
    volatilityCapMethodValue: optional(number("The rate or multiplier of `volatilityCapMethod`.", { examples: [40] })),
    equityExchangeRate: optional(
      number("Exchange rate from the share's currency to the bond's.", { examples: [1.09] }),
    ),
    volatilityCapMethod: optional(
      choice(
        { noCap: "No cap.", specifiedRate: "Capped at a rate.", multiplier: "Capped at a multiple." },
        "How the volatility is capped.",
      ),
    ),
  },
  "Assumptions for a convertible bond. Newer deployments only.",
  { title: "FIConvertible" },
);
export interface FIConvertible extends z.output<typeof convertible> {}

export const security = object(
  {
    settlement: optional(settlement),
    callMethod: optional(callMethod),
    referenceSecurity: optional<FIReferenceSecurity>(referenceSecurity),
    bankLoans: bankLoansOf,
    municipalBonds: optional<FIMunicipalBonds>(municipalBonds),
    loss: optional<FILoss>(loss),
    prepay: optional<FIPrepay>(prepay),
    matrixSpreadAdjustment: optional(
      number("Addition to the pricing matrix's spread, basis points.", { examples: [15] }),
    ),
    matrixMultiplier: optional(number("Factor on the pricing matrix's spread.", { examples: [1.1] })),
    structuredProducts: optional<FIStructuredProductsForSecurities>(structuredProducts),
    attribution: optional<FIAttributionForSecurities>(attribution),
    convertible: optional<FIConvertible>(convertible),
    calcFromMethod: optional(calcFromMethod),
    calcFromValue: number(
      "The value the calculation starts from, in the unit of `calcFromMethod`: a price per 100 face, a yield in percent, a spread in basis points.",
      {
        examples: [100.285],
      },
    ),
    face: optional(number("Face amount, in the security's currency.", { default: 1, examples: [10000] })),
    faceType: optional(
      choice({ Current: "Face after what was paid back.", Original: "Face at issue." }, "What `face` means.", {
        default: "Current",
      }),
    ),
    symbol: text("Identifier of the security.", { examples: ["000000AA0"] }),
    discountCurve: optional(text("Id of the discount curve, from the list of discount curves.", { examples: ["UST"] })),
  },
  "A security and the assumptions it is computed with.",
  {
    title: "FISecurity",
    defaultSnippets: [
      {
        label: "Security",
        description: "A security computed from its price",
        body: {
          symbol: slot(1, "SYMBOL"),
          calcFromMethod: "Price",
          calcFromValue: numberSlot(2, 100),
          face: numberSlot(3, 10000),
          settlement: slot(4, "20240402"),
          discountCurve: slot(5, "UST"),
        },
      },
    ],
  },
);
export interface FISecurity extends z.output<typeof security> {}
