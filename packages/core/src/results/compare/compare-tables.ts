import { count } from "../../text/words.ts";
import { cellValue, headerText } from "../cells.ts";
import { closestColumn, findNamedColumns } from "../named-columns.ts";
import type { Column, Table } from "../table.ts";
import { compareCells, isMove, sizeOf, toleranceOf } from "./compare-cells.ts";
import { moveText, shareOfEarlier } from "./comparison-text.ts";
import { keyPairs, matchColumns, matchRowsByKey, pairTables, rowKey } from "./match.ts";
import type {
  CellChange,
  ColumnChanges,
  ColumnPair,
  CompareOptions,
  FormChange,
  NumberChange,
  ResultComparison,
  TableComparison,
  Tolerance,
} from "./types.ts";

/** How many moves of a result are kept; all are counted. */
const MAX_LISTED_MOVES = 10;

/**
 * Compares the tables of two results of a unit.
 * @throws RangeError if a tolerance is negative or not a number
 * @example
 * ```ts
 * import { compareResults, decodeResultBytes } from "@analytics-engines/core/results";
 *
 * export async function isUnchanged(before: Uint8Array, after: Uint8Array): Promise<boolean> {
 *   const tolerances = [{ columns: "*Return*", absolute: 0.01 }];
 *   return compareResults(await decodeResultBytes(before), await decodeResultBytes(after), tolerances).isSame;
 * }
 * ```
 */
export function compareResults(
  before: readonly Table[],
  after: readonly Table[],
  tolerances: readonly Tolerance[] = [],
): ResultComparison {
  const { pairs, addedTables, removedTables } = pairTables(before, after);
  const comparisons = pairs.map(([earlier, later]) => compareTables(earlier, later, { tolerances, maxChanges: 200 }));
  const sum = (of: (table: TableComparison) => number) => comparisons.reduce((total, table) => total + of(table), 0);
  const changes: readonly FormChange[] = [
    { kind: "added", noun: "table", count: addedTables.length },
    { kind: "removed", noun: "table", count: removedTables.length },
    { kind: "added", noun: "row", count: sum(({ rows }) => rows.added.length) },
    { kind: "removed", noun: "row", count: sum(({ rows }) => rows.removed.length) },
    { kind: "added", noun: "column", count: sum(({ columns }) => columns.added.length) },
    { kind: "removed", noun: "column", count: sum(({ columns }) => columns.removed.length) },
    { kind: "ambiguous", noun: "row", count: sum(({ rows }) => rows.duplicates.length) },
    { kind: "ambiguous", noun: "column", count: sum(({ columns }) => columns.ambiguous.length) },
  ];
  const form = changes.filter((change) => change.count > 0);
  return {
    isSame: form.length === 0 && comparisons.every(({ isSame }) => isSame),
    form,
    moves: comparisons
      .flatMap(({ largestMoves }) => largestMoves)
      .sort((a, b) => b.size - a.size)
      .slice(0, MAX_LISTED_MOVES),
    others: comparisons
      .flatMap(({ changes }) => changes)
      .filter((change) => !isMove(change))
      .slice(0, MAX_LISTED_MOVES),
    changedCells: sum(({ cells }) => cells.changed),
    comparedCells: sum(({ cells }) => cells.compared),
    withinTolerance: sum(({ cells }) => cells.withinTolerance),
  };
}

const changeTexts: Readonly<Record<FormChange["kind"], string>> = {
  added: "added",
  removed: "removed",
  ambiguous: "not compared: several have the same name",
};

/** A change in the form of tables in words: `3 rows added`. */
export function formText({ kind, noun, count: number }: FormChange): string {
  return `${count(number, noun)} ${changeTexts[kind]}`;
}

const MAX_CHANGES = 1000;
const MAX_MOVES = 20;

/**
 * Compares two tables: matches rows by the columns that identify them or a stated key, matches columns by header, and compares numbers with the
 * tolerances.
 * @throws RangeError if a stated key is not a column of both tables, or a tolerance is negative or not a number
 */
export function compareTables(before: Table, after: Table, options: CompareOptions = {}): TableComparison {
  const tolerances = options.tolerances ?? [];
  for (const { columns, absolute = 0, relative = 0 } of tolerances) {
    if (!(absolute >= 0 && relative >= 0))
      throw new RangeError(`The tolerance of "${columns}" must be 0 or a positive number.`);
  }
  const columns = matchColumns(before, after);
  const key = keyOf(before, after, columns.pairs, options.key);
  const sideBefore = { columns: key.map((pair) => pair.before), rowCount: before.rowCount };
  const sideAfter = { columns: key.map((pair) => pair.after), rowCount: after.rowCount };
  const rows = matchRowsByKey(sideBefore, sideAfter);

  const changes = new Changes(options.maxChanges ?? MAX_CHANGES);
  const inKey = new Set(key);
  const comparedColumns = columns.pairs
    .filter((pair) => !inKey.has(pair))
    .map(
      (pair): ComparedColumn => ({ pair, tolerance: toleranceOf(pair, tolerances), formatColumn: withScaleOf(pair) }),
    );
  let changedRows = 0;
  for (const [rowBefore, rowAfter] of rows.pairs) {
    const changedBefore = changes.changed;
    for (const column of comparedColumns) {
      const { pair, tolerance } = column;
      const cells = { before: cellValue(pair.before, rowBefore), after: cellValue(pair.after, rowAfter) };
      const verdict = compareCells(cells.before, cells.after, tolerance);
      if (verdict === "within") changes.countWithin(pair);
      if (verdict === "changed") changes.add(column, cells, () => rowKey(sideAfter, rowAfter));
    }
    if (changes.changed > changedBefore) changedRows++;
  }
  const { ambiguous } = columns;
  const [addedColumns, removedColumns] = [
    columns.addedColumns.map(({ name }) => name),
    columns.removedColumns.map(({ name }) => name),
  ];
  const differences = [addedColumns, removedColumns, ambiguous, rows.added, rows.removed, rows.duplicates];
  return {
    before: { id: before.id, rows: before.rowCount, columns: before.columns.length },
    after: { id: after.id, rows: after.rowCount, columns: after.columns.length },
    isSame: changes.changed === 0 && differences.every((list) => list.length === 0),
    key: key.map(({ name }) => name),
    columns: {
      added: addedColumns,
      removed: removedColumns,
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
      compared: rows.pairs.length * comparedColumns.length,
      changed: changes.changed,
      withinTolerance: changes.within,
    },
    changes: changes.listed,
    byColumn: changes.byColumn(),
    largestMoves: changes.moves,
  };
}

interface ComparedColumn {
  readonly pair: ColumnPair;
  readonly tolerance: Tolerance | undefined;
  /** The column in whose format the moves are shown. */
  readonly formatColumn: Column;
}

/** The column after the change. If only the column before shows the scale of small percentages, it gets that scale. */
function withScaleOf({ before, after }: ColumnPair): Column {
  return after.scale !== undefined || before.scale === undefined ? after : { ...after, scale: before.scale };
}

/** The stated key, or the columns that identify the rows of both tables. */
function keyOf(
  before: Table,
  after: Table,
  pairs: readonly ColumnPair[],
  stated: readonly string[] | undefined,
): readonly ColumnPair[] {
  if (stated === undefined) return keyPairs(before, after, pairs);
  const columns = pairs.map((pair) => ({ column: pair.after, label: pair.name }));
  return stated.map((name) => {
    const [column] = findNamedColumns(name, columns);
    const pair = pairs.find(({ name: label }) => label === column?.label);
    if (pair !== undefined) return pair;
    const closest = closestColumn(
      name,
      pairs.map(({ name: label }) => label),
    );
    const hint = closest === undefined ? "" : ` The closest one is "${closest}".`;
    throw new RangeError(`"${name}" is not a column of both tables, so it cannot be their key.${hint}`);
  });
}

/** A move without its texts, since most moves are not kept. */
type UnformattedMove = Omit<NumberChange, "text">;

interface ColumnCounts {
  changed: number;
  withinTolerance: number;
  largest?: UnformattedMove;
}

/** Collects the changed cells: all are counted, the first are listed, and the largest moves are kept. */
class Changes {
  readonly listed: CellChange[] = [];
  changed = 0;
  within = 0;
  readonly #most: number;
  readonly #largest: { readonly formatColumn: Column; readonly move: UnformattedMove }[] = [];
  readonly #columns = new Map<ColumnPair, ColumnCounts>();

  constructor(most: number) {
    this.#most = most;
  }

  countWithin(pair: ColumnPair): void {
    this.within++;
    this.#column(pair).withinTolerance++;
  }

  add(
    { pair, tolerance, formatColumn }: ComparedColumn,
    cells: Pick<CellChange, "before" | "after">,
    row: () => readonly unknown[],
  ): void {
    this.changed++;
    const counts = this.#column(pair);
    counts.changed++;
    const column = pair.name;
    if (this.listed.length < this.#most) this.listed.push({ row: row(), column, ...cells });
    if (!isMove(cells)) return;
    const { before, after } = cells;
    const difference = after - before;
    const size = sizeOf(before, after, tolerance);
    const isLargest = counts.largest === undefined || Math.abs(difference) > Math.abs(counts.largest.difference);
    const last = this.#largest.at(-1);
    const isKept = this.#largest.length < MAX_MOVES || (last !== undefined && size > last.move.size);
    if (!isLargest && !isKept) return;
    const move = { row: row(), column, before, after, difference, share: shareOfEarlier(before, after), size };
    if (isLargest) counts.largest = move;
    if (isKept) this.#insert(formatColumn, move);
  }

  get moves(): readonly NumberChange[] {
    return this.#largest.map(({ formatColumn, move }) => withText(formatColumn, move));
  }

  byColumn(): ColumnChanges[] {
    return [...this.#columns]
      .filter(([, { changed }]) => changed > 0)
      .map(([pair, { largest, ...counts }]) => ({
        column: pair.name,
        ...counts,
        ...(largest && { largest: withText(withScaleOf(pair), largest) }),
      }));
  }

  #insert(formatColumn: Column, move: UnformattedMove): void {
    const at = this.#largest.findIndex((entry) => entry.move.size < move.size);
    this.#largest.splice(at < 0 ? this.#largest.length : at, 0, { formatColumn, move });
    if (this.#largest.length > MAX_MOVES) this.#largest.pop();
  }

  #column(pair: ColumnPair): ColumnCounts {
    const counts = this.#columns.get(pair);
    if (counts !== undefined) return counts;
    const newCounts: ColumnCounts = { changed: 0, withinTolerance: 0 };
    this.#columns.set(pair, newCounts);
    return newCounts;
  }
}

function withText(formatColumn: Column, move: UnformattedMove): NumberChange {
  return { ...move, text: moveText(formatColumn, move.before, move.after) };
}

/**
 * Whether two results have the same tables: the same columns in the same order, and the same cells in each row. Ids of tables do not count.
 * Unlike `compareTables` it also compares rows that have the same key.
 */
export function isSameTables(before: readonly Table[], after: readonly Table[]): boolean {
  return before.length === after.length && before.every((table, index) => isSameTable(table, after[index]));
}

function isSameTable(before: Table, after: Table | undefined): boolean {
  if (after === undefined || before.rowCount !== after.rowCount || before.columns.length !== after.columns.length)
    return false;
  return before.columns.every((column, index) => {
    const counterpart = after.columns[index];
    // The name is not compared, because in some results it is an id of the service that is different each time.
    if (counterpart === undefined || headerText(column) !== headerText(counterpart)) return false;
    for (let row = 0; row < before.rowCount; row++)
      if (compareCells(cellValue(column, row), cellValue(counterpart, row), undefined) !== "same") return false;
    return true;
  });
}
