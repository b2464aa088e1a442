import { describe, expect, it } from "vitest";
import { makeTable } from "../../../../test/support/tables/make-table.ts";
import { matchColumns } from "../../compare/match.ts";
import { CellStore } from "./cell-store.ts";
import { rowCountOf, type WrittenColumn } from "./columns.ts";
import type { ColumnDefinition } from "./definition.ts";
import { headersOfRows } from "./headers.ts";
import { readRanges } from "./runs.ts";

/** A list that counts how often something in it is read. */
function counting<T>(list: readonly T[]): { readonly list: readonly T[]; reads: number } {
  const counted = { list, reads: 0 };
  counted.list = new Proxy(list, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/.test(key)) counted.reads++;
      return Reflect.get(target, key);
    },
  });
  return counted;
}

/** The factor by which the number of reads grows with four times as many columns. */
function growth(readsOf: (columns: number) => number): number {
  return readsOf(8000) / readsOf(2000);
}

describe("a table of very many columns", () => {
  it("gets its headers from header rows in work that grows with their number", () => {
    const grown = growth((count) => {
      const definitions = Array.from(
        { length: count },
        (_, at): ColumnDefinition => ({ id: `${at}`, name: "", type: "", isDimension: false, isHidden: false }),
      );
      const columns = counting(definitions);
      const headers = headersOfRows([{ cells: definitions.map(({ id }) => id) }], columns.list, "");
      expect(headers.at(-1)).toEqual([`${count - 1}`]);
      return columns.reads;
    });
    expect(grown).toBeLessThan(5);
  });

  it("is matched with another in work that grows with their number", () => {
    const grown = growth((count) => {
      const table = makeTable(Array.from({ length: count }, (_, at) => ({ name: `${at}`, cells: [at] })));
      const [before, after] = [counting(table.columns), counting([...table.columns].reverse())];
      const { pairs } = matchColumns({ ...table, columns: before.list }, { ...table, columns: after.list });
      expect(pairs).toHaveLength(count);
      return before.reads + after.reads;
    });
    expect(grown).toBeLessThan(5);
  });

  it("has as many rows as each of them, however many they are", () => {
    const values = new CellStore();
    values.set(0, 1);
    const column: WrittenColumn = { path: "a", values, ranges: readRanges({}, "a") };
    // More columns than a function can take arguments.
    expect(rowCountOf(Array<WrittenColumn>(500_000).fill(column), 0)).toBe(1);
  });
});
