import { expect, test } from "vitest";
import { type ReadOptions, readParameterFile } from "./read.ts";

const unit = { componentid: "0A".repeat(32) };
const units = JSON.stringify({ data: { u: unit } });
const withSchema = (name: string) =>
  JSON.stringify({ $schema: `https://analytics-engines.example/schemas/${name}.schema.json`, data: { u: unit } });

test.each<[string, string, ReadOptions, string | undefined, string | undefined]>([
  ["the caller before all", withSchema("spar"), { family: "pa", path: "a.vault.json" }, "pa", "caller"],
  ["the file's name", units, { path: "folder/weights.pa.json" }, "pa", "file name"],
  [
    "the file's name in any case, in a path of Windows",
    units,
    { path: "C:\\Folder.spar.json\\WEIGHTS.PA.JSON" },
    "pa",
    "file name",
  ],
  ["$schema", withSchema("spar"), { path: "weights.json", families: { "*": "pa" } }, "spar", "$schema"],
  [
    "the first glob that matches",
    units,
    { path: "nightly/a/weights.json", families: { "weekly/**": "spar", "nightly/**/*.json": "pa", "**": "spar" } },
    "pa",
    "mapping",
  ],
  [
    "a word that is no family does not count",
    units,
    { path: "weights.v2.json", families: { "*.json": "pa" } },
    "pa",
    "mapping",
  ],
  [
    "the content",
    JSON.stringify({ data: { u: { document: "D", account: { id: "A" }, dates: { enddate: "0" } } } }),
    {},
    "pub",
    "content",
  ],
])("%s", (_, text, options, family, familyBy) => {
  expect(readParameterFile(text, options)).toMatchObject({ family, familyBy });
});

test("content that fits several families gives an issue that lists them", () => {
  const { issues, family, request } = readParameterFile(
    '{"data":{"strategy":{"id":"S"},"account":{"id":"A"},"outputTypes":{}}}',
  );
  expect({ family, request }).toEqual({ family: undefined, request: undefined });
  expect(issues.map(({ code, message }) => [code, message])).toEqual([
    [
      "family-ambiguous",
      "The content fits `afi`, `axp`, `bpm` or `npo`. Name the file `NAME.FAMILY.json`, or give it a `$schema`.",
    ],
  ]);
});

test("a few units show the family of a file with thousands", () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`u${at}`, { ...unit, columns: [] }]));
  expect(readParameterFile(JSON.stringify({ data }))).toMatchObject({ family: "pa", familyBy: "content", issues: [] });
});

test("a name and a $schema that disagree are an issue", () => {
  const { family, issues } = readParameterFile(withSchema("spar"), { path: "a.pa.json" });
  expect(family).toBe("pa");
  expect(issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(["family-conflict /$schema"]);
});

test("content of another family gives one message with the name to give, also where it has a mistake of its own", () => {
  const vault = { ...unit, account: { id: "Client:/A.ACCT" }, configid: "c", componentdetail: "groups" };
  const messagesOf = (content: object, path = "a.pa.json") =>
    readParameterFile(JSON.stringify({ data: { u: content } }), { path }).issues.map(({ message }) => message);
  expect(messagesOf(vault)).toEqual([
    "The file's name says `pa`, but its content fits `vault`. Name it `a.vault.json`.",
  ]);
  expect(messagesOf({ ...vault, dates: { enddate: "0" } })).toEqual([
    "The file's name says `pa`, but its content fits `vault` better. Name it `a.vault.json`.",
  ]);
});
