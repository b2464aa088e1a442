import { formatCell } from "../cells.ts";
import type { Column, Table } from "../table.ts";
import { foldHeader } from "./fold.ts";
import { type Meaning, readHeader } from "./header.ts";
import type { RowRoles } from "./rows.ts";
import type { RowTime } from "./time.ts";

/** The columns that name the rows of a table. */
export interface NameColumns {
  /** Those that together tell rows apart, the outermost group first. */
  readonly names: readonly number[];
  /** These and names of securities beside them, in the order in which people read them: the best is the last. */
  readonly labels: readonly number[];
}

/** The visible columns of texts that name rows: the dimensions; in a table without any, the identifiers and names, the groups, or all texts. */
export function readNames({ columns }: Table, dates: ReadonlyMap<number, unknown>): NameColumns {
  const texts = [...columns.entries()]
    .filter(([index, column]) => !column.isHidden && !dates.has(index) && column.values.kind === "text")
    .map(([index, column]) => ({ index, isDimension: column.isDimension, meaning: readHeader(column.header).meaning }));
  const isOf = (...meanings: readonly Meaning[]) => texts.filter(({ meaning }) => meanings.includes(meaning));
  const dimensions = texts.filter(({ isDimension }) => isDimension);
  const choices = [isOf("identifier", "name"), isOf("group"), isDated(columns, dates) ? [] : texts];
  const hasDimensions = columns.some(({ isDimension, isHidden }) => isDimension && !isHidden);
  const names = hasDimensions ? dimensions : (choices.find((choice) => choice.length > 0) ?? []);
  const isTree = names.some(({ index, meaning }) => meaning !== "identifier" && hasEmptyCells(columns[index]));
  const properNames = names.some(({ meaning }) => meaning === "name") ? [] : isOf("name");
  // In a tree the innermost group names a row; elsewhere the first column does, and others say which of its rows.
  const inOrder = isTree ? names : names.toReversed();
  const labels = [...inOrder, ...properNames].toSorted(
    (one, other) => labelRank(one.meaning, isTree) - labelRank(other.meaning, isTree),
  );
  return { names: names.map(indexOf), labels: labels.map(indexOf) };
}

/** Whether a column of dates names the rows, so that texts beside it need not. */
function isDated(columns: readonly Column[], dates: ReadonlyMap<number, unknown>): boolean {
  return columns.some((column, index) => dates.has(index) && readHeader(column.header).meaning === "date-of-row");
}

/** How well a column names rows for people: in a tree, a symbol names a row only if nothing else does. */
function labelRank(meaning: Meaning, isTree: boolean): number {
  return meaning === "name" ? 2 : (meaning === "identifier") === isTree ? 0 : 1;
}

function hasEmptyCells(column: Column | undefined): boolean {
  return column?.values.kind === "text" && column.values.codes.some((code) => code < 0);
}

function indexOf({ index }: { readonly index: number }): number {
  return index;
}

/** The name of a row: its innermost text that is a name, else any text; empty if it has none. */
export function rowLabel({ columns }: Table, { labels }: NameColumns, row: number): string {
  for (const index of labels.toReversed()) {
    const column = columns[index];
    const text = column === undefined ? "" : formatCell(column, row).trim();
    if (text !== "") return text;
  }
  return "";
}

/**
 * The names of rows, so that each is unique if the table tells the rows apart: equal names get the name of their group, else the texts of other
 * columns of names, and their day.
 */
export function rowLabels(
  table: Table,
  columns: NameColumns,
  { parents, time }: Pick<RowRoles, "parents"> & { readonly time?: RowTime | undefined },
  rows: readonly number[],
): readonly string[] {
  const names = rows.map((row) => rowLabel(table, columns, row));
  const others = [...new Set([...columns.labels, ...columns.names])].flatMap((index) => table.columns[index] ?? []);
  const qualifiers: ((row: number) => string)[] = [
    (row) => rowLabel(table, columns, parents[row] ?? -1),
    ...others.map((column) => (row: number) => formatCell(column, row).trim()),
    (row) => time?.labels[time.indexOfRow[row] ?? -1] ?? "",
  ];
  return qualifiers.reduce<readonly string[]>((labels, textOf) => qualify(labels, rows, textOf), names);
}

/** Adds a text to equal labels, if it differs among them. */
function qualify(
  labels: readonly string[],
  rows: readonly number[],
  textOf: (row: number) => string,
): readonly string[] {
  const byLabel = Map.groupBy(labels.keys(), (at) => labels[at] ?? "");
  if (byLabel.size === labels.length) return labels;
  const qualified = [...labels];
  for (const [label, places] of byLabel) {
    const texts = places.map((at) => textOf(rows[at] ?? -1));
    if (new Set(texts).size < 2) continue;
    for (const [index, at] of places.entries()) {
      const text = texts[index];
      if (text !== undefined && text !== "" && text !== label) qualified[at] = `${label}, ${text}`;
    }
  }
  return qualified;
}

/** Names of columns that say nothing to a reader, such as `total0`, `group1`, `Level 2`. */
const TECHNICAL = /^(total|group|level|column|col|dimension|field)[\s_]*\d*$/i;

/** What the rows that a column names are, by its header: `Economic Sector`; undefined for technical ids. */
export function nounOfColumn(column: Column | undefined): string | undefined {
  const text = foldHeader(column?.header.at(-1) ?? "");
  return text === "" || TECHNICAL.test(text) ? undefined : text;
}
