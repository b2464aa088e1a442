import { type Day, dayFrom } from "@analytics-engines/core/parameters";
import { type Account, type AssetClass, type Benchmark, findAccount, findBenchmark } from "../../catalogue/accounts.ts";
import { dollarsFor, incomeYield, priceOf } from "../market/prices.ts";
import { CASH, countryOf, FIRST_BOND, type SecurityId } from "../market/securities.ts";
import { bell, hashText, uniform } from "../random.ts";

/** What an account or a benchmark holds: the same securities whatever the seed, numbers of shares by the seed. */
export interface Holdings {
  readonly name: string;
  readonly currency: string;
  readonly securities: Int32Array;
  readonly shares: Float64Array;
}

const MEMBERS_SEED = 0xb0c5;
/** The day on which the holdings were bought by weight. After it, the shares stay and the prices move. */
const BOUGHT: Day = dayFrom(2020, 1, 1) ?? 0;

function candidate(asset: AssetClass, index: number): SecurityId {
  if (asset === "equity") return index;
  if (asset === "bond") return FIRST_BOND + index;
  return uniform(MEMBERS_SEED, 1, index) < 0.6 ? index : FIRST_BOND + index;
}

function inRegion({ region }: Benchmark, id: SecurityId): boolean {
  return region === "World" || countryOf(id).region === region;
}

function members(benchmark: Benchmark, count: number, chance: number, key: number): Int32Array {
  const ids = new Int32Array(count);
  for (let index = 0, filled = 0; filled < count; index++) {
    const id = candidate(benchmark.asset, index);
    if (inRegion(benchmark, id) && (chance >= 1 || uniform(MEMBERS_SEED, key, index) < chance)) ids[filled++] = id;
  }
  return ids;
}

function bought(securities: Int32Array, dollars: number, seed: number, key: number): Float64Array {
  const sizes = Float64Array.from(securities, (id) => Math.exp(0.9 * bell(seed, key, id)));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, index) => {
    const id = securities[index] ?? 0;
    const price = priceOf(seed, id, BOUGHT) * dollarsFor(seed, countryOf(id).currency, BOUGHT);
    return Math.max(1, Math.round((dollars * size) / total / price));
  });
}

function ofAccount(account: Account, seed: number): Holdings {
  const { path, currency, benchmark, holdings } = account;
  const key = hashText(path.toLowerCase());
  // The benchmark has most of an account's securities; the others are outside of it.
  const chance = Math.max(0.02, (0.9 * holdings) / benchmark.members);
  const securities = members(benchmark, holdings, chance, key);
  const dollars = holdings * 2e6 * (0.5 + uniform(seed, 2, key));
  return { name: path, currency, securities, shares: bought(securities, dollars, seed, key) };
}

function ofBenchmark(benchmark: Benchmark, seed: number): Holdings {
  const key = hashText(benchmark.id);
  const securities = members(benchmark, benchmark.members, 1, key);
  return { name: benchmark.id, currency: "USD", securities, shares: bought(securities, 1e12, seed, key) };
}

/** What each position cost in dollars when the holdings were bought. */
function costs({ securities, shares }: Holdings, seed: number): number[] {
  return Array.from(securities, (id, index) => {
    const price = priceOf(seed, id, BOUGHT) * dollarsFor(seed, countryOf(id).currency, BOUGHT);
    return (shares[index] ?? 0) * price;
  });
}

/** The holdings with a twentieth of their cost as cash beside them. */
export function withCash(holdings: Holdings, seed: number): Holdings {
  const cost = costs(holdings, seed).reduce((sum, value) => sum + value, 0);
  return {
    ...holdings,
    securities: Int32Array.from([...holdings.securities, CASH]),
    shares: Float64Array.from([...holdings.shares, Math.round(cost / 20)]),
  };
}

/** The holdings with their smallest third, at least one, sold short. */
export function withShortPositions(holdings: Holdings, seed: number): Holdings {
  const cost = costs(holdings, seed);
  const bySize = cost.map((_, index) => index).sort((a, b) => (cost[a] ?? 0) - (cost[b] ?? 0));
  const short = new Set(bySize.slice(0, Math.max(1, Math.floor(cost.length / 3))));
  return { ...holdings, shares: holdings.shares.map((count, index) => (short.has(index) ? -count : count)) };
}

const MAX_CACHED = 32;
const cache = new Map<string, Holdings>();

/** What an account or benchmark holds; `undefined` if none has that id. */
export function holdingsOf(id: string, seed: number): Holdings | undefined {
  const account = findAccount(id);
  const benchmark = account === undefined ? findBenchmark(id) : undefined;
  const key = `${seed}|${account?.path ?? benchmark?.id}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const holdings = account ? ofAccount(account, seed) : benchmark && ofBenchmark(benchmark, seed);
  if (holdings === undefined) return undefined;
  // The oldest goes: a catalogue of thousands of accounts must not pile up in memory.
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? "");
  cache.set(key, holdings);
  return holdings;
}

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
