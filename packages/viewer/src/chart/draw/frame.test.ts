import * as fc from "fast-check";
import { expect, it } from "vitest";
import { valueScale } from "./frame.ts";

it("the values take up a large part of their axis, whatever its number of ticks", () => {
  const amount = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000);
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 2, max: 12 }), (from, to, ticks) => {
      fc.pre(Math.abs(from - to) > 1e-3);
      const [low = 0, high = 0] = valueScale([from, to], [0, 100], ticks).domain();
      expect(low).toBeLessThanOrEqual(Math.min(from, to));
      expect(high).toBeGreaterThanOrEqual(Math.max(from, to));
      expect(Math.abs(from - to) / (high - low)).toBeGreaterThan(0.43);
    }),
  );
});
