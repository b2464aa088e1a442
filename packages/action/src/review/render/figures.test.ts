import fc from "fast-check";
import { expect, it } from "vitest";
import { moveText, pairNumbers } from "./figures.ts";

it.each([
  [12.5, 14.25, "12.5", "14.25"],
  [0.1 + 0.2, 0.4, "0.3", "0.4"],
  [1, 1 + 1e-12, "1", "1.000000000001"],
  [1234567.891, 1234567.892, "1234567.891", "1234567.892"],
  [1, Number.POSITIVE_INFINITY, "1", "Infinity"],
])("%d and %d read %s and %s", (before, after, was, is) => {
  expect(pairNumbers(before, after)).toEqual([was, is]);
});

it("two numbers that differ never read the same", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (before, after) => {
      const [was, is] = pairNumbers(before, after);
      expect(was === is).toBe(before === after);
    }),
  );
});

it.each([
  [12.5, 1.75, "+1.75 (+14 %)"],
  [40, -1.75, "-1.75 (-4.4 %)"],
  [-2, -1, "-1 (-50 %)"],
  [12.3456, -0.000123456, "-0.0001235 (-0.001 %)"],
  [0, 0.25, "+0.25"],
  [1e-9, 3, "+3"],
  [2, Number.POSITIVE_INFINITY, "+Infinity"],
])("from %d, a move by %d reads %s", (before, difference, text) => {
  expect(moveText({ before, difference })).toBe(text);
});
