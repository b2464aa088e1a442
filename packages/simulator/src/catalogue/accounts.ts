import { formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { createPathTree } from "./documents.ts";
import { lazy, lines, uuidOf } from "./hash.ts";

/** An account: holdings that are analysed against a benchmark. */
export interface Account {
  readonly path: string;
  readonly currency: string;
  readonly benchmark: Benchmark;
  /** How many securities it holds. */
  readonly holdings: number;
}

// Directory, then its accounts: name, currency, benchmark, number of holdings.
const ACCOUNTS = `
Client:/Growth
  GLOBAL_EQUITY USD WORLD 140
  GLOBAL_EQUITY_HEDGED EUR WORLD 140
  SMALL_COMPANIES USD WORLD_SMALL 180
  CONCENTRATED_TEN USD WORLD 10
Client:/Growth/Regions
  EUROPE_EQUITY EUR EUROPE 75
  NORTH_AMERICA_EQUITY USD NORTH_AMERICA 90
  ASIA_PACIFIC_EQUITY JPY ASIA_PACIFIC 80
  EMERGING_EQUITY USD EMERGING 85
Client:/Growth/Regions/Themes
  HEALTHY_AGEING GBP EUROPE 45
  FAMILY_FIRMS CHF EUROPE 30
  CLEAN_WATER CAD NORTH_AMERICA 40
  DIVIDEND_GROWTH AUD ASIA_PACIFIC 35
Client:/Income
  GLOBAL_BOND USD GLOBAL_BOND 160
  EURO_BOND EUR EURO_BOND 110
  DOLLAR_CREDIT USD DOLLAR_BOND 130
  EMERGING_DEBT USD EMERGING_BOND 70
Client:/Income/Maturity
  SHORT_TERM EUR EURO_BOND 40
  LONG_TERM USD DOLLAR_BOND 50
Client:/Balanced
  CAUTIOUS GBP BALANCED_60_40 90
  MODERATE EUR BALANCED_60_40 120
  ADVENTUROUS USD BALANCED_60_40 150
Client:/Balanced/Pension/Plan A
  SCHEME_2040 GBP BALANCED_60_40 110
  SCHEME_2060 GBP BALANCED_60_40 110
Client:/Optimizer
  CORE_EQUITY USD WORLD 60
  TAXABLE_EQUITY USD NORTH_AMERICA 50
  MODEL_BOND USD DOLLAR_BOND 45
Personal:/
  SCRATCH USD WORLD 12
Personal:/Drafts
  WATCHLIST USD NORTH_AMERICA 25
  IDEAS EUR EUROPE 20
Demo:/Samples
  FIVE_STOCKS USD WORLD 5
  TWENTY_BONDS EUR EURO_BOND 20
Demo:/Large
  HOLDINGS_2000 USD WORLD 2000
  HOLDINGS_10000 USD WORLD 10000
  HOLDINGS_100000 USD WORLD 100000
`;

/** The directory with 2,000 entries, for clients that must show and page through many. */
const MANY_ACCOUNTS_DIRECTORY = "Client:/Mandates";
const MANY = 2000;
const mandateCurrencies = ["USD", "EUR", "GBP", "CHF", "JPY"];
const mandateBenchmarks = ["WORLD", "EUROPE", "NORTH_AMERICA", "GLOBAL_BOND", "BALANCED_60_40", "EMERGING"];

/** The directories of accounts. */
export const accountTree = lazy(() => {
  const accounts: Account[] = [];
  const add = (path: string, currency = "", benchmarkId = "", holdings = 0) => {
    const benchmark = findBenchmark(benchmarkId);
    if (benchmark) accounts.push({ path: `${path}.ACCT`, currency, benchmark, holdings });
  };
  let directory = "";
  for (const line of lines(ACCOUNTS)) {
    const [name, currency, benchmark, holdings] = line.split(" ");
    if (line.includes(":")) directory = line.replace(/\/?$/, "/");
    else add(directory + name, currency, benchmark, Number(holdings));
  }
  for (let index = 0; index < MANY; index++) {
    const path = `${MANY_ACCOUNTS_DIRECTORY}/MANDATE_${String(index + 1).padStart(4, "0")}`;
    const currency = mandateCurrencies[index % mandateCurrencies.length];
    add(path, currency, mandateBenchmarks[index % mandateBenchmarks.length], 30 + ((index * 7) % 90));
  }
  return createPathTree(accounts);
});

/** An account by its path, in any letter case, with or without the slash after the colon. */
export function findAccount(path: string): Account | undefined {
  return accountTree().find(path);
}

/** Whether a request may analyse it: an account's path, or a benchmark. */
export function isAccountOrBenchmark(id: string): boolean {
  return findAccount(id) !== undefined || findBenchmark(id) !== undefined;
}

/** Another account with the same benchmark and currency, if there is one: the first of the catalogue. */
export function companionOf(path: string): string | undefined {
  const account = findAccount(path);
  return accountTree().files.find(
    (peer) => peer !== account && peer.benchmark === account?.benchmark && peer.currency === account.currency,
  )?.path;
}

const configurations = lazy(() => {
  const accounts = accountTree().files.filter(({ path }) => !path.startsWith(MANY_ACCOUNTS_DIRECTORY));
  const make = (name: string, holds: (account: Account) => boolean) => ({
    id: uuidOf("configuration", name),
    name,
    accounts: accounts.filter(holds),
  });
  return [
    make("Official Returns", () => true),
    make("Preliminary Returns", (account) => !account.path.startsWith("Personal:")),
    make("Bond Desk", (account) => account.benchmark.asset === "bond"),
  ];
});

/** The configurations with an account, from id to name; undefined for an unknown account. */
export function configurationsOf(path: string): Record<string, { readonly name: string }> | undefined {
  const account = findAccount(path);
  if (account === undefined) return undefined;
  const holding = configurations().filter((configuration) => configuration.accounts.includes(account));
  return Object.fromEntries(holding.map(({ id, name }) => [id, { name }]));
}

/** A configuration by its id; its dates are `YYYYMMDD` and depend on today. */
export function findConfiguration(id: string, today: Date) {
  const configuration = configurations().find((candidate) => candidate.id === id.toLowerCase());
  if (configuration === undefined) return undefined;
  const monthEnd = (text: string) => formatDay(resolveDate(text, { today }) ?? 0);
  const accounts = configuration.accounts.map(({ path, benchmark }) => {
    const details = {
      name: path.slice(path.lastIndexOf("/") + 1).replace(/\.ACCT$/, ""),
      benchmarkCode: benchmark.id,
      benchmarkName: benchmark.name,
      minStartDate: "20100101",
      maxEndDate: monthEnd("0M"),
      lockingDate: monthEnd("-1M"),
      firstSnapshotDate: "20100129",
      lastSnapshotDate: monthEnd("0M"),
      portfolioSnapshotLockingDate: monthEnd("-1M"),
      snapshotBenchmarkCode: benchmark.id,
      snapshotBenchmarkName: benchmark.name,
    };
    return [path, details] as const;
  });
  return { name: configuration.name, accounts: Object.fromEntries(accounts) };
}

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
