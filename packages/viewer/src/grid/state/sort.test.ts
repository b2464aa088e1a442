import { describe, expect, it } from "vitest";
import { column } from "../../../test/support/tables.ts";
import { descending, nextSort, rowComparator } from "./sort.ts";

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
