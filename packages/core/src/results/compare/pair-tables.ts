import type { Table } from "../table.ts";

export interface PairedTables {
  readonly pairs: readonly (readonly [before: Table, after: Table])[];
  readonly addedTables: readonly Table[];
  readonly removedTables: readonly Table[];
}

/**
 * Pairs the tables of two results that have the same id. The service may give a table a new id with each result: if equally many tables are
 * left on both sides, they are paired in their order.
 */
export function pairTables(before: readonly Table[], after: readonly Table[]): PairedTables {
  const afterById = new Map(after.map((table) => [table.id, table]));
  const beforeIds = new Set(before.map(({ id }) => id));
  const removedTables = before.filter(({ id }) => !afterById.has(id));
  const addedTables = after.filter(({ id }) => !beforeIds.has(id));
  const inOrder = removedTables.length === addedTables.length;
  const counterpart = new Map(removedTables.map((table, index) => [table, inOrder ? addedTables[index] : undefined]));
  const pairs = before.flatMap((table) => {
    const other = afterById.get(table.id) ?? counterpart.get(table);
    return other === undefined ? [] : [[table, other] as const];
  });
  return inOrder ? { pairs, addedTables: [], removedTables: [] } : { pairs, addedTables, removedTables };
}
