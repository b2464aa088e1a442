import { isoDate, type Table } from "@analytics-engines/core/results";
import { t } from "../l10n.ts";
import { localDates } from "../language/number-language.ts";

/** What a saved chart says about its data: account, benchmark, period, currency and source. */
export function captionLines({ metadata, id }: Table, source: string): string[] {
  const { items, startDate, endDate, currency } = metadata;
  const first = (...names: string[]) =>
    names.map((name) => items[name]?.join(", ")).find((text) => text !== undefined && text !== "");
  const account = first("Accounts", "Account", "Portfolios");
  const benchmark = first("Benchmark", "Benchmarks");
  const [start, end] = [startDate, endDate].map((date) => date && localDates(isoDate(date) ?? date));
  const period = start && end && start !== end ? t("{0} to {1}", start, end) : (end ?? start);
  const about = [
    account && accountText(account, benchmark),
    period && (start && end && start !== end ? t("Period {0}", period) : t("As of {0}", period)),
    currency && t("Currency {0}", currency),
  ];
  const origin = [source || id, first("Document Name"), first("Component Name")].filter(Boolean).join(", ");
  return [about.filter(Boolean).join(" · "), t("Source: {0}", origin)].filter(Boolean);
}

function accountText(account: string, benchmark: string | undefined): string {
  return benchmark ? t("Account {0} against {1}", account, benchmark) : t("Account {0}", account);
}
