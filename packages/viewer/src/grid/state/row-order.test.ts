import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { column, table } from "../../../test/support/tables.ts";
import { descending, foldableRows, hasChildren, nextSort, orderRows, rowComparator, rowTree } from "./row-order.ts";

// Total > (A > (a1, a2), B > (b1)), Cash
const names = ["Total", "A", "a1", "a2", "B", "b1", "Cash"];
const weights = [100, 60, 20, 40, 30, 30, 10];
const grouped = table([column("Name", names), column("Weight", weights)], [0, 1, 2, 2, 1, 2, 0]);
const tree = rowTree(grouped);
const namesOf = (rows: Int32Array) => [...rows].map((row) => names[row]);
const byWeight = rowComparator(column("Weight", weights), names.length);

describe("the order of rows", () => {
  it("is that of the table without sort and filters", () => {
    expect(namesOf(orderRows(grouped, tree))).toEqual(names);
  });

  it("sorts rows among their siblings, so that groups stay together", () => {
    expect(namesOf(orderRows(grouped, tree, { compare: byWeight }))).toEqual([
      ...["Cash", "Total", "B", "b1", "A", "a1", "a2"],
    ]);
    const down = orderRows(grouped, tree, { compare: byWeight, descending: true });
    expect(namesOf(down)).toEqual(["Total", "A", "a2", "a1", "B", "b1", "Cash"]);
  });

  it("leaves out folded rows", () => {
    expect(namesOf(orderRows(grouped, tree, { folded: new Set([1]) }))).toEqual(["Total", "A", "B", "b1", "Cash"]);
    expect(namesOf(orderRows(grouped, tree, { folded: foldableRows(grouped, tree, 1) }))).toEqual([
      ...["Total", "A", "B", "Cash"],
    ]);
    expect(namesOf(orderRows(grouped, tree, { folded: foldableRows(grouped, tree) }))).toEqual(["Total", "Cash"]);
  });

  it("keeps only the matches of a filter and their groups", () => {
    const matches = Uint8Array.from(names, (name) => Number(name === "b1"));
    expect(namesOf(orderRows(grouped, tree, { matches }))).toEqual(["Total", "B", "b1"]);
  });

  it("shows which rows have children", () => {
    expect(names.filter((_, row) => hasChildren(tree, row))).toEqual(["Total", "A", "B"]);
    expect(rowTree(table([column("Name", ["a", "b"])]))).toBeUndefined();
    expect(rowTree(table([column("Name", ["a", "b"])], [0, 0]))).toBeUndefined();
  });

  it("has every row once, each below its parent, in trees of any depth and order", () => {
    const levels = fc.array(fc.nat(4), { minLength: 1, maxLength: 60 }).map((list) => {
      let before = -1;
      return list.map((level) => {
        before = Math.min(level, before + 1);
        return before;
      });
    });
    fc.assert(
      fc.property(levels, fc.infiniteStream(fc.integer({ min: 0, max: 5 })), fc.boolean(), (list, stream, down) => {
        const values = list.map(() => Number(stream.next().value));
        const one = table([column("Value", values)], list);
        const compare = rowComparator(column("Value", values), list.length);
        const rows = [...orderRows(one, rowTree(one), { compare, descending: down })];
        expect([...rows].sort((a, b) => a - b)).toEqual(list.map((_, row) => row));
        const place = new Map(rows.map((row, index) => [row, index]));
        for (const row of rows) {
          const parent = one.parents?.[row] ?? -1;
          if (parent >= 0) expect(place.get(parent)).toBeLessThan(place.get(row) ?? -1);
        }
      }),
    );
  });

  it("ends for parents that form a cycle", () => {
    const damaged = { ...grouped, parents: Int32Array.from([1, 0, 2, 6, -1, 4, 5]) };
    expect(orderRows(damaged, rowTree(damaged))).toHaveLength(7);
  });
});

function sorted(cells: readonly unknown[], isDown = false): unknown[] {
  const comparator = rowComparator(column("x", cells), cells.length);
  const { compare } = isDown ? descending(comparator) : comparator;
  return cells
    .map((_, row) => row)
    .sort(compare)
    .map((row) => cells[row]);
}

describe("sorting", () => {
  it("orders numbers by size, with empty cells and NaN last in both directions", () => {
    expect(sorted([3, null, -1, Number.NaN, 20])).toEqual([-1, 3, 20, null, Number.NaN]);
    expect(sorted([3, null, -1, Number.NaN, 20], true)).toEqual([20, 3, -1, null, Number.NaN]);
  });

  it("orders texts in natural order", () => {
    expect(sorted(["Fund 10", "fund 2", null, "Äpfel", "Zebra", ""])).toEqual([
      ...["", "Äpfel", "fund 2", "Fund 10", "Zebra", null],
    ]);
    expect(sorted(["b", null, "a"], true)).toEqual(["b", "a", null]);
  });

  it("orders mixed cells by their text", () => {
    expect(sorted([{ b: 1 }, 5, "text", null, true])).toEqual([{ b: 1 }, 5, "text", true, null]);
  });

  it("keeps the order of equal cells", () => {
    const cells = ["b", "a", "b", "a"];
    const { compare } = rowComparator(column("x", cells), 4);
    expect([0, 1, 2, 3].sort(compare)).toEqual([1, 3, 0, 2]);
  });

  it("is ascending, descending and off with each click", () => {
    const up = nextSort(undefined, 2);
    expect(up).toEqual({ column: 2, descending: false });
    const down = nextSort(up, 2);
    expect(down).toEqual({ column: 2, descending: true });
    expect(nextSort(down, 2)).toBeUndefined();
    expect(nextSort(down, 1)).toEqual({ column: 1, descending: false });
  });
});

describe("dates", () => {
  it("are sorted by time, however the result writes them", () => {
    const dates = column("Date", ["01/31/2025", "12/31/2024", "02/28/2024"]);
    const { compare } = rowComparator(dates, 3);
    expect([0, 1, 2].sort(compare)).toEqual([2, 1, 0]);
  });
});
