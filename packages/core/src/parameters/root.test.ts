import { applyEdits } from "jsonc-parser";
import { expect, test } from "vitest";
import { readParameterFile } from "./read.ts";

const id = "0A".repeat(32);
const unit = `{
    "componentid": "${id}",
    "currencyisocode": "USD"
  }`;

/** What the first fix of the only issue makes of the text, and whether it is safe. */
function fixed(text: string, path: string): { message: string; safe: boolean | undefined; text: string } {
  const { issues, request } = readParameterFile(text, { path });
  expect(request).toBeUndefined();
  expect(issues.map(({ code }) => code)).toEqual(["wrong-root"]);
  const fix = issues[0]?.fixes[0];
  const mended = fix ? applyEdits(text, [...fix.edits]) : "";
  if (fix) expect(readParameterFile(mended, { path }).issues).toEqual([]);
  return { message: issues[0]?.message ?? "", safe: fix?.safe, text: mended };
}

test("units without the envelope", () => {
  expect(fixed(`{\n  "weights": ${unit}\n}\n`, "a.pa.json")).toEqual({
    message: "The envelope is missing: the parameters belong into `data`.",
    safe: false,
    text: `{\n  "data": {\n    "weights": {\n      "componentid": "${id}",\n      "currencyisocode": "USD"\n    }\n  }\n}\n`,
  });
});

test("a unit without envelope and id", () => {
  const { safe, text } = fixed(`{"componentid":"${id}"}`, "a.pa.json");
  expect(safe).toBe(false);
  expect(text).toBe(`{"data": {"unit": {"componentid":"${id}"}}}`);
});

test("a unit without its id", () => {
  expect(fixed(`{\n  "data": ${unit}\n}`, "a.pa.json")).toEqual({
    message: "The unit's id is missing: `data` holds units by their ids, not a unit itself.",
    safe: false,
    text: `{\n  "data": {\n    "unit": {\n      "componentid": "${id}",\n      "currencyisocode": "USD"\n    }\n  }\n}`,
  });
});

test("an envelope within an envelope", () => {
  const inner = `{\n  "data": {\n    "data": {\n      "weights": { "componentid": "${id}" }\n    },\n    "meta": {}\n  }\n}\n`;
  expect(fixed(inner, "a.pa.json")).toEqual({
    message: "This is an envelope within an envelope: `data` stands in `data`.",
    safe: false,
    text: `{\n  "data": {\n    "weights": { "componentid": "${id}" }\n  },\n  "meta": {}\n}\n`,
  });
});

test("parameters of a family with one result without the envelope", () => {
  const parameters = '{"strategy":{"id":"Client:/S"},"outputTypes":{}}';
  expect(fixed(parameters, "a.afi.json").text).toBe(`{"data": ${parameters}}`);
});

test("an envelope where the family takes none", () => {
  const parameters = '{"account":{"id":"Client:/A.ACCT"},"dates":{"startdate":"0","enddate":"0"}}';
  expect(fixed(`{"data": ${parameters} }`, "a.fiab.json").text).toBe(parameters);
});

test("no fix is offered that would lose what stands beside", () => {
  const { text } = fixed(`{"$schema":"pa.schema.json","weights":{"componentid":"${id}"}}`, "a.pa.json");
  expect(text).toBe("");
});

test("units called `data` or like a property are units", () => {
  for (const name of ["data", "meta", "dates", "accounts"]) {
    const file = readParameterFile(`{"data":{"${name}":{"componentid":"${id}"}}}`, { path: "a.pa.json" });
    expect(file).toMatchObject({ issues: [], units: [name] });
  }
});

test("the family of a file without envelope is found all the same", () => {
  const file = readParameterFile(`{"a":{"document":"Client:/D","account":{"id":"A"},"dates":{"enddate":"0"}}}`);
  expect(file).toMatchObject({ family: "pub", familyBy: "content", issues: [{ code: "wrong-root" }] });
});
