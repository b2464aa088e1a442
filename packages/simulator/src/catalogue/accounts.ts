import { type Benchmark, findBenchmark } from "./benchmarks.ts";
import { lazy, lines } from "./hash.ts";
import { createPathTree, pathKey } from "./paths.ts";

/** The roots of every directory tree. */
export const accountRoots = ["Client", "Personal", "Demo"];

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
export const manyAccountsDirectory = "Client:/Mandates";
const MANY = 2000;
const MANY_CURRENCIES = ["USD", "EUR", "GBP", "CHF", "JPY"];
const MANY_BENCHMARKS = ["WORLD", "EUROPE", "NORTH_AMERICA", "GLOBAL_BOND", "BALANCED_60_40", "EMERGING"];

function mandate(index: number): Account | undefined {
  const benchmark = findBenchmark(MANY_BENCHMARKS[index % MANY_BENCHMARKS.length] ?? "");
  const currency = MANY_CURRENCIES[index % MANY_CURRENCIES.length] ?? "USD";
  const path = `${manyAccountsDirectory}/MANDATE_${String(index + 1).padStart(4, "0")}.ACCT`;
  return benchmark && { path, currency, benchmark, holdings: 30 + ((index * 7) % 90) };
}

const all = lazy(() => {
  const accounts = new Map<string, Account>();
  const add = (account: Account | undefined) => {
    if (account) accounts.set(pathKey(account.path) ?? account.path, account);
  };
  let directory = "";
  for (const line of lines(ACCOUNTS)) {
    if (line.includes(":")) {
      directory = line.endsWith("/") ? line : `${line}/`;
      continue;
    }
    const [name = "", currency = "", benchmarkId = "", holdings] = line.split(" ");
    const benchmark = findBenchmark(benchmarkId);
    add(benchmark && { path: `${directory}${name}.ACCT`, currency, benchmark, holdings: Number(holdings) });
  }
  for (let index = 0; index < MANY; index++) add(mandate(index));
  return accounts;
});

/** The directories of accounts. */
export const accountTree = lazy(() =>
  createPathTree(
    accountRoots,
    accountList().map((account) => account.path),
  ),
);

/** An account by its path, in any letter case, with or without the slash after the colon. */
export function findAccount(path: string): Account | undefined {
  return all().get(pathKey(path) ?? "");
}

/** All accounts, in the order of the catalogue. */
export function accountList(): readonly Account[] {
  return [...all().values()];
}
