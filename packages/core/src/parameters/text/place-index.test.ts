import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonPath } from "../../json/pointer.ts";
import { LineIndex, positionsOf } from "./lines.ts";
import { locate } from "./locate.ts";
import { PlaceIndex } from "./place-index.ts";

/** The way to each value. */
function pathsOf(value: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof value !== "object" || value === null) return [path];
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...members.flatMap(([key, held]) => pathsOf(held, [...path, key]))];
}

describe("places asked for one by one", () => {
  it("are those that are found together", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const paths = [...pathsOf(value), ["no", "such"], [7]];
        const index = new PlaceIndex(text);
        const places = locate(text, paths);
        for (const [at, path] of paths.entries()) expect(index.find(path)).toEqual(places[at]);
      }),
    );
  });

  it("look through each object once, however many are asked for", () => {
    const units = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`u${at}`, { a: at }]));
    const looked = [1000, 4000].map((count) => {
      const index = new PlaceIndex(JSON.stringify({ data: units(count) }));
      for (let at = 0; at < count; at++) expect(index.find(["data", `u${at}`])).toBeDefined();
      return index.size;
    });
    expect(looked).toEqual([2, 2]);
  });

  it("have the lines and columns that are counted together", () => {
    const text = fc.array(fc.constantFrom("a", "bc", "\n", "\r", "\r\n")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (text, offsets) => {
        const lines = new LineIndex(text);
        const inText = offsets.filter((offset) => offset <= text.length);
        for (const [offset, position] of positionsOf(text, inText)) expect(lines.positionOf(offset)).toEqual(position);
      }),
    );
  });
});
