import { LEVEL_SEPARATOR } from "../decode/headers.ts";
import type { Column, Table } from "../table.ts";

/** A column of both tables, under the name it is reported by. */
export interface ColumnPair {
  readonly name: string;
  readonly before: Column;
  readonly after: Column;
}

export interface MatchedColumns {
  readonly pairs: readonly ColumnPair[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly ambiguous: readonly string[];
}

/** Columns by name; where several have one name, by name and header. */
export function matchColumns(before: Table, after: Table): MatchedColumns {
  const repeated = new Set([...repeatedOf(before.columns.map(nameOf)), ...repeatedOf(after.columns.map(nameOf))]);
  const keyOf = (column: Column) =>
    repeated.has(column.name) ? `${column.name} (${headerText(column)})` : column.name;
  const [keysBefore, keysAfter] = [before.columns.map(keyOf), after.columns.map(keyOf)];
  const ambiguous = new Set([...repeatedOf(keysBefore), ...repeatedOf(keysAfter)]);
  const columnBefore = new Map(before.columns.map((column, index) => [keysBefore[index] ?? "", column]));
  const unique = (keys: readonly string[], others: readonly string[]) =>
    keys.filter((key) => !ambiguous.has(key) && !others.includes(key));
  return {
    pairs: after.columns.flatMap((column, index) => {
      const name = keysAfter[index] ?? "";
      const other = columnBefore.get(name);
      return other === undefined || ambiguous.has(name) ? [] : [{ name, before: other, after: column }];
    }),
    added: unique(keysAfter, keysBefore),
    removed: unique(keysBefore, keysAfter),
    ambiguous: [...ambiguous],
  };
}

export function headerText(column: Column): string {
  return column.header.join(LEVEL_SEPARATOR);
}

function nameOf(column: Column): string {
  return column.name;
}

function repeatedOf(names: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

/** Whether a text of a user (a name, a header, either with `*`) means this column. */
export function isMeant(pattern: string, { name, after }: ColumnPair): boolean {
  const source = pattern.split("*").map((part) => escaped(part));
  const expression = new RegExp(`^${source.join(".*")}$`, "isu");
  return [name, after.name, headerText(after)].some((text) => expression.test(text));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
