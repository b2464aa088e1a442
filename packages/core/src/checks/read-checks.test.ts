import fc from "fast-check";
import { applyEdits } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { ruleNames } from "./check-rules.ts";
import { checksFile } from "./checks-schema.ts";
import { describeCheckChanges, readChecks } from "./read-checks.ts";

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
    const agrees = { column: "A", with: { file: "r.*", column: "B", rows: { Date: "1" } }, tolerance: 1 };
    expect(
      ids(
        { role: "leaf", between: { column: "Weight", maxFrom: "most" } },
        { addUp: { columns: ["A", "B"], to: "C" } },
        { metadata: { item: "Currency", is: "USD" } },
        { agrees },
      ),
    ).toEqual([
      "between of Weight, role leaf",
      "addUp of A and B and C",
      "metadata of Currency",
      "agrees of A, with file r.*, with column B, with Date 1",
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
    ["no parts", file({ addUp: { columns: [], to: "A" } }), /^5:16 unknown-value At least one column/],
    ["no texts", file({ text: { column: "A", oneOf: [] } }), /^6:14 unknown-value At least one text/],
    ["no text to be", file({ text: { column: "A" } }), /^4:12 unknown-value What the text must be is missing or/],
    ["two texts to be", file({ metadata: { item: "A", is: "", matches: "" } }), /^4:16 unknown-value What the text/],
    [
      "a limit twice",
      file({ between: { column: "A", max: 1, maxFrom: "B" } }),
      /^7:16 unknown-value The limit is doub/,
    ],
    ["no distance of rows", file({ rowCountMoved: {} }), /^4:21 unknown-value The limit is missing/],
    ["a part of a row", file({ rowCountMoved: { atMost: 0.5 } }), /^5:15 wrong-type .*a whole number is needed/],
    ["an unknown role", file({ role: "leaves", rowCount: { min: 1 } }), /^4:12 unknown-value `leaves` is not allowed/],
    ["no other unit", file({ agrees: { column: "A", with: {} } }), /^6:13 unknown-value The other unit is missing/],
    [
      "a star without a partner",
      file({ units: "w?*", agrees: { column: "A", with: { unit: "r-*" } } }),
      /^8:14 unknown-value `\*` is the text that `\*` of `units` is/,
    ],
    [
      "a unit in the glob of the other file",
      file({ agrees: { column: "A", with: { file: "a#b" } } }),
      /^7:14 unknown-value A glob of files/,
    ],
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

  it("shows all mistakes at once, also those beside others", () => {
    const mistakes: readonly (readonly [check: object, code: string])[] = [
      [{ summ: { column: "W", value: 1 } }, "unknown-property"],
      [{ rowCount: { mim: 1 } }, "unknown-property"],
      [{ rowCount: { min: "1" } }, "wrong-type"],
      [{ notNull: {} }, "missing-property"],
      [{ units: "*" }, "missing-property"],
      [{ rowCount: { min: 1 }, notNull: { column: "A" } }, "unknown-property"],
      [{ between: { column: "A" } }, "unknown-value"],
      [{ sum: { column: "A" } }, "unknown-value"],
      [{ moved: { column: "A", atMost: -1 } }, "unknown-value"],
      [{ unique: { columns: [] } }, "unknown-value"],
      [{ severity: "fatal", rowCount: { min: 1 } }, "unknown-value"],
      [{ table: -1, rowCount: { min: 1 } }, "unknown-value"],
      [{ addUp: { columns: ["A"] } }, "missing-property"],
      [{ text: { column: "A" } }, "unknown-value"],
      [{ metadata: { item: "A", is: 1 } }, "wrong-type"],
      [{ between: { column: "A", min: 1, minFrom: "B" } }, "unknown-value"],
      [{ agrees: { column: "A", with: { unti: "b" } } }, "unknown-property"],
      [{ rowCountMoved: { atMost: -1 } }, "unknown-value"],
      [{ role: "row", rowCount: { min: 1 } }, "unknown-value"],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([...mistakes], { minLength: 1 }), (chosen) => {
        const { issues } = readChecks(file({ rowCount: { min: 1 } }, ...chosen.map(([check]) => check)));
        expect(issues.map(({ code }) => code)).toEqual(chosen.map(([, code]) => code));
      }),
    );
    const { issues } = readChecks(file({ table: -1, between: { column: 7, min: 2, max: 1 }, becase: "x" }));
    expect(issues.map(({ code }) => code)).toEqual([
      "unknown-value",
      "wrong-type",
      "unknown-value",
      "unknown-property",
    ]);
  });

  it.each([
    [
      "a column beside its rule",
      '{ "between": { "min": 1 }, "column": "A" }',
      '{ "between": { "min": 1, "column": "A" } }',
    ],
    ["a column for a rule", '{ "notNull": "A" }', '{ "notNull": { "column": "A" } }'],
    ["columns for a rule", '{ "unique": ["A", "B"] }', '{ "unique": { "columns": ["A", "B"] } }'],
    ["a column for a rule of several", '{ "unique": "A" }', '{ "unique": { "columns": ["A"] } }'],
  ])("has one issue for %s, whose fix makes it right", (_, wrong, right) => {
    const text = `{ "checks": [${wrong}] }`;
    const { issues } = readChecks(text);
    expect(issues).toHaveLength(1);
    const fixed = applyEdits(text, [...(issues[0]?.fixes[0]?.edits ?? [])]);
    expect(fixed).toBe(`{ "checks": [${right}] }`);
    expect(readChecks(fixed).issues).toEqual([]);
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

function changes(before: readonly object[], after: readonly object[]): readonly string[] {
  const [was, is] = [before, after].map((checks) => readChecks(JSON.stringify({ checks })).checks);
  return describeCheckChanges(was ?? [], is ?? []).map(({ text }) => text);
}

const between = (limits: object, more = {}) => ({ between: { column: "Weight", ...limits }, ...more });
const sum = (tolerance: number) => ({ sum: { column: "Weight", value: 100, tolerance } });

describe("the changes of a checks file", () => {
  it("name the rules that are new and gone, with their settings", () => {
    expect(
      changes([between({ max: 10 })], [{ units: "w*", notNull: { column: "Weight" }, because: "All of it." }]),
    ).toEqual([
      "Rule `notNull` (`column` `Weight`, `units` `w*`) added: `severity` `error`, `because` `All of it.`",
      "Rule `between` (`column` `Weight`) removed: `max` `10`, `severity` `error`",
    ]);
  });

  it.each([
    ["a larger largest number", between({ max: 10 }), between({ max: 20 }), "loosened: `max` `10` → `20`"],
    ["no largest number", between({ min: 0, max: 10 }), between({ min: 0 }), "loosened: `max` `10` → `none`"],
    ["a larger smallest number", between({ min: 1 }), between({ min: 2 }), "tightened: `min` `1` → `2`"],
    ["a wider tolerance", sum(0.01), sum(1), "loosened: `tolerance` `0.01` → `1`"],
    [
      "a warning",
      between({ max: 1 }),
      between({ max: 1 }, { severity: "warning" }),
      "loosened: `severity` `error` → `warning`",
    ],
    [
      "a second distance",
      { moved: { column: "W", atMost: 1 } },
      { moved: { column: "W", atMost: 1, atMostPercent: 5 } },
      "loosened: `atMostPercent` `none` → `5`",
    ],
    [
      "fewer days",
      { newestDate: { maxBusinessDays: 3 } },
      { newestDate: { maxBusinessDays: 1 } },
      "tightened: `maxBusinessDays` `3` → `1`",
    ],
    [
      "a tighter and a looser limit",
      between({ min: 0, max: 1 }),
      between({ min: 0.5, max: 2 }),
      "changed: `min` `0` → `0.5`, `max` `1` → `2`",
    ],
    [
      "another value",
      { sum: { column: "W", value: 1 } },
      { sum: { column: "W", value: 100 } },
      "changed: `value` `1` → `100`",
    ],
    [
      "other texts",
      { text: { column: "W", oneOf: ["a"] } },
      { text: { column: "W", oneOf: ["a", "b"] } },
      'changed: `oneOf` `["a"]` → `["a","b"]`',
    ],
    [
      "a limit in rows",
      between({ max: 1 }),
      between({ maxFrom: "most" }),
      "changed: `max` `1` → `none`, `maxFrom` `none` → `most`",
    ],
    ["another reason", between({ max: 1 }), between({ max: 1 }, { because: "x" }), "changed: `because` `none` → `x`"],
  ])("say what %s does", (_, before, after, text) => {
    expect(changes([before], [after])).toEqual([expect.stringMatching(/^Rule `\w+`/)]);
    expect(
      changes([before], [after])[0]?.endsWith(`) ${text}`) || changes([before], [after])[0]?.endsWith(`\` ${text}`),
    ).toBe(true);
  });

  it("are none for the same rules in another order or spelling", () => {
    expect(changes([sum(1), between({ min: 1, max: 2 })], [between({ max: 2, min: 1 }), sum(1)])).toEqual([]);
  });

  it("do not take a rule for another column or unit for the same", () => {
    expect(changes([between({ max: 1 })], [between({ max: 2 }, { units: "a" })])).toHaveLength(2);
  });

  it("show text as text", () => {
    expect(changes([], [between({ max: 1 }, { because: "`x`\n- y" })])[0]).toContain(
      "`because` `\\u{60}x\\u{60}\\n- y`",
    );
  });
});

it("of more checks than a person writes is refused at once", () => {
  const text = JSON.stringify({ checks: Array(200_000).fill({ rowCount: { min: 1 } }) });
  expect(readChecks(text)).toMatchObject({
    checks: [],
    issues: [{ message: "A checks file has at most 5000 checks, and this one has 200000: divide it." }],
  });
});
