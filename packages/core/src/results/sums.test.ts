import * as fc from "fast-check";
import { expect, it } from "vitest";
import { PreciseSum } from "./sums.ts";

function sumOf(numbers: readonly number[]): PreciseSum {
  const sum = new PreciseSum();
  for (const number of numbers) sum.add(number);
  return sum;
}

it("gives the decimal sum of decimals", () => {
  const cents = fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 300 });
  fc.assert(
    fc.property(cents, fc.constantFrom(1, 10, 100, 10_000), (all, scale) => {
      const total = all.reduce((sum, one) => sum + one, 0);
      expect(sumOf(all.map((one) => one / scale)).decimal).toBe(total / scale + 0);
    }),
  );
});

it("keeps a small number beside large ones, and infinite numbers", () => {
  expect(sumOf([0.1, 0.2]).decimal).toBe(0.3);
  expect(sumOf([0.1, 0.2, -0.3]).decimal).toBe(0);
  expect(sumOf([1e16, 0.5, -1e16]).decimal).toBe(0.5);
  expect(sumOf([1e300, 1e300]).decimal).toBe(2e300);
  expect(sumOf([1e-320, 2e-320]).decimal).toBe(3e-320);
  expect(sumOf([1, Number.POSITIVE_INFINITY]).decimal).toBe(Number.POSITIVE_INFINITY);
  expect(sumOf([]).decimal).toBe(0);
});
