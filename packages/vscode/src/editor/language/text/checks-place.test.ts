import { describe, expect, it } from "vitest";
import { checksPlaceAt } from "./checks-place.ts";

/** The place at the mark `|` of a text. */
function placeAt(marked: string) {
  const offset = marked.indexOf("|");
  const text = marked.replace("|", "");
  const place = checksPlaceAt(text, offset);
  return place && { names: place.names, check: place.check, text: text.slice(place.start, place.end) };
}
const check = (inside: string) => `{ "checks": [{ "units": "w*", "files": "a.pa.json", "table": 1, ${inside} }] }`;
const about = { files: "a.pa.json", units: "w*", table: 1 };

describe("the place in a checks file", () => {
  it.each([
    ['"sum": { "column": "Wei|ght", "value": 1 }', { kind: "column" }, '"Weight"'],
    ['"sum": { "column": | }', { kind: "column" }, ""],
    ['"equals": { "column": "A", "other": "|" }', { kind: "column" }, '""'],
    ['"unique": { "columns": ["A", "B|"] }', { kind: "column" }, '"B"'],
    ['"rows": { "Sec|": "Energy" }', { kind: "column" }, '"Sec"'],
    ['"rows": { "Sector": "En|" }', { kind: "row", column: "Sector" }, '"En"'],
  ])("%s names a part of a result", (inside, names, text) => {
    expect(placeAt(check(inside))).toEqual({ names, check: about, text });
  });

  it("of the globs of a check is not limited by the glob itself", () => {
    expect(placeAt('{ "checks": [{ "units": "w|", "files": "a*" }] }')).toEqual({
      names: { kind: "unit" },
      check: { files: "a*" },
      text: '"w"',
    });
    expect(placeAt('{ "checks": [{ "files": "|" }] }')?.names).toEqual({ kind: "file" });
  });

  it.each(['"because": "A|"', '"sum": { "val|ue": 1 }', '"sever|ity": "error"', '"sum": { "column": "A" |}'])(
    "%s names nothing of a result",
    (inside) => {
      expect(placeAt(check(inside))).toBeUndefined();
    },
  );
});
