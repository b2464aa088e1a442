import fc from "fast-check";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { PlaceIndex } from "./place-index.ts";
import type { JsonPath } from "./pointer.ts";

/** The path of each value in a value. */
function pathsOf(value: unknown, path: JsonPath = []): JsonPath[] {
  if (typeof value !== "object" || value === null) return [path];
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...members.flatMap(([key, held]) => pathsOf(held, [...path, key]))];
}

describe("an index of places", () => {
  it("gives the offsets that jsonc-parser's tree gives, and none for a path that leads nowhere", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme" }), fc.constantFrom(undefined, 1), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const tree = parseTree(text);
        const index = new PlaceIndex(text);
        for (const path of pathsOf(value)) {
          const node = tree && findNodeAtLocation(tree, [...path]);
          const place = index.find(path);
          expect([place?.start, place?.end]).toEqual([node?.offset, (node?.offset ?? 0) + (node?.length ?? 0)]);
          const name = node?.parent?.type === "property" ? node.parent.children?.[0] : undefined;
          expect([place?.key?.start, place?.key?.end]).toEqual([name?.offset, name && name.offset + name.length]);
        }
        for (const path of [["no", "such"], [7000]]) expect(index.find(path)).toBeUndefined();
      }),
    );
  });

  it("reads each object once, however many places are requested", () => {
    const units = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`u${at}`, { a: at }]));
    const read = [1000, 4000].map((count) => {
      const index = new PlaceIndex(JSON.stringify({ data: units(count) }));
      for (let at = 0; at < count; at++) expect(index.find(["data", `u${at}`])).toBeDefined();
      return index.size;
    });
    expect(read).toEqual([2, 2]);
  });
});
