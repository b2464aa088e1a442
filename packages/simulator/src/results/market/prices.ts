import { type Day, dayFrom } from "@analytics-engines/core/parameters";
import { bell, hashText, uniform } from "../random.ts";
import { bondPrice } from "./bond-math.ts";
import { bondTerms, CASH, countryOf, creditRisk, isBond, type SecurityId } from "./securities.ts";

const DAY_ZERO = dayFrom(2000, 1, 1) ?? 0;
const TURN = 2 * Math.PI;

/** The whole market's ups and downs, in log terms: slow and fast waves, the same for every security. */
function marketWave(seed: number, day: Day): number {
  // The securities, one after another, need the same day.
  if (lastWave.seed === seed && lastWave.day === day) return lastWave.height;
  const t = day - DAY_ZERO;
  let sum = 0;
  for (let wave = 0; wave < 4; wave++) {
    const period = [1460, 410, 97, 23][wave] ?? 1;
    const height = [0.16, 0.06, 0.025, 0.01][wave] ?? 0;
    sum += height * Math.sin(TURN * (t / period + uniform(seed, 100 + wave, 1)));
  }
  lastWave = { seed, day, height: sum };
  return sum;
}

let lastWave = { seed: Number.NaN, day: Number.NaN, height: 0 };

/** A security's own ups and downs, about 1 at most. */
function ownWave(seed: number, id: SecurityId, day: Day): number {
  const t = day - DAY_ZERO;
  const slow = Math.sin(TURN * (t / (500 + 900 * uniform(seed, 10, id)) + uniform(seed, 11, id)));
  const middle = Math.sin(TURN * (t / (60 + 120 * uniform(seed, 12, id)) + uniform(seed, 13, id)));
  const fast = Math.sin(TURN * (t / (5 + 17 * uniform(seed, 14, id)) + uniform(seed, 15, id)));
  return 0.68 * slow + 0.24 * middle + 0.08 * fast;
}

/** How strongly a share follows the market. */
export function betaOf(seed: number, id: SecurityId): number {
  if (id === CASH) return 0;
  return isBond(id) ? 0.1 + 0.1 * uniform(seed, 20, id) : Math.max(0.3, 1 + 0.25 * bell(seed, 20, id));
}

const curveLevels: Readonly<Record<string, number>> = {
  JPY: 0.6,
  CHF: 0.9,
  EUR: 2.4,
  SEK: 2.4,
  USD: 4,
  GBP: 4.1,
  BRL: 10.5,
  ZAR: 9,
  INR: 6.8,
  MXN: 8.6,
};

/** The government yield in percent of a currency for a number of years, on a day. */
export function curveYield(seed: number, currency: string, years: number, day: Day): number {
  const level = curveLevels[currency] ?? 3.4;
  const drift = 0.35 * Math.sin(TURN * ((day - DAY_ZERO) / 1900 + uniform(seed, 30, hashText(currency))));
  return level + drift + 0.5 * (1 - Math.exp(-years / 6)) - 0.2 * marketWave(seed, day);
}

/** A bond's yield in percent on a day, and the curve's for its years. */
export function bondYieldOn(seed: number, id: SecurityId, day: Day): { years: number; yield: number; curve: number } {
  const years = Math.max(0.5, (bondTerms(id).maturity - day) / 365.25);
  const curve = curveYield(seed, countryOf(id).currency, years, day);
  const spread = 0.25 + 3.2 * creditRisk(id) ** 1.5 + 0.2 * bell(seed, 31, id) * creditRisk(id);
  return { years, yield: Math.max(0.05, curve + spread * (1 + 0.15 * ownWave(seed, id, day))), curve };
}

/** The price of a security in its own currency; of a bond per 100 of face. */
export function priceOf(seed: number, id: SecurityId, day: Day): number {
  if (id === CASH) return 1;
  if (isBond(id)) {
    const { years, yield: rate } = bondYieldOn(seed, id, day);
    return bondPrice({ coupon: bondTerms(id).coupon, years }, rate);
  }
  const level = Math.exp(3.6 + 0.8 * bell(seed, 16, id)) / (dollarRates[countryOf(id).currency] ?? 1);
  const growth = (0.03 + 0.02 * bell(seed, 17, id)) * ((day - DAY_ZERO) / 365.25 - 15);
  const height = 0.14 + 0.16 * uniform(seed, 18, id);
  return level * Math.exp(growth + betaOf(seed, id) * marketWave(seed, day) + height * ownWave(seed, id, day));
}

/** What a security pays its holder in a year, in percent of its price on that day. */
export function incomeYield(seed: number, id: SecurityId, price: number): number {
  if (id === CASH) return 0;
  return isBond(id) ? (100 * bondTerms(id).coupon) / price : 5 * uniform(seed, 19, id) ** 2;
}

const dollarRates: Readonly<Record<string, number>> = {
  USD: 1,
  EUR: 1.09,
  GBP: 1.27,
  JPY: 0.0068,
  CHF: 1.13,
  CAD: 0.73,
  AUD: 0.66,
  NZD: 0.6,
  SEK: 0.095,
  SGD: 0.75,
  INR: 0.012,
  BRL: 0.18,
  ZAR: 0.055,
  MXN: 0.055,
  PLN: 0.25,
  IDR: 0.000062,
};

/** US dollars for one unit of a currency on a day. */
export function dollarsFor(seed: number, currency: string, day: Day): number {
  if (currency === "USD") return 1;
  const key = hashText(currency);
  const level = dollarRates[currency] ?? 10 ** (-2.5 * uniform(0, 40, key));
  return level * Math.exp(0.07 * ownWave(seed, key, day));
}
