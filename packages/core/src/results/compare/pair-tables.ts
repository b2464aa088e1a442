import type { Table } from "../table.ts";

export interface PairedTables {
  readonly pairs: readonly (readonly [before: Table, after: Table])[];
  readonly added: readonly Table[];
  readonly removed: readonly Table[];
}

/**
 * Which table of one result is which of the other: those with the same id. Services also give ids anew with each result: where the tables
 * that are left are as many on both sides, they are paired in their order.
 */
export function pairTables(before: readonly Table[], after: readonly Table[]): PairedTables {
  const afterById = new Map(after.map((table) => [table.id, table]));
  const beforeIds = new Set(before.map(({ id }) => id));
  const removed = before.filter(({ id }) => !afterById.has(id));
  const added = after.filter(({ id }) => !beforeIds.has(id));
  const inOrder = removed.length === added.length;
  const counterpart = new Map(removed.map((table, index) => [table, inOrder ? added[index] : undefined]));
  const pairs = before.flatMap((table) => {
    const other = afterById.get(table.id) ?? counterpart.get(table);
    return other === undefined ? [] : [[table, other] as const];
  });
  return inOrder ? { pairs, added: [], removed: [] } : { pairs, added, removed };
}
