import { isoDate, type Table } from "@analytics-engines/core/results";

/** What a saved chart says about its data: account, benchmark, period, currency and source. */
export function captionLines({ metadata, id }: Table, source: string): string[] {
  const { items, startDate, endDate, currency } = metadata;
  const first = (...names: string[]) =>
    names.map((name) => items[name]?.join(", ")).find((text) => text !== undefined && text !== "");
  const account = first("Accounts", "Account", "Portfolios");
  const benchmark = first("Benchmark", "Benchmarks");
  const [start, end] = [startDate, endDate].map((date) => date && (isoDate(date) ?? date));
  const period = start && end && start !== end ? `${start} to ${end}` : (end ?? start);
  const about = [
    account && `Account ${account}${benchmark ? ` against ${benchmark}` : ""}`,
    period && (start && end && start !== end ? `Period ${period}` : `As of ${period}`),
    currency && `Currency ${currency}`,
  ];
  const origin = [source || id, first("Document Name"), first("Component Name")].filter(Boolean).join(", ");
  return [about.filter(Boolean).join(" · "), `Source: ${origin}`].filter(Boolean);
}
