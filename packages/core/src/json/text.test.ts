import fc from "fast-check";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { PlaceIndex, scanText } from "./text.ts";
import type { JsonPath } from "./value.ts";

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

  it("gives the same offsets with the ends that a scan found, which are those of all units but short ones", () => {
    const units = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ stringUnit: "grapheme" }));
    fc.assert(
      fc.property(units, fc.constantFrom(undefined, 1, 8), (data, space) => {
        const value = { data, list: Object.values(data) };
        const text = JSON.stringify(value, null, space);
        const { unitEnds } = scanText(text, () => false);
        const [plain, quick] = [new PlaceIndex(text), new PlaceIndex(text, unitEnds)];
        for (const path of pathsOf(value)) expect(quick.find(path)).toEqual(plain.find(path));
        const places = pathsOf(value).flatMap((path) => (path.length === 2 ? (plain.find(path) ?? []) : []));
        const longUnits = places.filter(({ start, end }) => /[[{]/.test(text.charAt(start)) && end - start >= 64);
        expect([...unitEnds]).toEqual(longUnits.map(({ start, end }) => [start, end]));
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
