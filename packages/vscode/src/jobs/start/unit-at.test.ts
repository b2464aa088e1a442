import { readParameterFile } from "@analytics-engines/core/parameters";
import { expect, it } from "vitest";
import { unitAt } from "./unit-at.ts";

const text = JSON.stringify({ data: { first: { componentid: "A" }, "second one": { componentid: "B" } } }, null, 2);

function at(place: string, shift = 0, source = text) {
  const offset = source.indexOf(place);
  expect(offset).toBeGreaterThan(-1);
  return unitAt(source, readParameterFile(source, { path: "a.pa.json" }), offset + shift);
}

it.each([
  ["inside a unit", () => at('"B"'), "second one"],
  ["at the id of a unit", () => at('"second one"', 3), "second one"],
  ["at the start of the line of a unit", () => at('    "first"'), "first"],
  ["after the comma of a unit", () => at("},", 2), "first"],
  ["beside all units", () => at('"data"'), undefined],
  ["inside a unit on one line with others", () => at('"B"', 0, JSON.stringify(JSON.parse(text))), "second one"],
  ["anywhere, if there is one unit", () => at('"data"', 0, '{"data":{\n"only":{"componentid":"A"}}}'), "only"],
])("the cursor %s finds the unit", (_where, find, unit) => {
  expect(find()).toBe(unit);
});
