import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksFile } from "./checks-schema.ts";
import { readChecks, ruleNames } from "./read-checks.ts";

const file = (...checks: readonly unknown[]) => JSON.stringify({ checks }, null, 1);

/** `LINE:COLUMN code message` of each issue. */
function issuesOf(text: string): string[] {
  return readChecks(text).issues.map(
    ({ range: { start }, code, message }) => `${start.line}:${start.column} ${code} ${message}`,
  );
}

describe("a checks file", () => {
  it("gives each check with its rule and its line", () => {
    const { checks, issues } = readChecks(
      file({ units: "w*", rowCount: { min: 1 } }, { sum: { column: "Weight", value: 100 }, because: "All of it." }),
    );
    expect(issues).toEqual([]);
    expect(checks).toEqual([
      { id: "rowCount, units w*", rule: "rowCount", line: 3, check: { units: "w*", rowCount: { min: 1 } } },
      {
        id: "sum of Weight",
        rule: "sum",
        line: 9,
        check: { sum: { column: "Weight", value: 100 }, because: "All of it." },
      },
    ]);
  });

  it("names each check by what it is about, so that another limit or place keeps the name", () => {
    const weights = {
      between: { column: "Weight", max: 10 },
      rows: { Sector: "Energy" },
      table: 0,
      files: "a.pa.json",
    };
    const ids = (...checks: readonly unknown[]) => readChecks(file(...checks)).checks.map(({ id }) => id);
    expect(
      ids(weights, { ...weights, between: { column: "Weight", max: 20 } }, { unique: { columns: ["A", "B"] } }),
    ).toEqual([
      "between of Weight, table 0, files a.pa.json, Sector Energy",
      "between of Weight, table 0, files a.pa.json, Sector Energy (2)",
      "unique of A and B",
    ]);
  });

  it.each([
    ["no JSON", "{", /^1:2 syntax /],
    ["another root", "[]", /^1:1 wrong-type /],
    ["an unknown rule", file({ summ: { column: "W", value: 1 } }), /^4:4 unknown-property .*Did you mean `sum`\?$/],
    ["an unknown setting", file({ rowCount: { mim: 1 } }), /^5:5 unknown-property .*Did you mean `min`\?$/],
    ["a wrong kind", file({ rowCount: { min: "1" } }), /^5:12 wrong-type .*a whole number is needed/],
    ["a missing column", file({ notNull: {} }), /^4:4 missing-property `column` is missing in `notNull`\.$/],
    ["no rule", file({ units: "*" }), /^3:3 missing-property The check has no rule: add `rowCount`/],
    [
      "two rules",
      file({ rowCount: { min: 1 }, notNull: { column: "A" } }),
      /^7:4 unknown-property A check has one rule/,
    ],
    ["no limits", file({ between: { column: "A" } }), /^4:15 unknown-value The limits are missing/],
    ["limits in the wrong order", file({ rowCount: { min: 2, max: 1 } }), /^5:12 unknown-value `min` is larger/],
    ["a sum without a value", file({ sum: { column: "A" } }), /^4:11 unknown-value What the sum must be/],
    ["a sum with two", file({ sum: { column: "A", value: 1, totalRow: true } }), /^4:11 unknown-value What the sum/],
    ["no limit of a move", file({ moved: { column: "A" } }), /^4:13 unknown-value The limit is missing/],
    ["a negative distance", file({ moved: { column: "A", atMost: -1 } }), /^6:15 unknown-value A distance/],
    ["a negative table", file({ table: -1, rowCount: { min: 1 } }), /^4:13 unknown-value Tables are counted/],
    ["no columns", file({ unique: { columns: [] } }), /^5:16 unknown-value At least one column/],
    [
      "an unknown severity",
      file({ severity: "fatal", rowCount: { min: 1 } }),
      /^4:16 unknown-value `fatal` is not allowed/,
    ],
    ["units in the glob of files", file({ files: "a#b", rowCount: { min: 1 } }), /^4:13 unknown-value A glob of files/],
  ])("with %s gets an issue at its place, and no checks", (_, text, issue) => {
    expect(issuesOf(text)).toEqual([expect.stringMatching(issue)]);
    expect(readChecks(text).checks).toEqual([]);
  });

  it("never throws, and accepts only what its schema accepts", () => {
    const name = fc.constantFrom("files", "units", "table", "rows", "severity", "min", "max", "column", ...ruleNames);
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 1, -1, 0.5, "error", "Weight", "a\u0000"),
        fc.dictionary(name, tie("any"), { maxKeys: 3 }),
        fc.array(tie("any"), { maxLength: 2 }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), (checks) => {
        const { issues } = readChecks(JSON.stringify({ checks }));
        const isAccepted = issues.every(({ severity }) => severity !== "error");
        if (isAccepted) expect(checksFile.safeParse({ checks }).success).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readChecks(text).checks).toEqual([]);
      }),
    );
  });
});
