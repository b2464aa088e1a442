import { describe, expect, test } from "vitest";
import { brief, paFile } from "../../../test/support/parameters/parameter-file.ts";
import { digestParameters } from "../digest.ts";
import { applyFixes } from "../issues/fixes.ts";
import { readParameterFile } from "./read.ts";

const pa = (text: string) => readParameterFile(text, { path: "parameters/weights.pa.json" });

test("a file without faults gives the request without $schema, and its units", () => {
  const request = { data: { "1": { componentid: "0A".repeat(32) }, growth: { componentid: "0B".repeat(32) } } };
  const file = pa(JSON.stringify({ $schema: "../schemas/pa.schema.json", ...request }));
  expect(file).toMatchObject({
    family: "pa",
    familyBy: "file name",
    template: undefined,
    issues: [],
    units: ["1", "growth"],
    request,
  });
  expect(file.request).not.toHaveProperty("$schema");
});

test("letter case alone is a hint, and the request has the model's spelling", () => {
  const file = readParameterFile(
    `{
  "Data": { "Unit A": { "universe": { "SOURCE": "identifieruniverse", "universetype": "EQUITY", "identifiers": ["aapl"] } } },
  "meta": { "format": "feather" }
}`,
    { path: "prices.quant.json" },
  );
  expect(file.issues.map(brief)).toEqual([
    "2:3 letter-case /Data",
    "2:39 letter-case /Data/Unit A/universe/SOURCE",
    "2:49 letter-case /Data/Unit A/universe/SOURCE",
    "2:71 letter-case /Data/Unit A/universe/universetype",
    "2:87 letter-case /Data/Unit A/universe/universetype",
    "3:23 letter-case /meta/format",
  ]);
  expect(file.issues.every(({ severity }) => severity === "hint")).toBe(true);
  expect(file.request).toEqual({
    data: { "Unit A": { universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["aapl"] } } },
    meta: { format: "Feather" },
  });
  expect(file.units).toEqual(["Unit A"]);
  expect(file.rangeOf("/data/Unit A/universe/identifiers/0")).toEqual(
    file.rangeOf("/Data/Unit A/universe/identifiers/0"),
  );
  expect(file.rangeOf("/data/Unit A/universe/identifiers/0")?.start).toEqual({ line: 2, column: 113, offset: 114 });
});

test("a variant is checked against the one that source names", () => {
  const file = readParameterFile(
    JSON.stringify({
      data: { u: { dates: { source: "DateList", frequency: "D", calendar: "FIVEDAY", startDate: "0" } } },
    }),
    { family: "quant" },
  );
  expect(file.issues.map(({ message }) => message)).toEqual(["There is no property `startDate` in `dates`."]);
  const unknown = readParameterFile('{"data":{"u":{"dates":{"source":"Dates"}}}}', { family: "quant" });
  expect(unknown.issues.map(({ message }) => message)).toEqual([
    "`Dates` is not allowed here: use `FdsDate` or `DateList`.",
  ]);
  const without = readParameterFile('{"data":{"u":{"dates":{"startDate":"0"}}}}', { family: "quant" });
  expect(without.issues.map(brief)).toEqual(["1:15 missing-property /data/u/dates"]);
});

describe("what cannot be sent", () => {
  const faults: Record<string, [string, string[]]> = {
    "a missing property": ['{"data":{"a":{}}}', ["1:10 missing-property /data/a"]],
    "a name near a property's": [
      '{"data":{"a":{"componentid":"","acounts":[]}}}',
      ["1:32 unknown-property /data/a/acounts"],
    ],
    "a number for a text": ['{"data":{"a":{"componentid":7}}}', ["1:29 wrong-type /data/a/componentid"]],
    "a value that is not in the list": [
      '{"data":{"a":{"componentid":""}},"meta":{"format":"Xml"}}',
      ["1:51 unknown-value /meta/format"],
    ],
    "one unit twice": ['{"data":{"a":{"componentid":""},"a":{"componentid":""}}}', ["1:33 duplicate-key /data/a"]],
    "one property in two spellings": [
      '{"data":{"a":{"componentid":"","componentId":""}}}',
      ["1:32 duplicate-key /data/a/componentId"],
    ],
    "a unit that no object can hold": [
      '{"data":{"__proto__":{"componentid":""}}}',
      ["1:10 unusable-name /data/__proto__"],
    ],
    "a number beyond a double": [
      '{"data":{"a":{"componentid":1e999}}}',
      ["1:29 number-range /data/a/componentid", "1:29 wrong-type /data/a/componentid"],
    ],
    "half a character": ['{"data":{"a":{"componentid":"\\ud83d"}}}', ["1:29 broken-text /data/a/componentid"]],
    "a comment and trailing commas": [
      '{"data":{"a":{"componentid":"",},}}// a',
      ["1:31 trailing-comma ", "1:33 trailing-comma ", "1:36 comment "],
    ],
    "a byte-order mark": ['\uFEFF{"data":{"a":{"componentid":""}}}', ["1:1 byte-order-mark "]],
    "no JSON": ['{"data":{"a":{"componentid":"}}}', ["1:29 syntax "]],
    "nothing at all": ["", ["1:1 syntax "]],
    "nesting without end": ['{"data":'.repeat(10_000), ["1:1 too-deep "]],
  };
  test.each(Object.entries(faults))("%s", (_, [text, issues]) => {
    const file = pa(text);
    expect(file.issues.filter(({ severity }) => severity === "error").map(brief)).toEqual(issues);
    expect(file.request).toBeUndefined();
  });
});

test("a name near a property's is offered as a fix, never applied unasked", () => {
  const { issues } = pa('{"data":{"a":{"componentid":"","acounts":[]}}}');
  const issue = issues.find(({ code }) => code === "unknown-property");
  expect(issue?.message).toBe("There is no property `acounts` in `a`. Did you mean `accounts`?");
  expect(issue?.fixes).toEqual([
    { title: "Change to `accounts`", safe: false, edits: [{ offset: 31, length: 9, content: '"accounts"' }] },
  ]);
});

test("a number with more digits than a double is reported, with the number that would be sent", () => {
  const file = readParameterFile(paFile({}), { path: "a.pa.json" });
  expect(file.issues).toEqual([]);
  const bonds = (face: string) =>
    readParameterFile(
      `{"data":{"securities":[{"symbol":"A","calcFromValue":1.5,"face":${face}}],"calculations":["Price"],"jobSettings":{"asOfDate":"0"}}}`,
      { family: "fi" },
    );
  expect(bonds("9007199254740993").issues.map(({ message }) => message)).toEqual([
    "This number would be sent as 9007199254740992: it has more digits than a double holds.",
  ]);
  expect(bonds("100.28500000000001").issues).toEqual([]);
  expect(bonds("1.0000000000000000000").issues).toEqual([]);
});

test("one digest for files that differ in spacing, key order, letter case and $schema", async () => {
  const one = pa('{"data":{"a":{"componentid":"x","currencyisocode":"USD"}},"meta":{"format":"JsonStach"}}');
  const other = pa(
    '{ "$schema": "pa.schema.json",\n "META": {"Format": "jsonstach"}, "Data": {"a": {"CurrencyISOCode": "USD", "componentId": "x"}} }',
  );
  expect(await digestParameters(one)).toMatch(/^[0-9a-f]{64}$/);
  expect(await digestParameters(other)).toBe(await digestParameters(one));
  expect(await digestParameters(pa('{"data":{"A":{"componentid":"x","currencyisocode":"USD"}}}'))).not.toBe(
    await digestParameters(one),
  );
  await expect(digestParameters(pa("{}x"))).rejects.toThrow("with errors has no canonical form");
});

test("the values that a repeated key hides are checked", () => {
  const unit = (name: string) => `{\n  "${name}": 1,\n  "componentid": "${"0A".repeat(32)}" }`;
  const text = `{"data": {"a": ${unit("first")},\n "b": ${unit("other")}, "a": ${unit("last")} }}`;
  const { issues, request } = readParameterFile(text, { family: "pa" });
  expect(request).toBeUndefined();
  expect(
    issues.map(({ code, range }) => [code, range.start.line, text.slice(range.start.offset, range.end.offset)]),
  ).toEqual([
    ["unknown-property", 2, '"first"'],
    ["unknown-property", 5, '"other"'],
    ["duplicate-key", 6, '"a"'],
    ["unknown-property", 7, '"last"'],
  ]);
});

test("the values that a repeated key hides are checked beside syntax errors, at their places", () => {
  const text =
    '{"data": {a: {"componentid": "", "first": USD}, "b": {"componentid": "", "other": 1} /* note */, "a": {"componentid": "", "last": 2}}}';
  const { issues } = readParameterFile(text, { family: "pa" });
  expect(issues.map(({ code, range }) => [code, text.slice(range.start.offset, range.end.offset)])).toEqual([
    ["syntax", "a"],
    ["empty-value", '""'],
    ["unknown-property", '"first"'],
    ["syntax", "USD"],
    ["empty-value", '""'],
    ["unknown-property", '"other"'],
    ["comment", "/* note */"],
    ["duplicate-key", '"a"'],
    ["empty-value", '""'],
    ["unknown-property", '"last"'],
  ]);
});

test("keys that repeat inside a repeated value are reported", () => {
  const text = '{"data":{"a":{"x":1,"x":2},"a":{"y":1,"y":2}},"data":{"a":{"z":1}}}';
  expect(readParameterFile(text, { family: "pa" }).issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(
    expect.arrayContaining(["duplicate-key /data", "unknown-property /data/a/x", "unknown-property /data/a/z"]),
  );
});

test("no fix removes a repetition about which the author has not decided", () => {
  const text = '{"data":{"u":{}},"meta":{"format":"JsonStach","format":"BinaryStach","contenttype":"Json"}}';
  const { issues } = readParameterFile(text, { family: "pa" });
  expect(issues.map(({ code }) => code)).toContain("duplicate-key");
  expect(applyFixes(text, issues)).toBe(text);
});

test("the reader stops at endless repeated keys", () => {
  const text = `{"data":{${Array.from({ length: 20_001 }, () => '"u":{}').join(",")}}}`;
  expect(readParameterFile(text, { family: "pa" }).request).toBeUndefined();
});

test("what else is wrong in a text that is not JSON is listed, each at its place and with its fix", () => {
  const text = `{
  "data": {
    "a": {
      "componentid": NaN,
      "dates": {
        "startdate": "2024-01-31"
        frequency: 'Montly'

      "accounts": [[{"id": "Client:/A"}]
    },
    "b": {
      "componentid": 5, // five
      "acounts": [{"id": "Client:/A.ACCT"}],
      "currencyisocode": USDD,
    }
  }
}`;
  const { issues, request, units } = readParameterFile(text, { family: "pa" });
  expect(
    issues.map(({ code, range, fixes }) => [code, text.slice(range.start.offset, range.end.offset), fixes[0]?.title]),
  ).toEqual([
    ["syntax", "NaN", undefined],
    ["date-form", '"2024-01-31"', "Change to `20240131`"],
    ["syntax", "frequency", "Add the comma"],
    ["syntax", "frequency", "Put it between quotes"],
    ["unlisted-value", "'Montly'", "Change to `Monthly`"],
    ["syntax", "'Montly'", "Write straight double quotes"],
    ["syntax", '"accounts"', "Add the comma"],
    ["syntax", '"accounts"', "Add `}`"],
    ["syntax", "[", "Remove `[`"],
    ["path-form", '"Client:/A"', "Add `.ACCT`"],
    ["wrong-type", "5", "Put it between quotes"],
    ["comment", "// five", "Remove the comment"],
    ["unknown-property", '"acounts"', "Change to `accounts`"],
    ["unlisted-value", "USDD", "Change to `USD`"],
    ["syntax", "USDD", "Put it between quotes"],
    ["trailing-comma", ",", "Remove the comma"],
  ]);
  expect(request).toBeUndefined();
  expect(units).toEqual(["a", "b"]);
});

test("a character that cannot be seen in place of a colon hides nothing", () => {
  const { issues } = readParameterFile('{"data"\uFEFF{"u":{"componentid":5}}}', { path: "a.pa.json" });
  expect(issues.map(({ code }) => code)).toEqual(["syntax", "syntax", "wrong-type"]);
});

test("of a text whose rest has no sure meaning, the part before is checked", () => {
  const before = '{"data":{"a":{"componentid":5,"acounts":[]},"b":{"componentid":6';
  const codes = (text: string) => readParameterFile(text, { path: "a.pa.json" }).issues.map(({ code }) => code);
  const certain = ["wrong-type", "unknown-property", "empty-value"];
  // Nobody knows what the last value would be, nor whether more follows in its object.
  for (const rest of [" <<<<<<< HEAD\n}}}", ' "', " /* open", " = 7}}}"])
    expect(codes(before + rest)).toEqual([...certain, "syntax"]);
  // Without indentation, the bracket may be missing anywhere.
  expect(codes(before)).toEqual(["syntax"]);
  expect(readParameterFile(`${before} <<<<<<<`, { path: "a.pa.json" })).toMatchObject({
    units: [],
    request: undefined,
  });
});
