import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { column, holdings, table } from "../../test/support/tables.ts";
import { moveTo } from "./controls/keys.ts";
import { scrollInto, scrollScale, visibleRows } from "./draw/grid-view.ts";
import { columnWidths } from "./state/column-widths.ts";
import { headerCells, layoutColumns, visibleColumns } from "./state/columns.ts";
import { gridTable } from "./state/grid-table.ts";

const measure = (text: string) => text.length * 7;

function widthsOf(...columns: ReturnType<typeof column>[]) {
  return [...columnWidths(gridTable(table(columns)), measure, 2)];
}

function layoutOf(
  one: ReturnType<typeof table>,
  widths: readonly number[],
  room: number,
  hidden: readonly number[] = [],
  leastOfNumbers = 0,
) {
  const order = [...one.columns.keys()];
  const choice = {
    order,
    hiddenColumns: new Set(hidden),
    pins: undefined,
    isOrdered: false,
    least: (index: number) => (one.columns[index]?.values.kind === "number" ? leastOfNumbers : 0),
    resized: new Map(),
  };
  return layoutColumns(one, Float64Array.from(widths), choice, room);
}

describe("the widths of columns", () => {
  it("fit the heading, the names up to a limit, and each number whole", () => {
    const numbers = Array.from({ length: 1000 }, (_, row) => (row === 777 ? -123_456_789.25 : 1));
    const [narrow = 0, wide = 0, number = 0] = widthsOf(
      column(
        "N",
        Array.from(numbers, () => "x"),
      ),
      column(
        "Text",
        Array.from(numbers, () => "y".repeat(500)),
      ),
      column("Price", numbers),
    );
    expect(narrow).toBeLessThan(60);
    expect(wide).toBeLessThanOrEqual(340);
    expect(number).toBeGreaterThan(measure("−123,456,789.25"));
  });

  it("show a number of any length whole, also in a column of texts", () => {
    const [long = 0] = widthsOf(column("Id", ["x", "1".repeat(100)]));
    expect(long).toBeGreaterThan(700);
  });

  it("are wide enough together for the header levels above them", () => {
    const level = "A level of many letters";
    const above = (name: string, top: string) => column(name, [1], { header: [top, name] });
    const [alone = 0, short = 0] = widthsOf(above("a", level), above("b", "B"));
    expect(alone).toBeGreaterThan(measure(level));
    expect(short).toBeLessThan(80);
    const [one = 0, two = 0] = widthsOf(above("a", level), above("b", level));
    expect(one + two).toBeGreaterThanOrEqual(alone);
    expect(one).toBeLessThan(alone);
  });
});

describe("the layout of columns", () => {
  const one = table([
    column("A", ["a"]),
    column("B", ["b"]),
    column("C", ["c"]),
    column("N", [1]),
    column("O", [1]),
    column("P", [1]),
  ]);
  const widths = [200, 100, 100, 80, 80, 80];

  it("pins the leading labels and fills a wide view", () => {
    const layout = layoutOf(one, widths, 1000);
    expect(layout).toMatchObject({ columns: [0, 1, 2, 3, 4, 5], pinned: 2 });
    expect(layout.offsets.at(-1)).toBe(1000);
    expect(layoutOf(one, widths, 1000, [0, 1, 2])).toMatchObject({ columns: [3, 4, 5], pinned: 0 });
  });

  it("shows numbers first in a narrow view: one label beside three measures, or at least two", () => {
    const narrow = layoutOf(one, widths, 400);
    expect(narrow).toMatchObject({ columns: [0, 3, 4, 5, 1, 2], pinned: 1 });
    expect(visibleColumns(narrow, 0, 400)).toMatchObject({ first: 1, end: 4 });
    expect(narrow.offsets[1]).toBe(160);
    const narrower = layoutOf(one, widths, 300);
    expect(visibleColumns(narrower, 0, 300)).toMatchObject({ first: 1, end: 3 });
  });

  it("shortens headings, but no number, where two measures have no room beside the narrowest label", () => {
    const long = [200, 100, 100, 160, 150, 80];
    const layout = layoutOf(one, long, 380, [], 60);
    expect(visibleColumns(layout, 0, 380)).toMatchObject({ first: 1, end: 3 });
    expect(layout.offsets[1]).toBe(100);
    expect(visibleColumns(layoutOf(one, long, 380, [], 150), 0, 380)).toMatchObject({ first: 1, end: 2 });
  });

  it("keeps the columns that the user pinned, in the order that the user chose", () => {
    const choice = {
      order: [5, 4, 3, 2, 1, 0],
      hiddenColumns: new Set<number>(),
      pins: new Set([3]),
      isOrdered: true,
      least: () => 0,
    };
    const resized = new Map([[3, 150]]);
    const layout = layoutColumns(one, Float64Array.from(widths), { ...choice, resized }, 500);
    expect(layout).toMatchObject({ columns: [3, 5, 4, 2, 1, 0], pinned: 1 });
    expect(layout.offsets[1]).toBe(150);
  });

  it("draws whole columns only, and each of them at some place of the scroll bar", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 350, max: 1500 }),
        (sizes, width) => {
          const many = table(sizes.map((_, index) => column(`N${index}`, [index])));
          const layout = layoutOf(many, sizes, width);
          const total = layout.offsets.at(-1) ?? 0;
          const seen = new Set<number>();
          for (let left = 0; left <= Math.max(0, total - width) + 40; left += 20) {
            const {
              first,
              end,
              scrolledX: moved,
            } = visibleColumns(layout, Math.min(left, Math.max(0, total - width)), width);
            for (let place = first; place < end; place++) seen.add(place);
            expect((layout.offsets[end] ?? 0) - moved).toBeLessThanOrEqual(width + 1);
          }
          expect(seen.size).toBe(sizes.length);
        },
      ),
    );
  });
});

describe("the header", () => {
  it("joins neighbours of one group, and short headers fill the height", () => {
    const one = table([
      column("Name", ["x"]),
      column("w", [1], { header: ["Portfolio", "Weight"] }),
      column("r", [1], { header: ["Portfolio", "Return"] }),
      column("b", [1], { header: ["Benchmark", "Weight"] }),
    ]);
    expect(headerCells(one, [0, 1, 2, 3], 1)).toEqual([
      { text: "Name", from: 0, end: 1, top: 0, bottom: 2, isLeaf: true },
      { text: "Portfolio", from: 1, end: 3, top: 0, bottom: 1, isLeaf: false },
      { text: "Benchmark", from: 3, end: 4, top: 0, bottom: 1, isLeaf: false },
      { text: "Weight", from: 1, end: 2, top: 1, bottom: 2, isLeaf: true },
      { text: "Return", from: 2, end: 3, top: 1, bottom: 2, isLeaf: true },
      { text: "Weight", from: 3, end: 4, top: 1, bottom: 2, isLeaf: true },
    ]);
  });

  it("covers each column and level once", () => {
    const one = holdings(2, 2, 18);
    const shown = one.columns.map((_, index) => index);
    const covered = headerCells(one, shown, 1).flatMap(({ from, end, top, bottom }) => {
      const places: string[] = [];
      for (let place = from; place < end; place++)
        for (let level = top; level < bottom; level++) places.push(`${place}:${level}`);
      return places;
    });
    expect(new Set(covered).size).toBe(covered.length);
    expect(covered).toHaveLength(shown.length * 2);
  });
});

describe("scrolling", () => {
  it("draws all rows with any part in view", () => {
    expect(visibleRows(0, 100, 26, 1000)).toEqual({ first: 0, end: 4 });
    expect(visibleRows(27, 100, 26, 1000)).toEqual({ first: 1, end: 5 });
    expect(visibleRows(25_990, 100, 26, 1000)).toEqual({ first: 999, end: 1000 });
    expect(visibleRows(0, 100, 26, 0)).toEqual({ first: 0, end: 0 });
  });

  it("reaches the last row of a table of any length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: 100, max: 2000 }), (rows, view) => {
        const content = rows * 26;
        const { height, ratio } = scrollScale(content, view);
        expect(height).toBeLessThan(17_000_000);
        const end = Math.max(0, height - view) * ratio;
        expect(end).toBeCloseTo(Math.max(0, content - view), 3);
      }),
    );
  });

  it("moves the view as little as it can", () => {
    expect(scrollInto(50, 26, 0, 100)).toBe(0);
    expect(scrollInto(90, 26, 0, 100)).toBe(16);
    expect(scrollInto(10, 26, 40, 100)).toBe(10);
  });
});

describe("keys", () => {
  const extent = { rows: 100, columns: 5, page: 20 };
  const press = (key: string, ctrlKey = false) =>
    moveTo({ row: 10, column: 2 }, { key, ctrlKey, metaKey: false }, extent);

  it.each([
    ["ArrowDown", false, 11, 2],
    ["ArrowUp", true, 0, 2],
    ["ArrowLeft", false, 10, 1],
    ["End", false, 10, 4],
    ["Home", true, 0, 0],
    ["End", true, 99, 4],
    ["PageDown", false, 30, 2],
    ["PageUp", false, 0, 2],
  ])("%s (with Ctrl: %s) moves to row %i, column %i", (key, ctrl, row, column) => {
    expect(press(key, ctrl)).toEqual({ row, column });
  });

  it("stay inside the table, with the header above the first row", () => {
    expect(moveTo({ row: 0, column: 0 }, { key: "ArrowUp", ctrlKey: false, metaKey: false }, extent)).toEqual({
      row: -1,
      column: 0,
    });
    expect(moveTo({ row: 99, column: 4 }, { key: "PageDown", ctrlKey: false, metaKey: false }, extent)).toEqual({
      row: 99,
      column: 4,
    });
    expect(press("x")).toBeUndefined();
  });
});
