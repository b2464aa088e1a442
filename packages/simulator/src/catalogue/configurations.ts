import { formatDay, resolveDate } from "@analytics-engines/core/parameters";
import { type Account, accountTree, findAccount, MANY_ACCOUNTS_DIRECTORY } from "./accounts.ts";
import { lazy, uuidOf } from "./hash.ts";

const all = lazy(() => {
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
  const holding = all().filter((configuration) => configuration.accounts.includes(account));
  return Object.fromEntries(holding.map(({ id, name }) => [id, { name }]));
}

/** A configuration by its id; its dates are `YYYYMMDD` and depend on today. */
export function findConfiguration(id: string, today: Date) {
  const configuration = all().find((one) => one.id === id.toLowerCase());
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
