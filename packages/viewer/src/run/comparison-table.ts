import {
  type Column,
  type ColumnValues,
  cellValue,
  compareTables,
  type MatchedColumns,
  matchColumns,
  type Table,
  type TableComparison,
} from "@analytics-engines/core/results";
import { columnText } from "../column-text.ts";
import type { Mark } from "../grid/grid-rows.ts";

/** Two tables as one: for each column what was before, what is after and by how much it changed. */
export interface ComparedTables {
  readonly table: Table;
  readonly comparison: TableComparison;
  /** What a cell of `table` is beside its value: part of a change, or of a row that its side does not have, which is no null. */
  readonly mark: (column: number, row: number) => Mark | undefined;
}

export interface CompareTablesOptions {
  /** Rows without any change are left out. */
  readonly changedOnly: boolean;
  /** Numbers that differ by no more count as the same. */
  readonly tolerance: number;
}

/** A row of the result: its rows before and after, -1 where there is none. */
interface RowPair {
  readonly before: number;
  readonly after: number;
  readonly state: string;
}

export function compareSideBySide(before: Table, after: Table, options: CompareTablesOptions): ComparedTables {
  const comparison = compareTables(before, after, {
    maxChanges: Number.POSITIVE_INFINITY,
    tolerances: options.tolerance > 0 ? [{ columns: "*", absolute: options.tolerance }] : [],
  });
  const changed = changedRowsByColumn(comparison);
  const isChanged = (key: string) => [...changed.values()].some((keys) => keys.has(key));
  const matched = matchColumns(before, after);
  const inKey = new Set(comparison.key);
  const keyPairs = matched.pairs.filter(({ name }) => inKey.has(name));
  const keyBefore = keyPairs.map((pair) => pair.before);
  const keyAfter = keyPairs.map((pair) => pair.after);
  const all = pairRows(before, after, keyBefore, keyAfter, isChanged);
  const pairs = options.changedOnly ? all.filter(({ state }) => state !== "") : all;
  const beforeRows = Int32Array.from(pairs, (pair) => pair.before);
  const afterRows = Int32Array.from(pairs, (pair) => pair.after);
  const keysOfRows = pairs.map(({ after: row }) => (row < 0 ? undefined : keyText(keyAfter, row)));
  /** The compared column that each column of the result belongs to, and the rows that it shows. */
  const sources: (string | undefined)[] = [];
  const shownRows: (Int32Array | undefined)[] = [];
  const columns: Column[] = [];
  const add = (source: string | undefined, column: Column, rows?: Int32Array) => {
    sources.push(source);
    shownRows.push(rows);
    columns.push(column);
  };
  add(
    undefined,
    textColumn(
      "Row",
      pairs.map(({ state }) => state || "same"),
    ),
  );
  for (const { before: one, after: other } of keyPairs) {
    add(undefined, {
      ...other,
      isHidden: false,
      header: [columnText(other)],
      values: merged(one, other, beforeRows, afterRows),
    });
  }
  for (const { name, one, other } of columnsInOrder(matched, after)) {
    if (inKey.has(name)) continue;
    // What is the same in all rows is there, hidden, to be shown with "Columns".
    const isHidden = !comparison.isSame && one !== undefined && other !== undefined && !changed.has(name);
    if (one) add(name, side(one, "Before", picked(one, beforeRows), isHidden), beforeRows);
    if (other) add(name, side(other, "After", picked(other, afterRows), isHidden), afterRows);
    const change = one && other && difference(one, other, beforeRows, afterRows);
    if (change) add(name, { ...side(other, "Change", change, isHidden), nullFormat: "" });
  }
  return {
    comparison,
    table: { id: after.id, rowCount: pairs.length, columns, metadata: after.metadata },
    mark: (column, row) => {
      if (shownRows[column]?.[row] === -1) return "missing";
      const key = keysOfRows[row];
      return key !== undefined && changed.get(sources[column] ?? "")?.has(key) ? "changed" : undefined;
    },
  };
}

/** Rows by their key, in the order after; then those that are gone. */
function pairRows(
  before: Table,
  after: Table,
  keyBefore: readonly Column[],
  keyAfter: readonly Column[],
  isChanged: (key: string) => boolean,
): RowPair[] {
  const [one, other] = [rowsByKey(before, keyBefore), rowsByKey(after, keyAfter)];
  const pairs: RowPair[] = [];
  for (let row = 0; row < after.rowCount; row++) {
    const text = keyText(keyAfter, row);
    const rows = one.get(text) ?? [];
    const isUnique = rows.length <= 1 && other.get(text)?.length === 1;
    if (!isUnique) pairs.push({ before: -1, after: row, state: "after, not compared" });
    else if (rows[0] === undefined) pairs.push({ before: -1, after: row, state: "added" });
    else pairs.push({ before: rows[0], after: row, state: isChanged(text) ? "changed" : "" });
  }
  for (const [text, rows] of one) {
    const isUnique = rows.length === 1 && (other.get(text)?.length ?? 0) <= 1;
    if (isUnique && other.has(text)) continue;
    for (const row of rows)
      pairs.push({ before: row, after: -1, state: isUnique ? "removed" : "before, not compared" });
  }
  return pairs;
}

function rowsByKey(table: Table, columns: readonly Column[]): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < table.rowCount; row++) {
    const text = keyText(columns, row);
    const found = rows.get(text);
    if (found) found.push(row);
    else rows.set(text, [row]);
  }
  return rows;
}

/** The key as the comparison gives it, as a text; without key columns a row is its position. */
function keyText(columns: readonly Column[], row: number): string {
  return textOfKey(columns.length === 0 ? [row] : columns.map((column) => cellValue(column, row)));
}

function textOfKey(key: readonly unknown[]): string {
  return JSON.stringify(
    key.map((value) => (typeof value === "number" && !Number.isFinite(value) ? [String(value)] : value)),
  );
}

function changedRowsByColumn({ changes }: TableComparison): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>();
  for (const { column, row } of changes) {
    const found = rows.get(column) ?? new Set();
    rows.set(column, found.add(textOfKey(row)));
  }
  return rows;
}

interface Sides {
  readonly name: string;
  readonly one?: Column;
  readonly other?: Column;
}

/** The columns that can be told apart: those after in their order, then those that are gone. */
function columnsInOrder({ pairs, added, removed }: MatchedColumns, after: Table): Sides[] {
  const sides = new Map<Column, Sides>(added.map(({ name, column }) => [column, { name, other: column }]));
  for (const pair of pairs) sides.set(pair.after, { name: pair.name, one: pair.before, other: pair.after });
  const gone = removed.map(({ name, column }): Sides => ({ name, one: column }));
  return [...after.columns.flatMap((column) => sides.get(column) ?? []), ...gone];
}

function side(column: Column, name: string, values: ColumnValues, isHidden: boolean): Column {
  return { ...column, isDimension: false, isHidden, header: [columnText(column), name], values };
}

function textColumn(name: string, texts: readonly string[]): Column {
  const dictionary = [...new Set(texts)];
  const codes = Int32Array.from(texts, (text) => dictionary.indexOf(text));
  const values: ColumnValues = { kind: "text", codes, dictionary };
  return { id: "", name, header: [name], type: "string", isDimension: true, isHidden: false, values };
}

/** The cells of these rows; null for row -1. */
function picked({ values }: Column, rows: Int32Array): ColumnValues {
  if (values.kind === "text") return { ...values, codes: rows.map((row) => values.codes[row] ?? -1) };
  if (values.kind === "json") return { kind: "json", values: Array.from(rows, (row) => values.values[row] ?? null) };
  return {
    kind: "number",
    values: Float64Array.from(rows, (row) => values.values[row] ?? Number.NaN),
    isNull: Uint8Array.from(rows, (row) => (row < 0 ? 1 : (values.isNull?.[row] ?? 0))),
  };
}

/** The cells after, and where a row is gone those before. */
function merged(
  before: Column | undefined,
  after: Column,
  beforeRows: Int32Array,
  afterRows: Int32Array,
): ColumnValues {
  const cells = Array.from(afterRows, (row, place) => {
    const [column, at] = row >= 0 ? [after, row] : [before, beforeRows[place] ?? -1];
    return column && at >= 0 ? cellValue(column, at) : null;
  });
  if (after.values.kind !== "text" || !cells.every((cell) => cell === null || typeof cell === "string")) {
    return { kind: "json", values: cells };
  }
  const codes = new Map<string, number>();
  const codeOf = (cell: unknown) => {
    if (typeof cell !== "string") return -1;
    if (!codes.has(cell)) codes.set(cell, codes.size);
    return codes.get(cell) ?? -1;
  };
  return { kind: "text", codes: Int32Array.from(cells, codeOf), dictionary: [...codes.keys()] };
}

/** The difference without the digits that binary fractions add to it: 14.1 - 12.3 is 1.8. Never nothing where the two differ. */
function subtract(one: number, other: number): number {
  const difference = one - other;
  const digits = 15 - Math.ceil(Math.log10(Math.max(Math.abs(one), Math.abs(other))));
  // Powers of ten up to this one are exact.
  if (digits < 0 || digits > 22) return difference;
  return Math.round(difference * 10 ** digits) / 10 ** digits || difference;
}

/** After less before, where both are numbers and differ. */
function difference(
  before: Column,
  after: Column,
  beforeRows: Int32Array,
  afterRows: Int32Array,
): ColumnValues | undefined {
  if (before.values.kind !== "number" || after.values.kind !== "number") return undefined;
  const values = Float64Array.from(afterRows, (row, place) => {
    const one = cellValue(before, beforeRows[place] ?? -1);
    const other = cellValue(after, row);
    return typeof one === "number" && typeof other === "number" && one !== other ? subtract(other, one) : Number.NaN;
  });
  return { kind: "number", values, isNull: Uint8Array.from(values, (value) => Number(Number.isNaN(value))) };
}
