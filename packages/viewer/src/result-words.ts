import {
  type Column,
  columnFormat,
  type Measure,
  nounOfColumn,
  rowLabel,
  type Table,
  type TableReading,
} from "@analytics-engines/core/results";
import { isTranslated, t } from "./l10n.ts";

/** The name of a row; `(none)` for a row without a text. */
export function rowText(reading: TableReading, row: number): string {
  return rowLabel(reading.table, reading, row) || t("(none)");
}

/** `Portfolio average weight`: the side, then the words of the header. A measure of a named account has that name: `Fund A, Total Return`. */
export function measureText(measure: Measure): string {
  const { name, owner, side, column } = measure;
  if (owner !== undefined) return `${owner}, ${name}`;
  // A header that is only the word of its side says it already.
  if (/^(portfolio|benchmark|fund|index|account)$/i.test(name)) return name;
  if (side === "portfolio") return t("Portfolio {0}", inSentence(name));
  if (side === "benchmark") return t("Benchmark {0}", inSentence(name));
  if (side !== "difference" || DIFFERENCE.test(name)) return name;
  // A header that calls the difference otherwise keeps its word.
  const word = DIFFERENCE.exec(column.header.join(" "))?.[0];
  if (word === undefined || /^active$/i.test(word)) return t("Active {0}", inSentence(name));
  return `${word} ${inSentence(name)}`;
}

const DIFFERENCE = /\b(active|excess|relative|difference)\b/i;

/** `Allocation` of `Allocation Effect` or `Alloc. Effect`; `Currency` of `Total Currency Effect` where that is a part of the total. */
export function effectText({ name, meaning }: Measure): string {
  const text = name
    .replace(/\s*\beffects?\b/i, "")
    .replace(meaning === "effect-total" ? /^active /i : /^(active|total) /i, "")
    .replace(/\balloc\b\.?/i, "Allocation")
    .replace(/\bselect\b\.?/i, "Selection")
    .replace(/\binter\b\.?/i, "Interaction");
  return text.trim() || name;
}

/** `economic sector` of `Economic Sector` within an English sentence; words with several capitals stay. */
export function inSentence(text: string): string {
  if (isTranslated) return text;
  return text.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}

/** What the rows of a level are, in a sentence: `economic sector`, `security`; `group` where the headers are technical ids. */
export function nounOfLevel(reading: TableReading, level: number): string {
  const { table, labels, roles, levels } = reading;
  const rows = [...roles.keys()].filter(
    (row) => (roles[row] === "leaf" || roles[row] === "group") && levels[row] === level,
  );
  const column = labels.findLast((index) => {
    const values = table.columns[index]?.values;
    return values?.kind === "text" && rows.filter((row) => (values.codes[row] ?? -1) >= 0).length * 2 > rows.length;
  });
  const noun = nounOfColumn(table.columns[column ?? -1]);
  // The names of securities name securities.
  if (noun !== undefined && !/^names?$/i.test(noun)) return inSentence(noun.replace(/(?<=\p{L})\s?names?$/iu, ""));
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
export function usefulLevels(reading: TableReading): readonly number[] {
  const { levels, roles } = reading;
  const parts = [...new Set(levels.filter((_, row) => roles[row] === "leaf" || roles[row] === "group"))];
  let most = 1;
  return parts
    .sort((a, b) => a - b)
    .filter((level) => {
      const { length } = rowsOfLevel(reading, level);
      const isUseful = length > most;
      most = Math.max(most, length);
      return isUseful;
    });
}

/** The parts of one level, in a table with several rows a day those of the last day: no totals, no subtotals, no notes. */
export function rowsOfLevel(reading: TableReading, level: number): readonly number[] {
  const { time } = reading;
  const day = time?.hasSeveralRows ? time.days.at(-1) : undefined;
  const parts = partsOfLevel(reading, level);
  return day === undefined ? parts : parts.filter((row) => time?.dayOfRow[row] === day);
}

/** The same of all days. A row without parts above the level, such as cash, is a part beside the groups of the level. */
export function partsOfLevel({ levels, roles }: TableReading, level: number): readonly number[] {
  return [...roles.keys()].filter((row) => {
    const depth = levels[row] ?? 0;
    return (roles[row] === "group" && depth === level) || (roles[row] === "leaf" && depth <= level);
  });
}

/** The unit behind a number of a measure: `%`, `bp`, `y`, the currency of the table; empty if it is unknown, or if the cells write it. */
export function unitOfMeasure(
  { metadata }: Pick<Table, "metadata">,
  { unit, column }: Pick<Measure, "unit" | "column">,
): string {
  if (showsFractions(column)) return "";
  if (unit === "currency") return metadata.currency ?? "";
  if (unit === "years") return "y";
  return unit === "%" || unit === "bp" ? unit : "";
}

/** Whether the numbers are hundredths of the percentages that a reader sees. */
export function showsFractions(column: Column): boolean {
  return column.scale === "fraction" || columnFormat(column).text(1).includes("%");
}
