import { formatCell } from "./cells.ts";
import type { Table } from "./table.ts";

const TOTAL = /^(grand )?total$/i;

/** Whether the name of a row says that it is the total. */
function isTotalName(name: string): boolean {
  return TOTAL.test(name);
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
