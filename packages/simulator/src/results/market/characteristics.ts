import type { Day } from "../../catalogue/dates.ts";
import type { Measure } from "../../catalogue/measures.ts";
import { hashText, uniform } from "../random.ts";
import { bondRisk } from "./bond-math.ts";
import { betaOf, bondYieldOn } from "./prices.ts";
import {
  bondTerms,
  countryOf,
  groupOf,
  isBond,
  issuerOf,
  type SecurityId,
  securityName,
  sizeBand,
  symbolOf,
} from "./securities.ts";

const SHARES_ONLY = new Set(["Valuation", "Size", "Growth", "Profitability", "Balance Sheet", "Estimates"]);
const SIZES = { Small: [400, 5000], Medium: [5000, 30_000], Large: [30_000, 900_000] } as const;

/** A characteristic of a security on a day; NaN where it has none (a share's duration, a bond's earnings). */
export function characteristic(seed: number, measure: Measure, id: SecurityId, day: Day): number {
  if (measure.category === "Fixed Income") return isBond(id) ? bondCharacteristic(seed, measure, id, day) : Number.NaN;
  if (isBond(id) && SHARES_ONLY.has(measure.category)) return Number.NaN;
  const share = uniform(seed, hashText(measure.name), id);
  if (measure.name === "Beta") return betaOf(seed, id);
  if (measure.name === "Market Capitalization") {
    const [low, high] = SIZES[sizeBand(id)];
    return low * (high / low) ** share;
  }
  // Wide positive ranges are filled evenly in proportion, as prices and sizes are.
  if (measure.low > 0 && measure.high / measure.low > 8) return measure.low * (measure.high / measure.low) ** share;
  return measure.low + (measure.high - measure.low) * share;
}

function bondCharacteristic(seed: number, measure: Measure, id: SecurityId, day: Day): number {
  const { coupon } = bondTerms(id);
  const { years, yield: rate, curve } = bondYieldOn(seed, id, day);
  switch (measure.name) {
    case "Coupon":
      return coupon;
    case "Years to Maturity":
    case "Average Life":
      return years;
    case "Yield to Maturity":
      return rate;
    case "Yield to Worst":
      return rate - 0.1 * uniform(seed, 50, id);
    case "Option Adjusted Spread":
      return (rate - curve) * 100;
    case "Effective Convexity":
      return bondRisk({ coupon, years }, rate).convexity;
    case "Effective Duration":
      return bondRisk({ coupon, years }, rate).duration * (1 - 0.04 * uniform(seed, 51, id));
    default:
      return bondRisk({ coupon, years }, rate).duration;
  }
}

/** A word about a security; empty where it has none. */
export function description(name: string, id: SecurityId, years: number): string {
  switch (name) {
    case "Symbol":
      return symbolOf(id);
    case "Security Name":
      return securityName(id);
    case "Issue":
      return securityName(id);
    case "Issuer":
      return issuerOf(id);
    case "Sector":
      return groupOf(id, "sector");
    case "Industry":
      return groupOf(id, "industry");
    case "Country":
    case "Risk Country":
    case "Incorporation":
      return groupOf(id, "country");
    case "Region":
    case "Sub-Region":
      return groupOf(id, "region");
    case "Currency":
      return groupOf(id, "currency");
    case "Asset Class":
      return groupOf(id, "asset");
    case "Size Band":
      return groupOf(id, "size");
    case "Rating":
      return groupOf(id, "rating");
    case "Exchange":
      return isBond(id) ? "" : `${countryOf(id).name} Exchange`;
    case "Instrument Type":
      return isBond(id) ? "Bond" : "Ordinary Share";
    case "Maturity Band":
    case "Duration Band":
      return isBond(id)
        ? years < 3
          ? "0-3 Years"
          : years < 7
            ? "3-7 Years"
            : years < 15
              ? "7-15 Years"
              : "15+ Years"
        : "";
    default:
      return `${symbolOf(id)}-${countryOf(id).code}`;
  }
}
