import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bondPrice, bondRisk, bondYield } from "./bond-math.ts";

const bond = fc.record({
  coupon: fc.double({ min: 0, max: 12, noNaN: true }),
  years: fc.double({ min: 0.5, max: 40, noNaN: true }),
});

describe("a plain bond", () => {
  it("costs its face when the yield is its coupon", () => {
    fc.assert(
      fc.property(bond, (one) => {
        expect(bondPrice(one, one.coupon)).toBeCloseTo(100, 8);
      }),
    );
  });

  it("gives the yield back that its price was made with", () => {
    fc.assert(
      fc.property(bond, fc.double({ min: -2, max: 30, noNaN: true }), (one, rate) => {
        expect(bondYield(one, bondPrice(one, rate))).toBeCloseTo(rate, 6);
      }),
    );
  });

  it("without coupons has the duration of its life: ten years at 4 percent are 10 / 1.02", () => {
    const risk = bondRisk({ coupon: 0, years: 10 }, 4);
    expect(risk.duration).toBeCloseTo(10 / 1.02, 4);
    expect(risk.macaulay).toBeCloseTo(10, 4);
    // Convexity of a zero bond, per hundred: n (n + 1) / (2 (1 + r))^2 with n half-years at rate r.
    expect(risk.convexity).toBeCloseTo((20 * 21) / (2 * 1.02) ** 2 / 100, 3);
  });

  it("moves by its duration and convexity", () => {
    const one = { coupon: 5, years: 12 };
    const { duration, convexity } = bondRisk(one, 4.5);
    const change = bondPrice(one, 5.5) / bondPrice(one, 4.5) - 1;
    expect(change).toBeCloseTo(-duration / 100 + (convexity * 100) / 20_000, 3);
  });
});
