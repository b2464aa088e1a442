import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTree } from "./tree.ts";
import { findUnits, sortedByUnit, unitNameProblem, unitsAround } from "./units.ts";

function sorted(text: string): string | undefined {
  const root = readTree(text);
  return root && sortedByUnit(text, findUnits(root, "pa"));
}

describe("sortedByUnit", () => {
  it("moves whole units and leaves all between them", () => {
    const text =
      '{\n  "data": {\n    "b10": { "x": 1 },\n    "b9": {},\n    "a": { "y": [2] }\n  },\n  "meta": {}\n}\n';
    expect(sorted(text)).toBe(
      '{\n  "data": {\n    "a": { "y": [2] },\n    "b9": {},\n    "b10": { "x": 1 }\n  },\n  "meta": {}\n}\n',
    );
    expect(sorted('{"data": {"a": 1, "b": 2}}')).toBeUndefined();
    expect(sorted('{"data": {}}')).toBeUndefined();
  });

  it("changes nothing but the order", () => {
    const units = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 2, noNullPrototype: true });
    fc.assert(
      fc.property(units, fc.constantFrom(undefined, 2), (data, indent) => {
        const text = JSON.stringify({ data, meta: {} }, null, indent);
        expect(JSON.parse(sorted(text) ?? text)).toEqual(JSON.parse(text));
        expect(sorted(sorted(text) ?? text)).toBeUndefined();
      }),
    );
  });
});

describe("unitsAround", () => {
  const units = [10, 20, 30, 40].map((start) => ({ id: `${start}`, start, keyEnd: start + 2, end: start + 8 }));

  it.each([
    [22, 25, 0, [1, 2]],
    [28, 30, 0, [1, 3]],
    [22, 25, 1, [0, 3]],
    [0, 5, 0, [0, 0]],
    [0, 5, 2, [0, 2]],
    [60, 70, 0, [4, 4]],
    [60, 70, 1, [3, 4]],
    [0, 70, 5, [0, 4]],
  ])("finds the units that touch %i to %i, and %i more on each side", (start, end, margin, expected) => {
    expect(unitsAround(units, start, end, margin)).toEqual(expected);
  });
});

describe("unitNameProblem", () => {
  it.each([
    ["new", undefined],
    ["taken", "taken"],
    ["", "unusable"],
    ["..", "unusable"],
    ["__proto__", "unusable"],
    ["\ud800", "unusable"],
  ])("of %j is %s", (name, problem) => {
    expect(unitNameProblem(name, ["taken"])).toBe(problem);
  });
});
