import type { ManifestUnit } from "@analytics-engines/runs";

/** The days that a unit was computed for, before and now. */
export interface DatePair {
  readonly before: string;
  readonly after: string;
  /** Whether both are known, and another. */
  readonly moved: boolean;
}

/** The resolved dates of the same unit in two runs. */
export function pairDates(before: ManifestUnit, after: ManifestUnit): DatePair {
  const [was, is] = [days(before), days(after)];
  return { before: was, after: is, moved: was !== "" && is !== "" && was !== is };
}

/** `2024-01-31 to 2024-02-29`; empty where the manifest has none. */
function days({ dates = {} }: ManifestUnit): string {
  return [dates.start, dates.end]
    .filter((date) => date !== undefined)
    .map((date) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"))
    .filter((date, at, all) => all.indexOf(date) === at)
    .join(" to ");
}
