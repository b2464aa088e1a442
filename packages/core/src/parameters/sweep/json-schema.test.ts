import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { readSweep } from "./read-sweep.ts";

const words = ["markdownDescription", "enumDescriptions", "defaultSnippets"];
const schema = JSON.parse(readFileSync(new URL("../../../schemas/sweep.schema.json", import.meta.url), "utf8"));
const isValid = new Ajv({ strict: true, allowUnionTypes: true }).addVocabulary(words).compile(schema);

const good = { template: { componentid: "A" }, rows: "a.csv", id: "{a}", fill: { "/accounts/0/id": "{a}" } };

test("a member in another letter case is accepted, as in parameter files", () => {
  const text = JSON.stringify({ ...good, Rows: "a.csv", rows: undefined });
  const { sources, jobs } = readSweep(text, "a.pa.sweep.json", { files: new Map([["a.csv", { text: "a\n1\n" }]]) });
  expect(sources[0]?.issues.map(({ code, severity }) => [code, severity])).toContainEqual(["letter-case", "hint"]);
  expect(jobs).toHaveLength(1);
});

test.each<object>([
  good,
  { ...good, $schema: "sweep.schema.json" },
  { ...good, exclude: "b" },
  { ...good, fill: { "/accounts/0/id": { column: "a", type: "text", optional: true } } },
  { ...good, fill: undefined },
  { ...good, more: 1 },
  { ...good, id: undefined },
  { ...good, template: 7 },
  { ...good, template: null },
  { ...good, rows: 7 },
  { ...good, rows: [{ a: "1" }] },
  { ...good, rows: { accounts: "Client:/" } },
  { ...good, fill: [] },
  { ...good, fill: { "/accounts/0/id": 7 } },
  { ...good, fill: { "/accounts/0/id": { column: "a", type: "date" } } },
  { ...good, fill: { "/accounts/0/id": { type: "text" } } },
  { ...good, exclude: true },
  [],
])("the JSON Schema and the reader agree about %j", (value) => {
  const { sources } = readSweep(JSON.stringify(value), "a.pa.sweep.json", {
    files: new Map([["a.csv", { text: "a,b\n1,no\n" }]]),
  });
  const errors = sources.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error");
  expect(errors.length === 0, JSON.stringify(errors)).toBe(isValid(JSON.parse(JSON.stringify(value))));
});
