import type { Table } from "@analytics-engines/core/results";
import type { ManifestUnit } from "@analytics-engines/runs";
import { dashedDay } from "../../text.ts";

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
    ...listPart("Strategy", itemsOf("Strategy")),
    ...periodPart(start, end),
    ...listPart("Currency", [...new Set(tables.flatMap(({ metadata: { currency } }) => currency ?? []))]),
    ...(frequency.length > 0 ? [{ label: "Frequency", text: frequency.join(", ").toLowerCase() }] : []),
    ...listPart("Risk model", itemsOf("Risk Model Date").map(dashedDay)),
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
  if (accounts.length === 0) return listPart("Benchmark", benchmarks);
  const against = (names: readonly string[]) => (names.length > 0 ? ` against ${names.join(", ")}` : "");
  const text = `${accounts.map(shortName).join(", ")}${against(benchmarks.map(shortName))}`;
  return [{ label: "Account", text, whole: `${accounts.join(", ")}${against(benchmarks)}` }];
}

function periodPart(start: string | undefined, end: string | undefined): SubjectPart[] {
  if (start === undefined || end === undefined || start === end)
    return listPart("Date", [end ?? start ?? ""].map(dashedDay));
  return [{ label: "Period", text: `${dashedDay(start)} to ${dashedDay(end)}` }];
}

function listPart(label: string, values: readonly string[]): SubjectPart[] {
  const kept = values.filter((value) => value !== "");
  if (kept.length === 0) return [];
  const [text, whole] = [kept.map(shortName).join(", "), kept.join(", ")];
  return [text === whole ? { label, text } : { label, text, whole }];
}

/** `GLOBAL_EQUITY` of `Client:/Growth/GLOBAL_EQUITY.ACCT`, `WORLD` of `BMK:WORLD`. */
function shortName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1).replace(/\.ACCT$/i, "");
  return name === "" ? path : name;
}
