import fc from "fast-check";
import { expect, it } from "vitest";
import { count, starPattern } from "./words.ts";

it("counts", () => {
  expect([count(1, "file"), count(0, "unit")]).toEqual(["1 file", "0 units"]);
});

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
