import { count } from "../../text/count.ts";
import type { Table } from "../table.ts";
import { isMove } from "./compare-cells.ts";
import { compareTables } from "./compare-tables.ts";
import { pairTables } from "./pair-tables.ts";
import type { ResultComparison, TableComparison, Tolerance } from "./types.ts";

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
  const comparisons = pairs.map(([one, other]) => compareTables(one, other, { tolerances, maxChanges: 200 }));
  const sum = (of: (comparison: TableComparison) => number) => comparisons.reduce((total, each) => total + of(each), 0);
  const counts: readonly (readonly [count: number, noun: string, change: string])[] = [
    [addedTables.length, "table", "added"],
    [removedTables.length, "table", "removed"],
    [sum(({ rows }) => rows.added.length), "row", "added"],
    [sum(({ rows }) => rows.removed.length), "row", "removed"],
    [sum(({ columns }) => columns.added.length), "column", "added"],
    [sum(({ columns }) => columns.removed.length), "column", "removed"],
    [sum(({ rows }) => rows.duplicates.length), "row", "not compared: several have the same name"],
    [sum(({ columns }) => columns.ambiguous.length), "column", "not compared: several have the same name"],
  ];
  const form = counts
    .filter(([number]) => number > 0)
    .map(([number, noun, change]) => `${count(number, noun)} ${change}`);
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
