import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curveOf, percentAt } from "./job.ts";

describe("the progress of a job", () => {
  it("never falls, is whole, and says 100 at the end alone", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (id, a, b) => {
          const curve = curveOf(1, id);
          const [early, late] = [percentAt(curve, Math.min(a, b)), percentAt(curve, Math.max(a, b))];
          expect(Number.isInteger(early)).toBe(true);
          expect(early).toBeLessThanOrEqual(late);
          if (Math.max(a, b) < 1) expect(late).toBeLessThan(100);
          expect(percentAt(curve, 1)).toBe(100);
        },
      ),
    );
  });

  it("stands still from 95 % for about a fifth of the jobs", () => {
    const stalling = Array.from({ length: 1000 }, (_, index) => curveOf(1, `job ${index}`)).filter(
      ({ stallsAt }) => stallsAt === 95,
    );
    expect(stalling.length).toBeGreaterThan(150);
    expect(stalling.length).toBeLessThan(250);
  });
});
