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
  const fixed = fix ? applyEdits(text, [...fix.edits]) : "";
  if (fix) expect(readParameterFile(fixed, { path }).issues).toEqual([]);
  return { message: issues[0]?.message ?? "", safe: fix?.safe, text: fixed };
}

test("units without the envelope get one", () => {
  expect(fixed(`{\n  "weights": ${unit}\n}\n`, "a.pa.json")).toEqual({
    message: "The envelope is missing: the parameters belong in `data`.",
    safe: false,
    text: `{\n  "data": {\n    "weights": {\n      "componentid": "${id}",\n      "currencyisocode": "USD"\n    }\n  }\n}\n`,
  });
});

test("a unit without envelope and id gets both", () => {
  const { safe, text } = fixed(`{"componentid":"${id}"}`, "a.pa.json");
  expect(safe).toBe(false);
  expect(text).toBe(`{"data": {"unit": {"componentid":"${id}"}}}`);
});

test("a unit without its id gets one", () => {
  expect(fixed(`{\n  "data": ${unit}\n}`, "a.pa.json")).toEqual({
    message: "The unit's id is missing: `data` must contain units by their ids, not a unit itself.",
    safe: false,
    text: `{\n  "data": {\n    "unit": {\n      "componentid": "${id}",\n      "currencyisocode": "USD"\n    }\n  }\n}`,
  });
});

test("an envelope within an envelope is removed", () => {
  const inner = `{\n  "data": {\n    "data": {\n      "weights": { "componentid": "${id}" }\n    },\n    "meta": {}\n  }\n}\n`;
  expect(fixed(inner, "a.pa.json")).toEqual({
    message: "This is an envelope within an envelope: `data` is inside `data`.",
    safe: false,
    text: `{\n  "data": {\n    "weights": { "componentid": "${id}" }\n  },\n  "meta": {}\n}\n`,
  });
});

test("parameters of a family with one result get the envelope", () => {
  const parameters = '{"strategy":{"id":"Client:/S"},"outputTypes":{}}';
  expect(fixed(parameters, "a.afi.json").text).toBe(`{"data": ${parameters}}`);
});

test("an envelope is removed where the family takes none", () => {
  const parameters = '{"account":{"id":"Client:/A.ACCT"},"dates":{"startdate":"0","enddate":"0"}}';
  expect(fixed(`{"data": ${parameters} }`, "a.fiab.json").text).toBe(parameters);
});

const schema = '"$schema": "pa.schema.json"';

test("what belongs to the root stays there: `$schema` and `meta`", () => {
  const unitLine = `"weights": {"componentid":"${id}"}`;
  expect(fixed(`{${schema}, ${unitLine}}`, "a.pa.json").text).toBe(`{${schema}, "data": {${unitLine}}}`);
  expect(fixed(`{${unitLine}, "meta":{"format":"JsonStach"}}`, "a.pa.json")).toEqual({
    message: "The envelope is missing: the parameters belong in `data`.",
    safe: false,
    text: `{"data": {${unitLine}}, "meta":{"format":"JsonStach"}}`,
  });
  expect(fixed(`{\n  ${schema},\n  "weights": ${unit},\n  "meta": {}\n}\n`, "a.pa.json").text).toBe(
    `{\n  ${schema},\n  "data": {\n    "weights": {\n      "componentid": "${id}",\n      "currencyisocode": "USD"\n    }\n  },\n  "meta": {}\n}\n`,
  );
  expect(fixed(`{\n  ${schema},\n  "componentid": "${id}",\n  "meta": {}\n}\n`, "a.pa.json").text).toBe(
    `{\n  ${schema},\n  "data": {\n    "unit": {\n      "componentid": "${id}"\n    }\n  },\n  "meta": {}\n}\n`,
  );
});

test("parameters around a `meta` are not moved past it", () => {
  const text = `{"a":{"componentid":"${id}"},"meta":{},"b":{"componentid":"${id}"}}`;
  expect(fixed(text, "a.pa.json").text).toBe("");
});

test("the `meta` of a family with one result does not go into `data`", () => {
  const parameters = '"strategy":{"id":"Client:/S"},"outputTypes":{}';
  expect(fixed(`{${parameters},"meta":{}}`, "a.afi.json").text).toBe(`{"data": {${parameters}},"meta":{}}`);
});

test("an envelope within an envelope that has a `$schema` or a `meta` is removed", () => {
  const units = `{\n    "weights": { "componentid": "${id}" }\n  }`;
  const deep = units.replaceAll("\n", "\n  ");
  const withMeta = `{\n  "data": {\n    "data": ${deep}\n  },\n  "meta": {}\n}\n`;
  expect(fixed(withMeta, "a.pa.json").text).toBe(`{\n  "data": ${units},\n  "meta": {}\n}\n`);
  const withSchema = `{\n  ${schema},\n  "data": {\n    "data": ${deep},\n    "meta": {}\n  }\n}\n`;
  expect(fixed(withSchema, "a.pa.json").text).toBe(`{\n  ${schema},\n  "data": ${units},\n  "meta": {}\n}\n`);
});

test("of two `meta` the author chooses one", () => {
  const text = `{"data":{"data":{"u":{"componentid":"${id}"}},"meta":{"format":"JsonStach"}},"meta":{}}`;
  const [issue] = readParameterFile(text, { path: "a.pa.json" }).issues;
  expect(issue?.fixes.map(({ title, edits }) => [title, applyEdits(text, [...edits])])).toEqual([
    ["Remove the inner envelope and its `meta`", `{"data":{"u":{"componentid":"${id}"}},"meta":{}}`],
    [
      "Remove the outer envelope and its `meta`",
      `{"data":{"u":{"componentid":"${id}"}},"meta":{"format":"JsonStach"}}`,
    ],
  ]);
});

test("an envelope with a `$schema` is removed where the family takes none", () => {
  const members = '"account":{"id":"Client:/A.ACCT"},"dates":{"startdate":"0","enddate":"0"}';
  const named = '"$schema":"fiab.schema.json"';
  expect(fixed(`{${named},"data": {${members}}}`, "a.fiab.json").text).toBe(`{${named},${members}}`);
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

test("what is wrong with parameters at the wrong place is shown at once", () => {
  const wrong = `{"componentid":"${id}","acounts":[],"dates":{"startdate":"20240230","enddate":"0","frequency":"Monthly"}}`;
  const codesOf = (text: string, path = "a.pa.json") =>
    readParameterFile(text, { path }).issues.map(
      ({ code, range }) => `${code} ${text.slice(range.start.offset, range.end.offset)}`,
    );
  const inside = ['unknown-property "acounts"', "empty-value []", 'impossible-date "20240230"'];
  const texts = [wrong, `{"u":${wrong}}`, `{"data":${wrong}}`, `{"data":{"data":{"u":${wrong}}}}`];
  for (const text of texts) expect(codesOf(text)).toEqual([expect.stringMatching(/^wrong-root /), ...inside]);
});

test("the earlier form of requests is named, and its parts are checked", () => {
  const wrong = `{"u":{"componentid":"${id}","acounts":[]}}`;
  const read = (text: string) =>
    readParameterFile(text, { path: "a.json" }).issues.map(({ code, message }) => `${code} ${message}`);
  expect(read(`{"pa":${wrong},"spar":{"u":{"componentid":"${id}"}}}`)).toEqual([
    "wrong-root `pa` at the root is an earlier form of requests. Write a file for each: `NAME.pa.json`, `NAME.spar.json`, with the units in `data`.",
    "unknown-property There is no property `acounts` in `u`. Did you mean `accounts`?",
    expect.stringMatching(/^empty-value `accounts` is an empty list/),
    expect.stringMatching(/^wrong-root `spar` at the root/),
  ]);
  expect(read(`{"pa":{"u":{"componentid":"${id}"}},"vault":{}}`)).toEqual([
    expect.stringMatching(/^wrong-root `pa` at the root is an earlier form/),
    expect.stringMatching(/^wrong-root `vault` at the root is an earlier form/),
    expect.stringMatching(/^nothing-to-compute/),
  ]);
  expect(read('{"pa":{}}').join()).not.toContain("earlier form");
  const text = `{"pa":{"u":{"componentid":"${id}"}}}`;
  expect(fixed(text, "a.pa.json").text).toBe(`{"data":{"u":{"componentid":"${id}"}}}`);
  expect(readParameterFile(`{"pa":{"componentid":"${id}"}}`, { path: "a.pa.json" }).issues).toMatchObject([
    { message: "The envelope is missing: the parameters belong in `data`." },
  ]);
});
