import { describe, expect, it } from "vitest";
import { unitMatcher } from "./unit-glob.ts";

describe("a pattern of units", () => {
  it.each([
    ["**", "a/effects.pa.json", "effects", true],
    ["**", ".hidden/effects.pa.json", "a/b", true],
    ["*#effects", "a/effects.pa.json", "effects", true],
    ["a/*.pa.json#eff*", "a/effects.pa.json", "effects", true],
    ["a/*.pa.json#eff*", "b/effects.pa.json", "effects", false],
    ["effects.pa.json", "a/effects.pa.json", "anything", true],
    ["*#eff*", "a/effects.pa.json", "effects/of\\all", true],
    ["*#{one,two}", "a.pa.json", "two", true],
    ["*#one", "a.pa.json", "two", false],
    ["*#", "a.pa.json", "two", false],
  ])("%s against %s#%s", (pattern, path, unit, expected) => {
    expect(unitMatcher([pattern])(path, unit)).toBe(expected);
  });
});
