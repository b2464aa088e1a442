import { type Measure, nounOfColumn, rowLabel, type TableReading } from "@analytics-engines/core/results";
import { isTranslated, t } from "./l10n.ts";

/** The name of a row; `(none)` for a row without a text. */
export function rowText(reading: TableReading, row: number): string {
  return rowLabel(reading.table, reading, row) || t("(none)");
}

/** `Portfolio average weight`: the side, then the words of the header. A measure of a named account has that name: `Fund A, Total Return`. */
export function measureText(measure: Measure): string {
  const { name, owner, side } = measure;
  if (owner !== undefined) return `${owner}, ${name}`;
  if (side === "portfolio") return t("Portfolio {0}", inSentence(name));
  if (side === "benchmark") return t("Benchmark {0}", inSentence(name));
  if (side === "difference" && !/^(active|excess|relative|difference)\b/i.test(name))
    return t("Active {0}", inSentence(name));
  return name;
}

/** `Allocation` of `Allocation Effect`. */
export function effectText({ name }: Measure): string {
  return (
    name
      .replace(/\s*\beffects?\b/i, "")
      .replace(/^active /i, "")
      .trim() || name
  );
}

/** `economic sector` of `Economic Sector` within an English sentence; words with several capitals stay. */
export function inSentence(text: string): string {
  if (isTranslated) return text;
  return text.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}

/** What the rows of a level are, in a sentence: `economic sector`, `security`; `group` where the headers are technical ids. */
export function nounOfLevel(reading: TableReading, level: number): string {
  const { table, labels, roles, levels } = reading;
  const row = roles.findLastIndex((role, index) => (role === "leaf" || role === "group") && levels[index] === level);
  const column = labels.findLast((index) => {
    const values = table.columns[index]?.values;
    return values?.kind === "text" && row >= 0 && (values.codes[row] ?? -1) >= 0;
  });
  const noun = nounOfColumn(table.columns[column ?? -1]);
  if (noun !== undefined) return inSentence(noun);
  return isHoldingLevel(reading, level) ? t("holding") : t("group");
}

const SECURITY = /\b(security|securities|holdings?|issues?|assets?|instruments?|positions?|symbol|ticker)\b/i;
const SECURITY_NAME = /^((security|asset|issue|issuer|company|proper|instrument|holding)[ _]?)?name$/i;

/** Whether the rows of a level are securities: by the header of their names, or as the innermost level of a tree with technical ids. */
export function isHoldingLevel({ table, labels, levels, roles }: TableReading, level: number): boolean {
  const noun = nounOfColumn(table.columns[labels.at(-1) ?? -1]);
  if (noun !== undefined) return SECURITY.test(noun) || SECURITY_NAME.test(noun);
  const deepest = roles.reduce((most, role, row) => (role === "leaf" ? Math.max(most, levels[row] ?? 0) : most), 0);
  return labels.length > 1 && level === deepest && deepest > 1;
}

/** The levels that a chart can show, from the outermost: each has several rows, and more than the level above. */
export function usefulLevels({ levels, roles, time }: TableReading): readonly number[] {
  const counts = new Map<number, number>();
  const day = time?.hasSeveralRows ? time.days.at(-1) : undefined;
  for (const [row, level] of levels.entries()) {
    const isPart = roles[row] === "leaf" || roles[row] === "group";
    if (!isPart || (day !== undefined && time?.dayOfRow[row] !== day)) continue;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  let most = 1;
  return [...counts.keys()]
    .sort((one, other) => one - other)
    .filter((level) => {
      const count = counts.get(level) ?? 0;
      const isUseful = count > most;
      most = Math.max(most, count);
      return isUseful;
    });
}

/** The parts of one level, in a table with several rows a day those of the last day: no totals, no subtotals, no notes. */
export function rowsOfLevel(reading: TableReading, level: number): readonly number[] {
  const { levels, roles, time } = reading;
  const day = time?.hasSeveralRows ? time.days.at(-1) : undefined;
  return [...roles.keys()].filter(
    (row) =>
      (roles[row] === "leaf" || roles[row] === "group") &&
      levels[row] === level &&
      (day === undefined || time?.dayOfRow[row] === day),
  );
}
