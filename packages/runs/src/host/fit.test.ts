import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstFitting, rowsWithin } from "./fit.ts";

describe("firstFitting", () => {
  it("takes the fullest text that fits, in bytes", () => {
    expect(firstFitting([() => "éééé", () => "ab"], 8)).toBe("éééé");
    expect(firstFitting([() => "éééé", () => "ab"], 7)).toBe("ab");
  });

  it("never gives more than the limit", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), fc.nat(60), (texts, limit) => {
        expect(
          Buffer.byteLength(
            firstFitting(
              texts.map((text) => () => text),
              limit,
            ),
          ),
        ).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe("rowsWithin", () => {
  it("gives as many rows as fit", () => {
    expect(rowsWithin(["aa", "bb", "cc"], 6)).toEqual(["aa", "bb"]);
    expect(rowsWithin(["aa", "bb"], 6)).toEqual(["aa", "bb"]);
    expect(rowsWithin(["aa"], 1)).toEqual([]);
  });
});
