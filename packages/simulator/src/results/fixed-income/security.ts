import { type Day, resolveDate } from "@analytics-engines/core/parameters";
import { findDiscountCurve } from "../../catalogue/discount-curves.ts";
import type { Fields } from "../fields.ts";
import { type Bond, bondPrice, bondRisk, bondYield } from "../market/bond-math.ts";
import { curveYield } from "../market/prices.ts";
import { FIRST_BOND, securityName } from "../market/securities.ts";
import { hashText, uniform } from "../random.ts";
import { ParameterProblem, requireValue } from "../request.ts";

/** A computed bond of a request; yields in percent. */
export type ComputedBond = Readonly<ReturnType<typeof computeBond>>;

const NAMES_SEED = 0x5eed;

/** Coupon and remaining years of a symbol, which depend only on its letters. */
function termsOf(symbol: string, settlement: Day): Bond {
  const key = hashText(symbol.toUpperCase());
  const coupon = Math.round((0.5 + uniform(NAMES_SEED, 60, key) * 6) * 8) / 8;
  const matures = 20_500 + Math.floor(uniform(NAMES_SEED, 61, key) ** 1.5 * 10_000);
  return { coupon, years: Math.max(0.5, (matures - settlement) / 365.25) };
}

function settlementOf(text: string | undefined, usual: Day, today: Date): Day {
  return text === undefined ? usual : requireValue(resolveDate(text, { today }), `Invalid settlement date:${text}`);
}

/** A shift of the whole curve in percentage points. */
export interface Scenario {
  readonly name: string;
  readonly shift: number;
}

/**
 * Solves a security from what its request starts from: a price, a yield or a spread. A scenario then shifts the curve and its yield with it.
 */
export function computeBond(security: Fields, job: Fields, asOf: Day, seed: number, today: Date, scenario?: Scenario) {
  const symbol = security.text("symbol") ?? "";
  if (symbol.trim() === "") throw new ParameterProblem("Invalid symbol:");
  const usual = settlementOf(job.text("settlement"), asOf, today);
  const settlement = settlementOf(security.text("settlement"), usual, today);
  const bond = termsOf(symbol, settlement);
  const curveId = security.text("discountCurve");
  const discountCurve = findDiscountCurve(curveId);
  // An unknown curve counts as the curve of US governments.
  const currency = discountCurve?.curve.currency ?? "USD";
  const curve = curveYield(seed, currency, bond.years, asOf);
  const method = security.text("calcFromMethod") ?? job.text("calcFromMethod") ?? "Price";
  const value = security.number("calcFromValue") ?? 100;
  const shift = scenario?.shift ?? 0;
  const rate = yieldFrom(method, value, bond, curve) + shift;
  const risk = bondRisk(bond, rate);
  const key = hashText(symbol.toUpperCase());
  return {
    symbol,
    name: securityName(FIRST_BOND + (key % 100_000)).replace(/ [\d.]+% \d{4}$/, ` ${bond.coupon.toFixed(3)}%`),
    bond,
    face: security.number("face") ?? 1,
    settlement,
    currency,
    curveId: discountCurve?.id ?? curveId ?? "USD_GOV",
    method,
    callMethod: security.text("callMethod") ?? job.text("callMethod") ?? "No Call",
    yield: rate,
    curveYield: curve + shift,
    scenario: scenario?.name ?? "Base",
    status: "Success",
    price: bondPrice(bond, rate),
    accrued: (bond.coupon / 2) * (1 - ((bond.years * 2) % 1 || 1)),
    ...risk,
  };
}

/** Whether a security starts from a price that cannot be one. */
export function lacksPrice(security: Fields, job: Fields): boolean {
  const method = security.text("calcFromMethod") ?? job.text("calcFromMethod") ?? "Price";
  return isPrice(method) && (security.number("calcFromValue") ?? 100) <= 0;
}

const isPrice = (method: string) => ["price", "pricing matrix"].includes(method.toLowerCase());

function yieldFrom(method: string, value: number, bond: Bond, curve: number): number {
  const key = method.toLowerCase();
  if (isPrice(method)) {
    if (value <= 0) throw new ParameterProblem(`Invalid calculation from value:${value}`);
    return bondYield(bond, value);
  }
  if (key.includes("yield")) return value;
  if (key.includes("spread") || key === "oas" || key === "discount margin") return curve + value / 100;
  if (key === "implied volatility") return curve + value / 20;
  throw new ParameterProblem(`Invalid calculation method:${method}`);
}
