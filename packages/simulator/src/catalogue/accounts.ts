import { type Benchmark, findBenchmark } from "./benchmarks.ts";
import { lazy, lines } from "./hash.ts";
import { createPathTree } from "./paths.ts";

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
export const MANY_ACCOUNTS_DIRECTORY = "Client:/Mandates";
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
    (other) => other !== account && other.benchmark === account?.benchmark && other.currency === account.currency,
  )?.path;
}
