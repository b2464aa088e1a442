import type { Day } from "@analytics-engines/core/parameters";
import type { GroupKey } from "../../catalogue/columns.ts";
import type { Measure } from "../../catalogue/measures.ts";
import { hashText, uniform } from "../random.ts";
import { bondRisk } from "./bond-math.ts";
import { betaOf, bondYieldOn } from "./prices.ts";
import {
  bondTerms,
  CASH,
  countryOf,
  groupOf,
  identifierWithRegion,
  isBond,
  issuerOf,
  type SecurityId,
  securityName,
  sizeBand,
  symbolOf,
} from "./securities.ts";

/** What cash has, as a bond without a coupon or a life. */
const cashCharacteristics = new Set([
  "Beta",
  "Yield to Maturity",
  "Yield to Worst",
  "Effective Duration",
  "Modified Duration",
]);

const shareCategories = new Set(["Valuation", "Size", "Growth", "Profitability", "Balance Sheet", "Estimates"]);

const sizeRanges = { Small: [400, 5000], Medium: [5000, 30_000], Large: [30_000, 900_000] } as const;

/** A characteristic of a security on a day; NaN where it has none (a share's duration, a bond's earnings). */
export function characteristic(seed: number, measure: Measure, id: SecurityId, day: Day): number {
  if (id === CASH) return cashCharacteristics.has(measure.name) ? 0 : Number.NaN;
  if (measure.category === "Fixed Income") return isBond(id) ? bondCharacteristic(seed, measure, id, day) : Number.NaN;
  if (isBond(id) && shareCategories.has(measure.category)) return Number.NaN;
  const share = uniform(seed, hashText(measure.name), id);
  if (measure.name === "Beta") return betaOf(seed, id);
  if (measure.name === "Market Capitalization") {
    const [low, high] = sizeRanges[sizeBand(id)];
    return low * (high / low) ** share;
  }
  // Wide positive ranges are filled evenly in proportion, as prices and sizes are.
  if (measure.low > 0 && measure.high / measure.low > 8) return measure.low * (measure.high / measure.low) ** share;
  return measure.low + (measure.high - measure.low) * share;
}

function bondCharacteristic(seed: number, measure: Measure, id: SecurityId, day: Day): number {
  const { coupon } = bondTerms(id);
  const { years, yield: rate, curve } = bondYieldOn(seed, id, day);
  const risk = () => bondRisk({ coupon, years }, rate);
  const characteristics: Readonly<Record<string, () => number>> = {
    Coupon: () => coupon,
    "Years to Maturity": () => years,
    "Average Life": () => years,
    "Yield to Maturity": () => rate,
    "Yield to Worst": () => rate - 0.1 * uniform(seed, 50, id),
    "Option Adjusted Spread": () => (rate - curve) * 100,
    "Effective Convexity": () => risk().convexity,
    "Effective Duration": () => risk().duration * (1 - 0.04 * uniform(seed, 51, id)),
  };
  return characteristics[measure.name]?.() ?? risk().duration;
}

const groupKeys: Readonly<Record<string, GroupKey>> = {
  Sector: "sector",
  Industry: "industry",
  Country: "country",
  "Risk Country": "country",
  Incorporation: "country",
  Region: "region",
  "Sub-Region": "region",
  Currency: "currency",
  "Asset Class": "asset",
  "Size Band": "size",
  Rating: "rating",
};

const band = (id: SecurityId, years: number) => (isBond(id) ? maturityBand(years) : "");

const textSources: Readonly<Record<string, (id: SecurityId, years: number) => string>> = {
  Symbol: symbolOf,
  "Security Name": securityName,
  Issue: securityName,
  Issuer: issuerOf,
  Exchange: (id) => (isBond(id) ? "" : `${countryOf(id).name} Exchange`),
  "Instrument Type": (id) => (isBond(id) ? "Bond" : "Ordinary Share"),
  "Maturity Band": band,
  "Duration Band": band,
};

/** A text about a security; empty where it has none. */
export function description(name: string, id: SecurityId, years: number): string {
  if (id === CASH && name !== "Symbol" && name !== "Security Name") return "";
  const group = groupKeys[name];
  if (group !== undefined) return groupOf(id, group);
  return (textSources[name] ?? identifierWithRegion)(id, years);
}

function maturityBand(years: number): string {
  if (years < 3) return "0-3 Years";
  if (years < 7) return "3-7 Years";
  return years < 15 ? "7-15 Years" : "15+ Years";
}
