import type { Table } from "@analytics-engines/core/results";
import type { ManifestUnit } from "@analytics-engines/runs";
import { t } from "../../l10n.ts";
import { inSentence } from "../../result-words.ts";
import { dayText } from "../../text.ts";

/** What a unit is about, as short as a reader needs it. */
export interface SubjectPart {
  readonly label: string;
  readonly text: string;
  /** The whole value where `text` is shorter. */
  readonly whole?: string;
}

/** Account against benchmark, period with resolved dates, currency and frequency: those that the result or the manifest states. */
export function subjectOf(tables: readonly Table[], { dates }: Pick<ManifestUnit, "dates">): SubjectPart[] {
  const [start, end] = [dateOf("startDate") ?? dates?.start, dateOf("endDate") ?? dates?.end];
  const frequency = itemsOf("Report Frequency");
  return [
    ...accountPart(itemsOf("Accounts"), itemsOf("Benchmark")),
    ...listPart(t("Strategy"), itemsOf("Strategy")),
    ...periodPart(start, end),
    ...listPart(t("Currency"), [...new Set(tables.flatMap(({ metadata: { currency } }) => currency ?? []))]),
    ...(frequency.length > 0 ? [{ label: t("Frequency"), text: inSentence(frequency.join(", ")) }] : []),
    ...listPart(t("Risk model"), itemsOf("Risk Model Date").map(dayText)),
  ];

  function dateOf(name: "startDate" | "endDate"): string | undefined {
    return tables.find(({ metadata }) => metadata[name] !== undefined)?.metadata[name];
  }

  function itemsOf(name: string): string[] {
    return [
      ...new Set(tables.flatMap(({ metadata: { items } }) => (Object.hasOwn(items, name) ? (items[name] ?? []) : []))),
    ];
  }
}

function accountPart(accounts: readonly string[], benchmarks: readonly string[]): SubjectPart[] {
  if (accounts.length === 0) return listPart(t("Benchmark"), benchmarks);
  const against = (names: readonly string[], others: readonly string[]) =>
    others.length > 0 ? t("{0} against {1}", names.join(", "), others.join(", ")) : names.join(", ");
  const text = against(accounts.map(shortName), benchmarks.map(shortName));
  return [{ label: t("Account"), text, whole: against(accounts, benchmarks) }];
}

function periodPart(start: string | undefined, end: string | undefined): SubjectPart[] {
  if (start === undefined || end === undefined || start === end)
    return listPart(t("Date"), [end ?? start ?? ""].map(dayText));
  return [{ label: t("Period"), text: t("{0} to {1}", dayText(start), dayText(end)) }];
}

function listPart(label: string, values: readonly string[]): SubjectPart[] {
  const texts = values.filter((value) => value !== "");
  if (texts.length === 0) return [];
  const [text, whole] = [texts.map(shortName).join(", "), texts.join(", ")];
  return [text === whole ? { label, text } : { label, text, whole }];
}

/** `GLOBAL_EQUITY` of `Client:/Growth/GLOBAL_EQUITY.ACCT`, `WORLD` of `BMK:WORLD`. */
function shortName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1).replace(/\.ACCT$/i, "");
  return name === "" ? path : name;
}
