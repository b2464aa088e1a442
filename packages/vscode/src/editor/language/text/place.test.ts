import { describe, expect, it } from "vitest";
import { cursor } from "../../../../test/support/simulated-names.ts";
import { readTree, textAt, textPlaceAt } from "./tree.ts";

function placeAt(marked: string) {
  const { text, offset } = cursor(marked);
  const place = textPlaceAt(text, offset);
  return (
    place && { path: place.path, replaced: text.slice(place.start, place.end), typed: place.typed, whole: place.whole }
  );
}

describe("textPlaceAt", () => {
  it.each([
    ['{"a": "x|y"}', { path: ["a"], replaced: '"xy"', typed: "x", whole: "xy" }],
    ['{"a": "|"}', { path: ["a"], replaced: '""', typed: "", whole: "" }],
    ['{"a": |}', { path: ["a"], replaced: "", typed: "", whole: "" }],
    ['{"a": | , "b": 1}', { path: ["a"], replaced: "", typed: "", whole: "" }],
    ['{"a": ["x", |]}', { path: ["a", 1], replaced: "", typed: "", whole: "" }],
    ['{"a": [{"id": "x|', { path: ["a", 0, "id"], replaced: '"x', typed: "x", whole: "x" }],
    ['{"a": "x"|}', undefined],
    ['{"a": |"x"}', undefined],
    ['{"a": 1|}', undefined],
    ['{"a|": 1}', undefined],
    ["{|}", undefined],
    ["|", undefined],
  ])("%s", (marked, expected) => {
    expect(placeAt(marked)).toEqual(expected);
  });
});

describe("textAt", () => {
  it("finds values, not keys", () => {
    const at = (marked: string) => {
      const { text, offset } = cursor(marked);
      const root = readTree(text);
      return root && textAt(root, offset)?.path;
    };
    expect(at('{"a": ["|x"]}')).toEqual(["a", 0]);
    expect(at('{"|a": "x"}')).toBeUndefined();
    expect(at('{"a": 1|2}')).toBeUndefined();
  });
});
