import fc from "fast-check";
import { expect, it } from "vitest";
import { starPattern } from "./star-pattern.ts";

it("matches whole texts, with a star for any characters", () => {
  expect(starPattern("run-*").test("run-1\n.zip")).toBe(true);
  expect(starPattern("run-*").test("a run-1")).toBe(false);
  expect(starPattern("RUN", "i").test("run")).toBe(true);
});

it("treats every other character literally", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(starPattern(text).test(text)).toBe(true);
      expect(starPattern(text.replaceAll("*", "+")).test(`${text}x`)).toBe(false);
    }),
  );
});
