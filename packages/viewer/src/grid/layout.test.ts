import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { column, holdings, table } from "../../test/support/tables.ts";
import { columnWidths, layoutColumns, visibleColumns } from "./columns.ts";
import { headerCells } from "./header.ts";
import { moveTo } from "./keys.ts";
import { scrollInto, scrollScale, visibleRows } from "./scroll.ts";

describe("the layout of columns", () => {
  it("makes each column wide enough for its header and cells, within limits", () => {
    const one = table([column("N", ["x"]), column("Text", ["y".repeat(500)]), column("Number", [1234567.89])]);
    const [narrow = 0, wide = 0, number = 0] = columnWidths(one, false);
    expect(narrow).toBeGreaterThanOrEqual(60);
    expect(wide).toBeLessThanOrEqual(400);
    expect(number).toBeGreaterThan(10 * 7);
  });

  it("makes columns wide enough together for the header levels above them", () => {
    const level = "A level of many letters";
    const above = (name: string, top: string) => column(name, [1], { header: [top, name] });
    const widthsOf = (...columns: ReturnType<typeof column>[]) => [...columnWidths(table(columns), false)];
    const [alone = 0, short = 0] = widthsOf(above("a", level), above("b", "B"));
    expect(alone).toBeGreaterThan(level.length * 8);
    expect(short).toBeLessThan(80);
    const [one = 0, two = 0] = widthsOf(above("a", level), above("b", level));
    expect(one + two).toBeGreaterThanOrEqual(alone);
    expect(one).toBeLessThan(alone);
    expect(widthsOf(above("a", "x".repeat(500)))[0]).toBeLessThanOrEqual(400);
  });

  it("pins the leading labels, unless they fill half the view", () => {
    const one = table([column("A", ["a"]), column("B", ["b"]), column("C", ["c"]), column("N", [1])]);
    const widths = Float64Array.from([100, 100, 100, 100]);
    expect(layoutColumns(one, widths, new Set(), 1000).pinned).toBe(2);
    expect(layoutColumns(one, widths, new Set(), 300).pinned).toBe(1);
    expect(layoutColumns(one, widths, new Set(), 150).pinned).toBe(0);
    expect(layoutColumns(one, widths, new Set([0, 1, 2]), 1000)).toMatchObject({ shown: [3], pinned: 0 });
  });

  it("draws all columns with any part in view", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 40 }),
        fc.nat(5000),
        fc.integer({ min: 50, max: 1500 }),
        (widths, left, width) => {
          const one = table(widths.map((_, index) => column(`N${index}`, [index])));
          const layout = layoutColumns(one, Float64Array.from(widths), new Set(), width);
          const { first, end } = visibleColumns(layout, left, width);
          for (let place = 0; place < widths.length; place++) {
            const [from = 0, to = 0] = [layout.offsets[place], layout.offsets[place + 1]];
            if (from < left + width && to > left) expect(place >= first && place < end).toBe(true);
          }
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
