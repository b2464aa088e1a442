import fc from "fast-check";
import { expect, it } from "vitest";
import { businessDaysBetween } from "./cell-rules.ts";

const DAY_MS = 86_400_000;

it("business days are those from Monday to Friday after the first day, up to and with the second", () => {
  fc.assert(
    fc.property(fc.integer({ min: -40_000, max: 40_000 }), fc.integer({ min: -9, max: 40 }), (start, length) => {
      let days = 0;
      for (let day = start + 1; day <= start + length; day++)
        if (![0, 6].includes(new Date(day * DAY_MS).getUTCDay())) days++;
      expect(businessDaysBetween(start * DAY_MS, (start + length) * DAY_MS)).toBe(days);
    }),
  );
});
