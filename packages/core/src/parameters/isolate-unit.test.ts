import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isolateUnit, placeUnits } from "./isolate-unit.ts";
import { readParameterFile } from "./read/read.ts";

const component = "0A".repeat(32);

describe("isolateUnit", () => {
  it("keeps one unit and all that is not a unit, at their places", () => {
    const text = `{ "$schema": "x", "Data": {\n "a": { "colour": 1 },\n "b": { "componentid": "${component}" }, "c": 1 }, "meta": {} }`;
    const isolated = isolateUnit(text, "b") ?? "";
    expect(JSON.parse(isolated)).toEqual({ $schema: "x", Data: { b: { componentid: component } }, meta: {} });
    expect(isolated).toHaveLength(text.length);
    expect(isolated.indexOf('"b"')).toBe(text.indexOf('"b"'));
    expect(readParameterFile(isolated, { path: "a.pa.json" }).units).toEqual(["b"]);
  });

  it("keeps a repeated unit repeated, since the text does not say which one counts", () => {
    const text = '{"data": {"a": 1, "b": 2, "a": 3}}';
    const { issues } = readParameterFile(isolateUnit(text, "a") ?? "", { path: "a.pa.json" });
    expect(issues.map(({ code }) => code)).toContain("duplicate-key");
  });

  it.each(["", "{", "[]", "{}", '{"data": []}', '{"data": {"b": 1}}', '{"data": {"a": 1,}}'])(
    "gives nothing for %j",
    (text) => {
      expect(isolateUnit(text, "a")).toBeUndefined();
    },
  );

  it("gives the same unit as the whole text", () => {
    const units = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1, noNullPrototype: true });
    fc.assert(
      fc.property(units, fc.nat(), fc.constantFrom(undefined, 2), (data, pick, indent) => {
        const names = Object.keys(data);
        const name = names[pick % names.length] ?? "";
        const text = JSON.stringify({ data, meta: 1 }, null, indent);
        const isolated: unknown = JSON.parse(isolateUnit(text, name) ?? "");
        expect(isolated).toEqual({ data: Object.fromEntries([[name, JSON.parse(text).data[name]]]), meta: 1 });
      }),
    );
  });
});

describe("placeUnits", () => {
  it("finds each unit with its name and its end", () => {
    const text = '{ "meta": {}, "Data": { "a": 1, "b\\n": { "x": [] }, "a": 2 } }';
    const shown = placeUnits(text).map(({ id, start, keyEnd, end }) => [
      id,
      text.slice(start, keyEnd),
      text.slice(start, end),
    ]);
    expect(shown).toEqual([
      ["a", '"a"', '"a": 1'],
      ["b\n", '"b\\n"', '"b\\n": { "x": [] }'],
      ["a", '"a"', '"a": 2'],
    ]);
    for (const none of ["{}", "[]", '{"data": 1}', "1"]) expect(placeUnits(none)).toEqual([]);
  });

  it("ends for a text that is not JSON", () => {
    for (const text of ["[:]", '{"data": {"a": [:]}}', '{"data": {"a" "b"', '{"data": [}']) placeUnits(text);
  });
});
