import { cellValue, formatCell, type Table } from "@analytics-engines/core/results";
import { columnLabel } from "../column-text.ts";
import { countOf } from "../text.ts";

/** More lines, or colours of bars, than this are hard to distinguish. */
export const MOST_SERIES = 8;

export interface ChartText {
  readonly title: string;
  /** A sentence about the data that the chart leaves out; undefined if it shows all. */
  readonly note?: string | undefined;
}

export interface ChartSeries {
  readonly name: string;
  /** One for each day or group; undefined where the table has no number. */
  readonly values: readonly (ChartValue | undefined)[];
}

export interface ChartValue {
  readonly value: number;
  /** The number in the table's format. */
  readonly text: () => string;
  /** The same, short enough for a label in the chart. */
  readonly label: () => string;
}

/** The number of a cell; undefined for null, NaN and infinity, which no chart can show. */
export function valueAt(table: Table, index: number, row: number): ChartValue | undefined {
  const column = table.columns[index];
  const value = column && cellValue(column, row);
  if (column === undefined || typeof value !== "number" || !Number.isFinite(value)) return undefined;
  const text = () => formatCell(column, row);
  return { value, text, label: column.format === undefined ? () => shortNumbers.format(value) : text };
}

/** For numbers without a format. */
const shortNumbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** The text of a cell that names a line, a group or a point. */
export function nameAt(table: Table, index: number, row: number): string {
  const column = table.columns[index];
  return (column && formatCell(column, row)) || "(none)";
}

/** The items with the largest sizes, in their order, and a note about the others. */
export function largest<T>(items: readonly T[], most: number, noun: string, sizeOf: (item: T) => number) {
  if (items.length <= most) return { kept: items, note: undefined };
  const sizes = new Map(items.map((item) => [item, sizeOf(item)]));
  const kept = new Set(items.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0)).slice(0, most));
  const note = `The ${most} largest of ${countOf(items.length, noun)} are drawn.`;
  return { kept: items.filter((item) => kept.has(item)), note };
}

/** The largest distance of values from zero. */
export function reach(values: readonly (ChartValue | undefined)[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value?.value ?? 0)), 0);
}

/** Names for measures: the levels of their headers that differ. */
export function measureNames(table: Table, measures: readonly number[]): string[] {
  const all = labelLevels(table, measures);
  const isShared = (level: string) => all.length > 1 && all.every((levels) => levels.includes(level));
  return all.map((levels) => levels.filter((level) => !isShared(level)).join(" | ") || levels.join(" | "));
}

/** The words that the measures share, and the column `by` if given. */
export function measuresTitle(table: Table, measures: readonly number[], by: number | undefined): string {
  const name = sharedName(labelLevels(table, measures)) || "Several measures";
  return by === undefined ? name : `${name} by ${columnLabel(table, by)}`;
}

function labelLevels(table: Table, measures: readonly number[]): string[][] {
  return measures.map((index) => columnLabel(table, index).split(" | "));
}

function sharedName(all: readonly (readonly string[])[]): string {
  const shared = all[0]?.filter((level) => all.every((levels) => levels.includes(level))) ?? [];
  return shared.join(" | ") || sharedEnd(all.map((levels) => levels.at(-1) ?? ""));
}

/** The last words that all names share: `Weight` of `Initial Weight` and `Optimal Weight`. */
function sharedEnd(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split(" "));
  const differs = first.findLastIndex((word, index) => others.some((words) => words.at(index - first.length) !== word));
  return first.slice(differs + 1).join(" ");
}
