import {
  type Column,
  type ColumnValues,
  cellValue,
  compareTables,
  formatsOfRows,
  type MatchedColumns,
  matchColumns,
  type Table,
  type TableComparison,
  type Tolerance,
} from "@analytics-engines/core/results";
import type { CellMark } from "../grid/draw/grid-rows.ts";
import { t } from "../l10n.ts";
import { columnText } from "../text.ts";
import { type MoveColumn, makeMoveColumn } from "./move-column.ts";

/** Two tables in one: for each column the earlier values, the later values, and the move of numbers. */
export interface ComparedTables {
  readonly table: Table;
  readonly comparison: TableComparison;
  /** Marks the cells of a change, and the cells of a side that has no such row. */
  readonly mark: (column: number, row: number) => CellMark | undefined;
}

export interface CompareTablesOptions {
  /** Leaves out rows without a change. */
  readonly changedOnly: boolean;
  readonly tolerances: readonly Tolerance[];
  /** Moves in the unit of their column, or as a percentage of the earlier value. */
  readonly moves: "absolute" | "percent";
}

/** The states of a row, as the table names them. */
const stateTexts = {
  added: t("added"),
  changed: t("changed"),
  same: t("same"),
  removed: t("removed"),
  "later, not compared": t("later, not compared"),
  "earlier, not compared": t("earlier, not compared"),
} as const;
type RowState = keyof typeof stateTexts;

/** A row of the combined table: its earlier and its later row; -1 for none. */
interface RowPair {
  readonly before: number;
  readonly after: number;
  readonly state: RowState;
}

/** A column of the combined table, with the compared column and the side that it shows. */
interface ShownColumn {
  readonly column: Column;
  readonly source?: string;
  readonly side?: "before" | "after";
  readonly move?: MoveColumn;
}

export function compareSideBySide(before: Table, after: Table, options: CompareTablesOptions): ComparedTables {
  const comparison = compareTables(before, after, {
    maxChanges: Number.POSITIVE_INFINITY,
    tolerances: options.tolerances,
  });
  const changed = changedRowsByColumn(comparison);
  const matched = matchColumns(before, after);
  const inKey = new Set(comparison.key);
  const keys = matched.pairs.filter(({ name }) => inKey.has(name));
  const [keyBefore, keyAfter] = [keys.map((pair) => pair.before), keys.map((pair) => pair.after)];
  const isChangedRow = (key: string) => [...changed.values()].some((rowKeys) => rowKeys.has(key));
  const rows = pairRows(rowsByKey(before, keyBefore), rowsByKey(after, keyAfter), isChangedRow).filter(
    ({ state }) => !options.changedOnly || state !== "same",
  );
  const keysOfRows = rows.map((row) => (row.after < 0 ? undefined : keyText(keyAfter, row.after)));

  const states = rows.map(({ state }) => state);
  const columns: ShownColumn[] = [];
  for (const { before: earlier, after: later } of keys) {
    const cells = rows.map((row) => (row.after >= 0 ? cellValue(later, row.after) : cellValue(earlier, row.before)));
    const isText = later.values.kind === "text" && cells.every((cell) => cell === null || typeof cell === "string");
    const values = valuesFromCells(isText ? "text" : "json", cells);
    columns.push({ column: { ...later, isHidden: false, header: [columnText(later)], values } });
  }
  for (const { name, earlier, later } of columnsInOrder(matched, after)) {
    if (inKey.has(name)) continue;
    // The user can show a column without changes with "Columns".
    const isHidden = !comparison.isSame && earlier !== undefined && later !== undefined && !changed.has(name);
    const add = (column: Column, title: string, values: ColumnValues, side?: "before" | "after") => {
      const header = [columnText(column), title];
      const nullFormat = side === undefined ? { nullFormat: "" } : {};
      const sideColumn = { ...column, ...nullFormat, isDimension: false, isHidden, header, values };
      columns.push({ column: sideColumn, source: name, ...(side && { side }) });
    };
    const cellsOf = (column: Column, side: "before" | "after") =>
      rows.map((row) => (row[side] < 0 ? null : cellValue(column, row[side])));
    const cellsBefore = earlier && cellsOf(earlier, "before");
    const cellsAfter = later && cellsOf(later, "after");
    const isChanged = (row: number) => changed.get(name)?.has(keysOfRows[row] ?? "") === true;
    const move = makeMoveColumn(earlier, later, { cellsBefore, cellsAfter, isChanged, moves: options.moves });
    const valuesOf = (column: Column, cells: readonly unknown[] = [], side: "before" | "after") => ({
      ...valuesFromCells(column.values.kind, cells),
      // Decimals that show a move precede the formats of the table.
      ...(move?.numberFormat
        ? {}
        : formatsOfRows(
            column,
            rows.map((row) => row[side]),
          )),
    });
    // Small percentages have the scale that the other side shows.
    const scale = later?.scale ?? earlier?.scale;
    const format = { ...(move?.numberFormat && { format: move.numberFormat }), ...(scale && { scale }) };
    if (earlier) add({ ...earlier, ...format }, t("Earlier"), valuesOf(earlier, cellsBefore, "before"), "before");
    if (later) add({ ...later, ...format }, t("Later"), valuesOf(later, cellsAfter, "after"), "after");
    if (later === undefined || move === undefined) continue;
    const title = options.moves === "percent" ? t("% of the earlier value") : t("Move");
    add({ ...later, ...format, format: move.moveFormat }, title, move.values);
    const last = columns.pop();
    if (last) columns.push({ ...last, move });
  }
  columns.push({ column: stateColumn(states.map((state) => stateTexts[state])) });
  return {
    comparison,
    table: {
      id: after.id,
      rowCount: rows.length,
      columns: columns.map(({ column }) => column),
      metadata: after.metadata,
      ...treeOf(rows, after),
    },
    mark: (column, row) => {
      const { side, source = "", move } = columns[column] ?? {};
      const isMissing =
        side === undefined ? rows[row]?.after === -1 || rows[row]?.before === -1 : rows[row]?.[side] === -1;
      if (source !== "" && isMissing) return "missing";
      if (move !== undefined) return move.mark(row);
      const key = keysOfRows[row];
      const hasMove = columns.some((shown) => shown.move !== undefined && shown.source === source);
      return !hasMove && key !== undefined && changed.get(source)?.has(key) ? "changed" : undefined;
    },
  };
}

type RowsByKey = ReadonlyMap<string, readonly number[]>;

/** Rows by their key: those after in their order, then those that are gone. */
function pairRows(before: RowsByKey, after: RowsByKey, isChanged: (key: string) => boolean): RowPair[] {
  const pairs: RowPair[] = [];
  for (const [key, rows] of after) {
    const [earlierRow = -1, ...others] = before.get(key) ?? [];
    const isUnique = others.length === 0 && rows.length === 1;
    const state = earlierRow < 0 ? "added" : isChanged(key) ? "changed" : "same";
    for (const row of rows) {
      pairs.push(
        isUnique ? { before: earlierRow, after: row, state } : { before: -1, after: row, state: "later, not compared" },
      );
    }
  }
  pairs.sort((a, b) => a.after - b.after);
  for (const [key, rows] of before) {
    const count = after.get(key)?.length ?? 0;
    if (rows.length === 1 && count === 1) continue;
    const state = rows.length === 1 && count === 0 ? "removed" : "earlier, not compared";
    for (const row of rows) pairs.push({ before: row, after: -1, state });
  }
  return pairs;
}

function rowsByKey({ rowCount }: Table, columns: readonly Column[]): RowsByKey {
  return Map.groupBy(new Array(rowCount).keys(), (row) => keyText(columns, row));
}

/** The key of a row as text; without key columns the key is the position. */
function keyText(columns: readonly Column[], row: number): string {
  return textOfKey(columns.length === 0 ? [row] : columns.map((column) => cellValue(column, row)));
}

function textOfKey(key: readonly unknown[]): string {
  return JSON.stringify(
    key.map((value) => (typeof value === "number" && !Number.isFinite(value) ? [String(value)] : value)),
  );
}

function changedRowsByColumn({ changes }: TableComparison): Map<string, Set<string>> {
  const byColumn = Map.groupBy(changes, ({ column }) => column);
  return new Map(Array.from(byColumn, ([column, all]) => [column, new Set(all.map(({ row }) => textOfKey(row)))]));
}

interface ColumnSides {
  readonly name: string;
  readonly earlier?: Column;
  readonly later?: Column;
}

/** The columns with distinct names: those after in their order, then those that are gone. */
function columnsInOrder({ pairs, addedColumns, removedColumns }: MatchedColumns, after: Table): ColumnSides[] {
  const sides = new Map<Column, ColumnSides>(addedColumns.map(({ name, column }) => [column, { name, later: column }]));
  for (const pair of pairs) sides.set(pair.after, { name: pair.name, earlier: pair.before, later: pair.after });
  const removedSides = removedColumns.map(({ name, column }): ColumnSides => ({ name, earlier: column }));
  return [...after.columns.flatMap((column) => sides.get(column) ?? []), ...removedSides];
}

function stateColumn(states: readonly string[]): Column {
  const values = valuesFromCells("text", states);
  return { id: "", name: t("Row"), header: [t("Row")], type: "string", isDimension: false, isHidden: false, values };
}

/** Cells as the values of a column. */
export function valuesFromCells(kind: ColumnValues["kind"], cells: readonly unknown[]): ColumnValues {
  if (kind === "json") return { kind, values: cells };
  if (kind === "number") {
    const values = Float64Array.from(cells, (cell) => (typeof cell === "number" ? cell : Number.NaN));
    return { kind, values, isNull: Uint8Array.from(cells, (cell) => Number(cell === null)) };
  }
  const dictionary = [...new Set(cells.filter((cell) => typeof cell === "string"))];
  const codes = new Map<unknown, number>(dictionary.map((text, code) => [text, code]));
  return { kind, dictionary, codes: Int32Array.from(cells, (cell) => codes.get(cell) ?? -1) };
}

/** The tree of the rows after the change. Removed rows have no parent in it. Undefined if rows of the tree are left out. */
function treeOf(rows: readonly RowPair[], { groupLevels, parents, rowCount }: Table): Partial<Table> {
  const shownOf = new Map(rows.map(({ after }, row) => [after, row]));
  if (groupLevels === undefined || parents === undefined || rows.filter(({ after }) => after >= 0).length < rowCount)
    return {};
  return {
    groupLevels: Uint8Array.from(rows, ({ after }) => groupLevels[after] ?? 0),
    parents: Int32Array.from(rows, ({ after }) => shownOf.get(parents[after] ?? -1) ?? -1),
  };
}
