export type AssetClass = "equity" | "bond" | "balanced";

/** An invented index. Its id in `pa` is `BMK:WORLD`; `spar` writes the prefix `BMK` apart from the id `WORLD`. */
export interface Benchmark {
  readonly id: string;
  readonly name: string;
  readonly asset: AssetClass;
  /** The region of its members; `World` contains all regions. */
  readonly region: string;
  /** How many members it has. */
  readonly members: number;
}

// Id, asset class, region, number of members, name.
const benchmarkRows: readonly (readonly [string, AssetClass, string, number, string])[] = [
  ["WORLD", "equity", "World", 600, "World Equity"],
  ["WORLD_SMALL", "equity", "World", 400, "World Small Companies"],
  ["NORTH_AMERICA", "equity", "North America", 300, "North America Equity"],
  ["EUROPE", "equity", "Europe", 300, "Europe Equity"],
  ["ASIA_PACIFIC", "equity", "Asia Pacific", 250, "Asia Pacific Equity"],
  ["EMERGING", "equity", "Emerging", 250, "Emerging Markets Equity"],
  ["GLOBAL_BOND", "bond", "World", 400, "Global Bond"],
  ["EURO_BOND", "bond", "Europe", 250, "Euro Bond"],
  ["DOLLAR_BOND", "bond", "North America", 250, "Dollar Bond"],
  ["EMERGING_BOND", "bond", "Emerging", 150, "Emerging Markets Bond"],
  ["BALANCED_60_40", "balanced", "World", 500, "Balanced 60/40"],
];

/** The return types of `spar`: gross total return, net total return (after tax on income), price return. */
export const sparReturnTypes = [
  { id: "GTR", name: "Gross Total Return" },
  { id: "NTR", name: "Net Total Return" },
  { id: "PR", name: "Price Return" },
] as const;

export const BENCHMARK_PREFIX = "BMK";

const byKey = new Map<string, Benchmark>(
  benchmarkRows.map(([id, asset, region, members, name]) => [
    id.toLowerCase(),
    { id: `${BENCHMARK_PREFIX}:${id}`, name, asset, region, members },
  ]),
);

/** A benchmark by `BMK:WORLD` or `WORLD`, in any letter case. */
export function findBenchmark(id: string): Benchmark | undefined {
  const key = id.trim().toLowerCase();
  const prefix = `${BENCHMARK_PREFIX.toLowerCase()}:`;
  return byKey.get(key.startsWith(prefix) ? key.slice(prefix.length).replace(/^\/+/, "") : key);
}

/** A benchmark as `spar` shows it. */
export function benchmarkPayload(id: string) {
  const benchmark = findBenchmark(id);
  if (benchmark === undefined) return undefined;
  const bare = benchmark.id.slice(BENCHMARK_PREFIX.length + 1);
  const identifiers = sparReturnTypes.map(({ id }) => ({ id: bare, returntype: id, prefix: BENCHMARK_PREFIX }));
  return { id: benchmark.id, name: benchmark.name, identifiers };
}
