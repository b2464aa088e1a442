import { type Day, dayFrom } from "@analytics-engines/core/parameters";
import { type Account, findAccount } from "../../catalogue/accounts.ts";
import { type AssetClass, type Benchmark, findBenchmark } from "../../catalogue/benchmarks.ts";
import { dollarsFor, priceOf } from "../market/prices.ts";
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

function candidate(asset: AssetClass, place: number): SecurityId {
  if (asset === "equity") return place;
  if (asset === "bond") return FIRST_BOND + place;
  return uniform(MEMBERS_SEED, 1, place) < 0.6 ? place : FIRST_BOND + place;
}

function inRegion({ region }: Benchmark, id: SecurityId): boolean {
  return region === "World" || countryOf(id).region === region;
}

function members(benchmark: Benchmark, count: number, chance: number, key: number): Int32Array {
  const ids = new Int32Array(count);
  for (let place = 0, filled = 0; filled < count; place++) {
    const id = candidate(benchmark.asset, place);
    if (inRegion(benchmark, id) && (chance >= 1 || uniform(MEMBERS_SEED, key, place) < chance)) ids[filled++] = id;
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
