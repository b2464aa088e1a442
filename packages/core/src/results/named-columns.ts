import { nearest } from "../text/nearest.ts";
import { starPattern } from "../text/words.ts";
import { columnLabels, headerText } from "./cells.ts";
import { headerKey } from "./reading/fold.ts";
import type { Column } from "./table.ts";

/** A column with its label, which is unique in its table. */
export interface LabelledColumn {
  readonly column: Column;
  readonly label: string;
}

/** The columns of a table with their labels (`columnLabels`). */
export function labelColumns(columns: readonly Column[]): readonly LabelledColumn[] {
  const labels = columnLabels(columns);
  return columns.map((column, at) => ({ column, label: labels[at] ?? "" }));
}

/**
 * Whether a text of a user, in which `*` stands for any characters, means one of the texts of a column. The user may type what a page shows:
 * `+`, line ends, repeated blanks, letter case and the dots of abbreviations play no part.
 * @example
 * ```ts
 * import { columnMatcher } from "@analytics-engines/core/results";
 *
 * const isWeight = columnMatcher("port. average *");
 * console.log(isWeight("Port.+Average+Weight")); // true
 * ```
 */
export function columnMatcher(pattern: string): (...texts: readonly string[]) => boolean {
  const expression = starPattern(headerKey(pattern));
  return (...texts) => texts.some((text) => expression.test(headerKey(text)));
}

/** Whether a text of a user means a column, by its label, its header or its name. */
export function columnPattern(pattern: string): (column: LabelledColumn) => boolean {
  const matches = columnMatcher(pattern);
  return ({ column, label }) => matches(label, headerText(column), column.name);
}

/**
 * The columns that a text of a user means: all with this very header, that with this label, or all that it matches. Empty if there are none.
 */
export function findNamedColumns(name: string, columns: readonly LabelledColumn[]): readonly LabelledColumn[] {
  const key = headerKey(name);
  const numbered = numberedLabels(columns);
  const choices: readonly ((column: LabelledColumn, at: number) => boolean)[] = [
    ({ column }) => headerText(column) === name,
    ({ label }, at) => label === name || numbered[at] === name,
    ({ column }) => headerKey(headerText(column)) === key,
    ({ label }, at) => headerKey(label) === key || headerKey(numbered[at] ?? "") === key,
    columnPattern(name),
  ];
  for (const isMeant of choices) {
    const namedColumns = columns.filter(isMeant);
    if (namedColumns.length > 0) return namedColumns;
  }
  return [];
}

/** The labels that mean one column alone: the first of several columns with one header also has a number, `Weight (1)`. */
export function numberedLabels(columns: readonly LabelledColumn[]): readonly string[] {
  const headers = columns.map(({ column }) => headerText(column));
  const byHeader = Map.groupBy(headers, (header) => header);
  return columns.map(({ label }, at) => {
    const isFirst = headers[at] === label && (byHeader.get(label)?.length ?? 0) > 1;
    return isFirst ? `${label} (1)` : label;
  });
}

/**
 * The label that is most similar to a text of a user that matches no column, or that has a part which is: `Portfolio | Weight` for `wieght`.
 * Undefined if none is similar.
 */
export function closestColumn(name: string, labels: Iterable<string>): string | undefined {
  const [typed = ""] = headerKey(name)
    .split("*")
    .map((part) => part.trim())
    .sort((a, b) => b.length - a.length);
  if (typed === "") return undefined;
  const labelOf = new Map<string, string>();
  for (const label of labels) if (!labelOf.has(headerKey(label))) labelOf.set(headerKey(label), label);
  const close = nearest(typed, [...labelOf.keys()]);
  if (close !== undefined) return labelOf.get(close);
  const wordCount = wordsOf(typed).length;
  const labelOfPart = new Map<string, string>();
  for (const [key, label] of labelOf)
    for (const part of runsOfWords(wordsOf(key), wordCount)) if (!labelOfPart.has(part)) labelOfPart.set(part, label);
  return labelOfPart.get(nearest(typed, [...labelOfPart.keys()]) ?? "");
}

function wordsOf(key: string): readonly string[] {
  return key.split(/[\s|]+/).filter((word) => word !== "");
}

function runsOfWords(words: readonly string[], length: number): readonly string[] {
  return words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => words.slice(at, at + length).join(" "));
}
