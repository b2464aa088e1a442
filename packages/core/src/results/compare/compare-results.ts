import { count } from "../../text/count.ts";
import type { Table } from "../table.ts";
import { isMove } from "./compare-cells.ts";
import { compareTables } from "./compare-tables.ts";
import { pairTables } from "./pair-tables.ts";
import type { FormChange, ResultComparison, TableComparison, Tolerance } from "./types.ts";

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
