import { numberRowKeys } from "../results/compare/row-keys.ts";
import type { Column } from "../results/table.ts";

/** Rows that share a key with another one: the first of each such pair, and how many rows there are beside the first of their key. */
export function findDuplicates(
  columns: readonly Column[],
  rowCount: number,
  selection: Uint8Array | undefined,
): { readonly first: number; readonly second: number; readonly count: number } | undefined {
  const { keys, size } = numberRowKeys([{ columns, rowCount }]);
  const firstRows = new Int32Array(size).fill(-1);
  let pair: { readonly first: number; readonly second: number } | undefined;
  let count = 0;
  for (let row = 0; row < rowCount; row++) {
    if (selection?.[row] === 0) continue;
    const key = keys[0]?.[row] ?? 0;
    const first = firstRows[key] ?? -1;
    if (first < 0) firstRows[key] = row;
    else {
      pair ??= { first, second: row };
      count++;
    }
  }
  return pair && { ...pair, count };
}
