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
  [1.75, 0.1228, "+1.75 (12.3 %)"],
  [-0.000123456, 0.00001, "-0.0001235 (0.001 %)"],
])("a move of %d reads %s", (difference, share, text) => {
  expect(moveText({ row: [], column: "", before: 0, after: 0, difference, share })).toBe(text);
});
