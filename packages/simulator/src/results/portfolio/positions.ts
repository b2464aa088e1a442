import type { Day } from "@analytics-engines/core/parameters";
import { dollarsFor, incomeYield, priceOf } from "../market/prices.ts";
import { countryOf, type SecurityId } from "../market/securities.ts";
import type { Holdings } from "./holdings.ts";

/** The securities of an account and its benchmark together, in the order of the table, with their numbers of shares. */
export type Positions = Readonly<ReturnType<typeof positionsOf>>;

/** Sorted by the names of the groups, then by size in the account. */
export function positionsOf(
  portfolio: Holdings,
  benchmark: Holdings | undefined,
  groupsOf: (id: SecurityId) => readonly string[],
  sizes: (ids: Int32Array) => Float64Array,
) {
  const portfolioShares = sharesById(portfolio);
  const benchmarkShares = benchmark ? sharesById(benchmark) : new Map<SecurityId, number>();
  const union = Int32Array.from(new Set([...portfolio.securities, ...(benchmark?.securities ?? [])]));
  const prices = sizes(union);
  const entries = Array.from(union, (id, index) => ({
    id,
    groups: groupsOf(id),
    size: (prices[index] ?? 0) * (portfolioShares.get(id) ?? 0),
    benchmarkSize: (prices[index] ?? 0) * (benchmarkShares.get(id) ?? 0),
  }));
  entries.sort(
    (a, b) => compareNames(a.groups, b.groups) || b.size - a.size || b.benchmarkSize - a.benchmarkSize || a.id - b.id,
  );
  return {
    securities: Int32Array.from(entries, ({ id }) => id),
    portfolioShares: Float64Array.from(entries, ({ id }) => portfolioShares.get(id) ?? 0),
    benchmarkShares: Float64Array.from(entries, ({ id }) => benchmarkShares.get(id) ?? 0),
    /** For each security the names of its groups, outermost first. */
    groups: entries.map(({ groups }) => groups),
  };
}

/** The same securities with the shares of another account: those that it does not hold have none. */
export function positionsOfAccount(positions: Positions, account: Holdings): Positions {
  const shares = sharesById(account);
  return { ...positions, portfolioShares: Float64Array.from(positions.securities, (id) => shares.get(id) ?? 0) };
}

function sharesById({ securities, shares }: Holdings): Map<SecurityId, number> {
  const byId = new Map<SecurityId, number>();
  for (const [index, id] of securities.entries()) byId.set(id, shares[index] ?? 0);
  return byId;
}

function compareNames(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length; index++) {
    const [nameInA = "", nameInB = ""] = [a[index], b[index]];
    if (nameInA !== nameInB) return nameInA < nameInB ? -1 : 1;
  }
  return 0;
}

/** The numbers of one period, a place for each security. */
export type Period = Readonly<ReturnType<typeof periodOf>>;

/** Prices in the currency of the report. */
export function pricesOn(securities: Int32Array, day: Day, currency: string, seed: number): Float64Array {
  const rates = new Map<string, number>();
  const target = dollarsFor(seed, currency, day);
  const rateOf = (currencyOfPrice: string) => {
    const rate = rates.get(currencyOfPrice) ?? dollarsFor(seed, currencyOfPrice, day) / target;
    rates.set(currencyOfPrice, rate);
    return rate;
  };
  return Float64Array.from(securities, (id) => priceOf(seed, id, day) * rateOf(countryOf(id).currency));
}

export function periodOf(positions: Positions, start: Day, end: Day, currency: string, seed: number) {
  const { securities, portfolioShares, benchmarkShares } = positions;
  const beginPrices = pricesOn(securities, start, currency, seed);
  const endPrices = start === end ? beginPrices : pricesOn(securities, end, currency, seed);
  const years = (end - start) / 365.25;
  /** Total return of each security in percent, in the currency of the report. */
  const returns = Float64Array.from(securities, (id, index) => {
    const [before = 1, after = 1] = [beginPrices[index], endPrices[index]];
    const income = years === 0 ? 0 : incomeYield(seed, id, priceOf(seed, id, start)) * years;
    return (after / before - 1) * 100 + income;
  });
  /** One side: weights in percent, which add up to 100 unless the side is empty. */
  const side = (shares: Float64Array) => {
    const values = shares.map((count, index) => count * (endPrices[index] ?? 0));
    const before = shares.map((count, index) => count * (beginPrices[index] ?? 0));
    return { begin: percentOf(before), end: percentOf(values), values, shares };
  };
  return {
    start,
    end,
    portfolio: side(portfolioShares),
    benchmark: side(benchmarkShares),
    returns,
    beginPrices,
    endPrices,
  };
}

function percentOf(values: Float64Array): Float64Array {
  const total = values.reduce((sum, value) => sum + value, 0);
  return total === 0 ? values.map(() => 0) : values.map((value) => (100 * value) / total);
}
