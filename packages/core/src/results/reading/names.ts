import { formatCell } from "../cells.ts";
import type { Column, Table } from "../table.ts";
import { foldHeader } from "./fold.ts";
import { type Meaning, readHeader } from "./header.ts";
import type { RowRoles } from "./rows.ts";

/** The columns that name the rows of a table. */
export interface NameColumns {
  /** Those that together tell rows apart, the outermost group first. */
  readonly names: readonly number[];
  /** Those whose texts people read, the innermost last: without symbols, unless there is nothing else. */
  readonly labels: readonly number[];
}

/** The visible columns of texts that name rows: the dimensions; without any, the identifiers and names, the groups, or all texts. */
export function readNames({ columns }: Table, dates: ReadonlyMap<number, unknown>): NameColumns {
  const texts = [...columns.entries()]
    .filter(([index, column]) => !column.isHidden && !dates.has(index) && column.values.kind === "text")
    .map(([index, column]) => ({ index, isDimension: column.isDimension, meaning: readHeader(column.header).meaning }));
  const isOf = (...meanings: readonly Meaning[]) => texts.filter(({ meaning }) => meanings.includes(meaning));
  const dimensions = texts.filter(({ isDimension }) => isDimension);
  const choices = [dimensions, isOf("identifier", "name"), isOf("group"), texts];
  const names = choices.find((choice) => choice.length > 0) ?? [];
  const words = names.filter(({ meaning }) => meaning !== "identifier");
  const properNames = isOf("name").filter((column) => !names.includes(column));
  const labels = words.some(({ meaning }) => meaning === "name") ? words : [...words, ...properNames];
  return { names: names.map(indexOf), labels: (labels.length > 0 ? labels : names).map(indexOf) };
}

function indexOf({ index }: { readonly index: number }): number {
  return index;
}

/** The name of a row: its innermost text that is a name, else any text; empty if it has none. */
export function rowLabel({ columns }: Table, { names, labels }: NameColumns, row: number): string {
  for (const index of [...names, ...labels].reverse()) {
    const column = columns[index];
    const text = column === undefined ? "" : formatCell(column, row).trim();
    if (text !== "") return text;
  }
  return "";
}

/**
 * The names of rows, so that each is unique if any text of the table tells the rows apart: equal names get the name of their group, else the
 * texts of other columns of names.
 */
export function rowLabels(
  table: Table,
  columns: NameColumns,
  { parents }: Pick<RowRoles, "parents">,
  rows: readonly number[],
): readonly string[] {
  const names = rows.map((row) => rowLabel(table, columns, row));
  if (isUnique(names)) return names;
  const repeated = repeatedTexts(names);
  const qualify = (labels: readonly string[], textOf: (row: number) => string) =>
    labels.map((label, at) => {
      const text = repeated.has(names[at] ?? "") ? textOf(rows[at] ?? -1) : "";
      return text === "" || text === names[at] ? label : `${label}, ${text}`;
    });
  const withParents = qualify(names, (row) => {
    const parent = parents[row] ?? -1;
    return parent < 0 ? "" : rowLabel(table, columns, parent);
  });
  if (isUnique(withParents)) return withParents;
  const others = [...new Set([...columns.names, ...columns.labels])].flatMap((index) => table.columns[index] ?? []);
  const telling = others.filter((column) => new Set(rows.map((row) => formatCell(column, row))).size > 1);
  return qualify(names, (row) =>
    telling
      .map((column) => formatCell(column, row))
      .filter((text) => text !== "" && text !== rowLabel(table, columns, row))
      .join(", "),
  );
}

function isUnique(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

function repeatedTexts(texts: readonly string[]): ReadonlySet<string> {
  const distinct = new Set<string>();
  return new Set(texts.filter((text) => distinct.size === distinct.add(text).size));
}

/** Names of columns that say nothing to a reader, such as `total0`, `group1`, `Level 2`. */
const TECHNICAL = /^(total|group|level|column|col|dimension|field)[\s_]*\d*$/i;

/** What the rows that a column names are, by its header: `Economic Sector`; undefined for technical ids. */
export function nounOfColumn(column: Column | undefined): string | undefined {
  const text = foldHeader(column?.header.at(-1) ?? "");
  return text === "" || TECHNICAL.test(text) ? undefined : text;
}
