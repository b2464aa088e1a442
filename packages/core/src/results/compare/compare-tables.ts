import { cellValue } from "../cells.ts";
import type { Table } from "../table.ts";
import { compareCells, shareOf, toleranceOf } from "./compare-cells.ts";
import { type ColumnPair, isMeant, matchColumns } from "./match-columns.ts";
import { matchRowsByKey, rowKey, type Side } from "./match-rows.ts";
import type { CellChange, ColumnChanges, CompareOptions, NumberChange, TableComparison } from "./types.ts";

const MAX_CHANGES = 1000;
const MAX_MOVES = 20;

/**
 * Compares two tables: matches rows by the dimension columns or a stated key, matches columns by header, and compares numbers with the
 * tolerances.
 * @throws RangeError where a stated key is not a column of both tables, or a tolerance is negative or not a number
 * @example
 * ```ts
 * import { compareTables, type Table } from "@analytics-engines/core/results";
 *
 * export function changedReturns(before: Table, after: Table): number {
 *   const options = { key: ["Issuer"], tolerances: [{ columns: "Total Return", relative: 0.001 }] };
 *   return compareTables(before, after, options).cells.changed;
 * }
 * ```
 */
export function compareTables(before: Table, after: Table, options: CompareOptions = {}): TableComparison {
  const tolerances = options.tolerances ?? [];
  for (const { columns, absolute = 0, relative = 0 } of tolerances) {
    if (!(absolute >= 0 && relative >= 0))
      throw new RangeError(`The tolerance of "${columns}" is no distance from 0 on.`);
  }
  const columns = matchColumns(before, after);
  const key = keyColumns(columns.pairs, options.key);
  const sideBefore: Side = { columns: key.map((pair) => pair.before), rowCount: before.rowCount };
  const sideAfter: Side = { columns: key.map((pair) => pair.after), rowCount: after.rowCount };
  const rows = matchRowsByKey(sideBefore, sideAfter);

  const changes = new Changes(options.maxChanges ?? MAX_CHANGES);
  const inKey = new Set(key);
  const compared = columns.pairs
    .filter((pair) => !inKey.has(pair))
    .map((pair) => ({ pair, tolerance: toleranceOf(pair, tolerances) }));
  let changedRows = 0;
  for (const [rowBefore, rowAfter] of rows.pairs) {
    const changedBefore = changes.changed;
    for (const { pair, tolerance } of compared) {
      const [one, other] = [cellValue(pair.before, rowBefore), cellValue(pair.after, rowAfter)];
      const verdict = compareCells(one, other, tolerance);
      if (verdict === "within") changes.countWithin(pair.name);
      if (verdict === "changed") changes.add(pair.name, one, other, () => rowKey(sideAfter, rowAfter));
    }
    if (changes.changed > changedBefore) changedRows++;
  }
  const { ambiguous } = columns;
  const [added, removed] = [columns.added.map(({ name }) => name), columns.removed.map(({ name }) => name)];
  const differences = [added, removed, ambiguous, rows.added, rows.removed, rows.duplicates];
  return {
    before: { id: before.id, rows: before.rowCount, columns: before.columns.length },
    after: { id: after.id, rows: after.rowCount, columns: after.columns.length },
    isSame: changes.changed === 0 && differences.every((one) => one.length === 0),
    key: key.map(({ name }) => name),
    columns: {
      added,
      removed,
      ambiguous,
      retyped: columns.pairs
        .filter((pair) => pair.before.type !== pair.after.type)
        .map(({ name, before: { type: was }, after: { type: is } }) => ({ column: name, before: was, after: is })),
    },
    rows: {
      matched: rows.pairs.length,
      changed: changedRows,
      added: rows.added.map((row) => rowKey(sideAfter, row)),
      removed: rows.removed.map((row) => rowKey(sideBefore, row)),
      duplicates: rows.duplicates,
    },
    cells: {
      compared: rows.pairs.length * compared.length,
      changed: changes.changed,
      withinTolerance: changes.within,
    },
    changes: changes.listed,
    byColumn: changes.byColumn(),
    largestMoves: changes.moves,
  };
}

/** The stated key, or the dimension columns that both tables have. */
function keyColumns(pairs: readonly ColumnPair[], stated: readonly string[] | undefined): readonly ColumnPair[] {
  if (stated === undefined) return pairs.filter((pair) => pair.before.isDimension && pair.after.isDimension);
  return stated.map((name) => {
    const found = pairs.find((pair) => pair.name === name) ?? pairs.find((pair) => isMeant(name, pair));
    if (found === undefined) throw new RangeError(`"${name}" is no column of both tables, so it cannot be their key.`);
    return found;
  });
}

/** Changed cells as they are found: all are counted, the first are listed, the largest are kept. */
class Changes {
  readonly listed: CellChange[] = [];
  readonly moves: NumberChange[] = [];
  changed = 0;
  within = 0;
  readonly #most: number;
  readonly #columns = new Map<string, { changed: number; withinTolerance: number; largest?: NumberChange }>();

  constructor(most: number) {
    this.#most = most;
  }

  countWithin(column: string): void {
    this.within++;
    this.#column(column).withinTolerance++;
  }

  add(column: string, before: unknown, after: unknown, row: () => readonly unknown[]): void {
    this.changed++;
    const counted = this.#column(column);
    counted.changed++;
    if (this.listed.length < this.#most) this.listed.push({ row: row(), column, before, after });
    if (typeof before !== "number" || typeof after !== "number") return;
    const difference = after - before;
    const share = shareOf(before, after);
    if (Number.isNaN(difference) || Number.isNaN(share)) return;
    const isLargest = counted.largest === undefined || Math.abs(difference) > Math.abs(counted.largest.difference);
    const last = this.moves.at(-1);
    const isMove = this.moves.length < MAX_MOVES || (last !== undefined && share > last.share);
    if (!isLargest && !isMove) return;
    const change = { row: row(), column, before, after, difference, share };
    if (isLargest) counted.largest = change;
    if (isMove) this.#insert(change);
  }

  byColumn(): ColumnChanges[] {
    return [...this.#columns]
      .filter(([, { changed }]) => changed > 0)
      .map(([column, counted]) => ({ column, ...counted }));
  }

  #insert(change: NumberChange): void {
    const at = this.moves.findIndex(({ share }) => share < change.share);
    this.moves.splice(at < 0 ? this.moves.length : at, 0, change);
    if (this.moves.length > MAX_MOVES) this.moves.pop();
  }

  #column(name: string) {
    const counted = this.#columns.get(name) ?? { changed: 0, withinTolerance: 0 };
    this.#columns.set(name, counted);
    return counted;
  }
}
