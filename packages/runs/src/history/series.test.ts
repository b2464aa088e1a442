import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ComparedNumber, jumpReason } from "./series.ts";

const day = fc.constantFrom(null, new Date("2026-11-19"), new Date("2026-11-20"));
const point: fc.Arbitrary<ComparedNumber> = fc.record({
  value: fc.constantFrom(0, 1, 2, Number.NaN, Number.POSITIVE_INFINITY),
  digits: fc.constantFrom(null, "9007199254740993", "9007199254740995"),
  parameters: fc.constantFrom(null, "a", "b"),
  start: day,
  end: day,
});

/** Whether two values are known and differ; `undefined` if one is not known. */
function areOthers(one: unknown, other: unknown): boolean | undefined {
  if (one === null || other === null) return undefined;
  return JSON.stringify(one) !== JSON.stringify(other);
}

test("the reason names what is known to differ, and a restatement only where all is known to be the same", () => {
  fc.assert(
    fc.property(point, point, (before, after) => {
      const reason = jumpReason(before, after);
      const hasOtherNumber =
        before.digits !== after.digits || (before.digits === null && !areSame(before.value, after.value));
      expect(reason !== undefined).toBe(hasOtherNumber);
      if (reason === undefined) return;
      const hasOtherParameters = areOthers(before.parameters, after.parameters);
      const days = [areOthers(before.start, after.start), areOthers(before.end, after.end)];
      expect(reason.startsWith("parameters")).toBe(hasOtherParameters === true);
      expect(reason.endsWith("dates")).toBe(days.includes(true));
      expect(reason === "restatement").toBe(hasOtherParameters === false && days.every((each) => each === false));
    }),
  );
});

test("a number is the same as itself, whatever it is", () => {
  fc.assert(
    fc.property(point, point, (one, other) => {
      expect(jumpReason(one, { ...other, value: one.value, digits: one.digits })).toBeUndefined();
    }),
  );
});

function areSame(one: number, other: number): boolean {
  return one === other || (Number.isNaN(one) && Number.isNaN(other));
}
