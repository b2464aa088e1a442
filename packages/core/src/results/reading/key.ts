import { headerText } from "../cells.ts";
import { type KeyedRows, numberRowKeys } from "../compare/row-keys.ts";
import type { Column } from "../table.ts";
import { headerKey } from "./fold.ts";
import { type Meaning, readHeader } from "./header.ts";

/** Which columns identify rows first. Others can only tell rows apart that have the same names. */
const ranks: readonly Meaning[] = [
  "identifier",
  "date-of-row",
  "name",
  "group",
  "other-text",
  "unknown",
  "date-attribute",
];

/**
 * The columns that identify the rows of one table, or of two tables that are compared: the dimensions, and as many further columns of texts and
 * dates as make each row unique. Neither the order of the columns nor one that tells no rows apart plays a part. Empty if a table has no such
 * column: then only the position identifies a row.
 * @param sides the same columns of each table
 */
export function keyColumns(sides: readonly KeyedRows[]): readonly number[] {
  const [first] = sides;
  if (first === undefined) return [];
  const all = [...first.columns.keys()];
  const dimensions = all.filter((index) => sides.every(({ columns }) => columns[index]?.isDimension === true));
  const others = all
    .filter((index) => !dimensions.includes(index) && sides.every(({ columns }) => rankOf(columns[index]) >= 0))
    .sort((a, b) => compareRanks(first.columns[a], first.columns[b]));
  let key = dimensions;
  let count = key.length === 0 ? 0 : countKeys(sides, key);
  const rows = sides.reduce((sum, { rowCount }) => sum + rowCount, 0);
  for (const index of others) {
    if (count === rows) break;
    if (!sharesValues(sides, index)) continue;
    const longer = countKeys(sides, [...key, index]);
    if (longer <= count) continue;
    key = [...key, index];
    count = longer;
  }
  // A column that later ones made superfluous is no part of the key.
  for (const index of key.filter((column) => !dimensions.includes(column)).reverse()) {
    const shorter = key.filter((column) => column !== index);
    if (shorter.length > 0 && countKeys(sides, shorter) === count) key = shorter;
  }
  return all.filter((index) => key.includes(index));
}

/** How well a column identifies rows, from 0; -1 for a column that cannot. */
function rankOf(column: Column | undefined): number {
  if (column === undefined || column.isHidden || column.values.kind === "json") return -1;
  const rank = ranks.indexOf(readHeader(column.header).meaning);
  if (column.values.kind === "text") return rank < 0 ? ranks.indexOf("other-text") : rank;
  // 20260731 may be a date, and digits an identifier; other numbers are no names.
  return rank <= ranks.indexOf("date-of-row") ? rank : -1;
}

/** Whether at least half of the values of a column are in both tables: the time of a run or its only date identifies no row of another run. */
function sharesValues(sides: readonly KeyedRows[], index: number): boolean {
  const columns = sides.map((side) => ({ columns: side.columns.slice(index, index + 1), rowCount: side.rowCount }));
  const { keys, size } = numberRowKeys(columns);
  const counts = keys.map(() => 0);
  const isUsed = keys.map(() => new Uint8Array(size));
  for (const [side, rows] of keys.entries())
    for (const key of rows) {
      const marks = isUsed[side];
      if (marks === undefined || marks[key] === 1) continue;
      marks[key] = 1;
      counts[side] = (counts[side] ?? 0) + 1;
    }
  const shared = isUsed[0]?.reduce((sum, _, key) => sum + Number(isUsed.every((marks) => marks[key] === 1)), 0) ?? 0;
  return 2 * shared >= Math.min(...counts);
}

function compareRanks(a: Column | undefined, b: Column | undefined): number {
  const difference = rankOf(a) - rankOf(b);
  if (difference !== 0 || a === undefined || b === undefined) return difference;
  const [first, second] = [headerKey(headerText(a)), headerKey(headerText(b))];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** How many different combinations of cells the columns have, summed over the tables. */
function countKeys(sides: readonly KeyedRows[], key: readonly number[]): number {
  return sides.reduce((sum, { columns, rowCount }) => {
    const keyed = { columns: key.flatMap((index) => columns[index] ?? []), rowCount };
    return sum + countDifferentRows(keyed);
  }, 0);
}

/** How many different combinations of cells the key columns have in these rows, or in all. */
export function countDifferentRows(keyed: KeyedRows, rows?: readonly number[]): number {
  const {
    keys: [keys = new Int32Array()],
    size,
  } = numberRowKeys([keyed]);
  const isUsed = new Uint8Array(size);
  let count = 0;
  for (const row of rows ?? keys.keys()) {
    const key = keys[row] ?? 0;
    if (isUsed[key] === 1) continue;
    isUsed[key] = 1;
    count++;
  }
  return count;
}
