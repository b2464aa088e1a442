import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insertion } from "./insertion.ts";

/** Writes a text in place of what stands between two bars, or at one. */
function write(marked: string, text: string): string {
  const start = marked.indexOf("|");
  const json = marked.replaceAll("|", "");
  const end = marked.lastIndexOf("|") > start ? marked.lastIndexOf("|") - 1 : start;
  return json.slice(0, start) + insertion(json, start, end, text) + json.slice(end);
}

describe("insertion", () => {
  it.each([
    ['{ "id": "|" }', '{ "id": "A" }'],
    ['{ "id": "|old|" }', '{ "id": "A" }'],
    ['{ "id": "Client:/|" }', '{ "id": "Client:/A" }'],
    ['{ "id": | }', '{ "id": "A" }'],
    ['{ "id": |null| }', '{ "id": "A" }'],
    ['{ "id": |"old"| }', '{ "id": "A" }'],
    ['{ "|": 1 }', '{ "A": 1 }'],
    ['["x", |]', '["x", "A"]'],
    ["|", '"A"'],
    ['{ "id": "unclosed|\n}', '{ "id": "unclosedA\n}'],
  ])("of A into %s", (before, after) => {
    expect(write(before, "A")).toBe(after);
  });

  it("inserts any text unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(JSON.parse(write('{ "id": "|" }', text))).toEqual({ id: text });
        expect(JSON.parse(write("[ | ]", text))).toEqual([text]);
      }),
    );
  });
});
