import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readParameterFile } from "../read/read.ts";
import { issueCodes } from "./issue.ts";
import { ruleOf, type SarifInput, type SarifLog, toSarif } from "./sarif.ts";

const tool = { name: "analytics-engines", version: "1.2.3" };
const read = (path: string, text: string): SarifInput => ({ path, issues: readParameterFile(text, { path }).issues });
const sarif = (...files: SarifInput[]) => toSarif(files, { tool });
const uriOf = (log: SarifLog) =>
  log.runs[0].results.flatMap(({ locations }) => locations).map((each) => each.physicalLocation.artifactLocation);

test("each issue becomes a result at its region, with its rule and its fixes", () => {
  const text = '{"data":{"a":{"componentId":"","acounts":[]}}}';
  const log = sarif(read("parameters/a.pa.json", text));
  expect(log).toMatchObject({ version: "2.1.0", $schema: expect.stringContaining("sarif-2.1.0") });
  const [run] = log.runs;
  expect(run.tool.driver).toMatchObject(tool);
  expect(run.columnKind).toBe("utf16CodeUnits");
  expect(run.invocations).toEqual([{ executionSuccessful: true }]);
  const unknown = run.results.find(({ ruleId }) => ruleId === "unknown-property");
  expect(unknown).toMatchObject({
    level: "error",
    message: { text: "There is no property `acounts` in `a`. Did you mean `accounts`?" },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "parameters/a.pa.json", uriBaseId: "%SRCROOT%" },
          region: { startLine: 1, startColumn: 32, endLine: 1, endColumn: 41 },
        },
        logicalLocations: [{ fullyQualifiedName: "/data/a/acounts" }],
      },
    ],
  });
  const replacements = unknown?.fixes?.[0]?.artifactChanges[0]?.replacements ?? [];
  expect(replacements).toEqual([
    {
      deletedRegion: { startLine: 1, startColumn: 32, endLine: 1, endColumn: 41 },
      insertedContent: { text: '"accounts"' },
    },
  ]);
  expect(run.results.find(({ ruleId }) => ruleId === "letter-case")?.level).toBe("note");
});

test("each code is one rule, and every result points to its own", () => {
  const [run] = sarif(
    read("a.pa.json", '{"data":{"a":{"x":1,"y":2}}}'),
    read("b.pa.json", '{"data":{"b":{"z":1,"componentId":""}}}'),
  ).runs;
  const ids = run.tool.driver.rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(run.results.length).toBeGreaterThan(3);
  for (const { ruleId, ruleIndex } of run.results) expect(ids[ruleIndex]).toBe(ruleId);
});

test("each rule says in a sentence what it is about, and where its code is explained", () => {
  const rules = issueCodes.map(ruleOf);
  for (const { id, shortDescription, helpUri } of rules) {
    expect(shortDescription.text).toMatch(/^[A-Z].{10,80}\.$/);
    expect(new URL(helpUri).hash).toBe(`#${id}`);
    expect(
      existsSync(new URL(`../../../../../${helpUri.replace(/^.*\/blob\/main\/|#.*$/g, "")}`, import.meta.url)),
    ).toBe(true);
  }
  expect(new Set(rules.map(({ shortDescription }) => shortDescription.text)).size).toBe(rules.length);
  const [run] = sarif(read("a.pa.json", "{")).runs;
  expect(run.tool.driver.rules).toEqual(rules.filter(({ id }) => id === "syntax"));
});

test("a file that could not be read makes the run unsuccessful", () => {
  const [run] = sarif({ path: "a.pa.json", issues: [], problem: "It is not UTF-8 text." }).runs;
  expect(run.results).toEqual([]);
  expect(run.invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          level: "error",
          message: { text: "It is not UTF-8 text." },
          locations: [{ physicalLocation: { artifactLocation: { uri: "a.pa.json", uriBaseId: "%SRCROOT%" } } }],
        },
      ],
    },
  ]);
});

test.each([
  ["a b/ü#1?.pa.json", { uri: "a%20b/%C3%BC%231%3F.pa.json", uriBaseId: "%SRCROOT%" }],
  ["javascript:x.pa.json", { uri: "javascript%3Ax.pa.json", uriBaseId: "%SRCROOT%" }],
  ["../up.pa.json", { uri: "../up.pa.json", uriBaseId: "%SRCROOT%" }],
  ["/tmp/a b.pa.json", { uri: "file:///tmp/a%20b.pa.json" }],
  ["C:/parameters/a.pa.json", { uri: "file:///C:/parameters/a.pa.json" }],
  ["//server/share/a b.pa.json", { uri: "file://server/share/a%20b.pa.json" }],
])("the path %s becomes a URI", (path, location) => {
  expect(uriOf(sarif(read(path, "{")))[0]).toEqual(location);
});

test("text of a file is neither a link nor a placeholder", () => {
  const log = sarif(read("a.pa.json", '{"data":{"a":{"componentid":"","[x](http://evil.example) {0}":1}}}'));
  const texts = log.runs[0].results.map(({ message }) => message.text);
  expect(texts.join()).toContain("\\[x\\](http://evil.example) {{0}}");
});

test("any text and any path give well-formed JSON and valid URI references", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (path, key) => {
      const text = JSON.stringify({ data: { u: { componentid: "", [key]: 1, [`${key}\ud800`]: 2 } } });
      const log = toSarif([{ path, issues: readParameterFile(text, { family: "pa" }).issues }], { tool });
      expect(JSON.stringify(log).isWellFormed()).toBe(true);
      for (const { uri } of uriOf(log)) expect(URL.canParse(uri, "file:///repository/")).toBe(true);
      for (const { message } of log.runs[0].results) expect(message.text).not.toMatch(/(?<!\\)(?:\\\\)*\[/);
    }),
  );
});
