import { formatCell } from "./cells.ts";
import { columnDays } from "./format/dates.ts";
import type { Table } from "./table.ts";

const TOTAL = /^(grand )?total$/i;

/** Whether the name of a row says that it is the total. */
function isTotalName(name: string): boolean {
  return TOTAL.test(name);
}

/** The indexes of the visible columns of texts that are no dates: they name the rows, the outermost group first. */
function nameColumns({ columns }: Table): number[] {
  return columns.flatMap((column, index) =>
    !column.isHidden && column.values.kind === "text" && columnDays(column) === undefined ? [index] : [],
  );
}

/**
 * The depths of the rows of a table that does not state them, such as an official result in rows; undefined if no row is a part of another.
 * There, a row names its groups from the outermost, and leaves the inner ones empty. Only a row called Total is above all others.
 * @param names the indexes of the columns that name rows
 */
export function levelsOfNames({ rowCount, columns }: Table, names: readonly number[]): Uint8Array | undefined {
  const isNamed = (index: number, row: number) => {
    const values = columns[index]?.values;
    return values?.kind === "text" && (values.codes[row] ?? -1) >= 0;
  };
  const groups = names.filter(
    (index) => columns[index]?.isDimension && !/symbol|identifier|ticker/i.test(columns[index].header.at(-1) ?? ""),
  );
  if (groups.length === 0) return undefined;
  const levels = new Uint8Array(rowCount);
  let hasTotal = false;
  for (let row = 0; row < rowCount; row++) {
    const depth = Math.max(
      0,
      groups.findLastIndex((index) => isNamed(index, row)),
    );
    const first = columns[groups[0] ?? -1];
    const isTotal = depth === 0 && first !== undefined && isTotalName(formatCell(first, row));
    hasTotal ||= isTotal;
    levels[row] = isTotal ? 0 : depth + 1;
  }
  const distinctLevels = new Set(levels);
  if (distinctLevels.size < 2) return undefined;
  return hasTotal ? levels : levels.map((level) => level - 1);
}

/** Which rows have no rows below them (1), and which are above all others. */
export function partsOf(table: Table): { readonly leaves: Uint8Array; readonly totals: readonly number[] } {
  const names = nameColumns(table);
  const levels = table.groupLevels ?? levelsOfNames(table, names);
  const leaves = new Uint8Array(table.rowCount);
  const totalRows: number[] = [];
  const roots: number[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const isRoot = levels !== undefined && levels[row] === 0;
    if (isRoot) roots.push(row);
    const isTotal = (levels === undefined || isRoot) && isTotalRow(table, names, row);
    if (isTotal) totalRows.push(row);
    // The rows of a group follow it.
    const hasParts = levels !== undefined && (levels[row + 1] ?? 0) > (levels[row] ?? 0);
    leaves[row] = Number(!isTotal && !hasParts);
  }
  return { leaves, totals: totalRows.length > 0 || roots.length !== 1 ? totalRows : roots };
}

/** Whether the only name of a row is that of a total. */
function isTotalRow({ columns }: Table, names: readonly number[], row: number): boolean {
  let name = "";
  for (const index of names) {
    const values = columns[index]?.values;
    const text = values?.kind === "text" ? (values.dictionary[values.codes[row] ?? -1] ?? "") : "";
    if (text === "" || text === name) continue;
    if (name !== "") return false;
    name = text;
  }
  return isTotalName(name);
}

/** The row of the whole: the only row, or the total above all others; undefined if there is none, or several, such as one for each date. */
export function grandTotalRow(table: Table): number | undefined {
  if (table.rowCount === 1) return 0;
  const [total, ...others] = partsOf(table).totals;
  return others.length === 0 ? total : undefined;
}
