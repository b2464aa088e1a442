import type { Table } from "../table.ts";
import { compareTables } from "./compare-tables.ts";
import { pairTables } from "./pair-tables.ts";
import type { ResultComparison, TableComparison, Tolerance } from "./types.ts";

/** So many moves of a result are kept; all are counted. */
const mostMoves = 10;

/** What changed between the tables of two results of a unit. Throws RangeError where a tolerance is no distance. */
export function compareResults(
  before: readonly Table[],
  after: readonly Table[],
  tolerances: readonly Tolerance[] = [],
): ResultComparison {
  const { pairs, added, removed } = pairTables(before, after);
  const compared = pairs.map(([one, other]) => compareTables(one, other, { tolerances, maxChanges: 200 }));
  const sum = (of: (comparison: TableComparison) => number) => compared.reduce((total, each) => total + of(each), 0);
  const form = [
    counted(added.length, "table", "added"),
    counted(removed.length, "table", "removed"),
    counted(
      sum(({ rows }) => rows.added.length),
      "row",
      "added",
    ),
    counted(
      sum(({ rows }) => rows.removed.length),
      "row",
      "removed",
    ),
    counted(
      sum(({ columns }) => columns.added.length),
      "column",
      "added",
    ),
    counted(
      sum(({ columns }) => columns.removed.length),
      "column",
      "removed",
    ),
    counted(
      sum(({ rows }) => rows.duplicates.length),
      "row",
      "not compared: others have the same name",
    ),
    counted(
      sum(({ columns }) => columns.ambiguous.length),
      "column",
      "not compared: others have the same name",
    ),
  ].filter((text) => text !== "");
  return {
    isSame: form.length === 0 && compared.every(({ isSame }) => isSame),
    form,
    moves: compared
      .flatMap(({ largestMoves }) => largestMoves)
      .sort((a, b) => b.share - a.share)
      .slice(0, mostMoves),
    others: compared
      .flatMap(({ changes }) => changes)
      .filter(({ before: was, after: is }) => typeof was !== "number" || typeof is !== "number")
      .slice(0, mostMoves),
    changedCells: sum(({ cells }) => cells.changed),
    comparedCells: sum(({ cells }) => cells.compared),
    withinTolerance: sum(({ cells }) => cells.withinTolerance),
  };
}

function counted(number: number, noun: string, what: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"} ${what}`;
}
