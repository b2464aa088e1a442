import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FamilyId } from "../../families/families.ts";
import { applyFixes } from "../issues/fixes.ts";
import { readParameterFile } from "../read/read.ts";

const issuesOf = (request: object, family: FamilyId = "pa") =>
  readParameterFile(JSON.stringify(request), { family }).issues;
const component = "A".repeat(64);
const unit = (settings: object) => ({ data: { weights: { componentid: component, ...settings } } });
const brief = (request: object, family?: FamilyId) =>
  issuesOf(request, family).map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);

describe("a value that the service's lists do not have", () => {
  test.each([
    [{ currencyisocode: "USDD" }, "/data/weights/currencyisocode", "USD"],
    [{ dates: { frequency: "Monthli" } }, "/data/weights/dates/frequency", "Monthly"],
    [{ dates: { calendar: "FIVEDAYS" } }, "/data/weights/dates/calendar", "FIVEDAY"],
    [{ accounts: [{ id: "A:/B.ACCT", holdingsmode: "B&" }] }, "/data/weights/accounts/0/holdingsmode", "B&H"],
    [{ componentdetail: "group" }, "/data/weights/componentdetail", "groups"],
  ])("%j is a warning with the closest value", (settings, pointer, closest) => {
    const [issue, ...others] = issuesOf(unit(settings));
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ severity: "warning", code: "unlisted-value", pointer });
    expect(issue?.message).toContain(`Did you mean \`${closest}\`?`);
    expect(issue?.fixes[0]).toMatchObject({ edits: [{ content: JSON.stringify(closest) }], safe: false });
  });

  test.each([
    [
      { dates: { startdate: "", enddate: "0", frequency: { toString: 1 } } },
      "wrong-type /data/weights/dates/frequency",
    ],
    [
      { datasources: { useportfoliopricingsourcesforbenchmark: { toString: 1 } } },
      "wrong-type /data/weights/datasources",
    ],
  ])("%j is an issue, and reading goes on", (settings, issue) => {
    expect(brief(unit(settings)).join("\n")).toContain(issue);
  });

  test("can become each value of a short list, close ones first", () => {
    const [issue] = issuesOf(unit({ componentdetail: "group" }));
    const titles = issue?.fixes.map(({ title }) => title);
    expect(titles).toEqual(["groups", "securities", "groupsall", "totals"].map((value) => `Change to \`${value}\``));
  });

  test("a fixed list without a close value names all of them", () => {
    const [issue] = issuesOf(unit({ componentdetail: "everything" }));
    expect(issue?.message).toBe(
      "`everything` is no component detail that the service lists. Use `securities`, `groups`, `groupsall` or `totals`.",
    );
  });

  test("letter case does not count, and a deployment's own frequency or calendar is not reported", () => {
    const settings = {
      currencyisocode: "usd",
      componentdetail: "GROUPS",
      dates: { frequency: "AtInception", calendar: "NYX" },
    };
    expect(issuesOf(unit(settings))).toEqual([]);
  });

  test("a report has four holdings modes", () => {
    const report = (holdingsmode: string) => ({
      data: {
        r: { document: "Client:/R.PUB", account: { id: "Client:/A.ACCT", holdingsmode }, dates: { enddate: "0" } },
      },
    });
    expect(brief(report("EXT"), "pub")).toEqual([]);
    expect(brief(report("VLT"), "pub")).toEqual(["warning unlisted-value /data/r/account/holdingsmode"]);
  });

  test("the fix of a file makes it clean", () => {
    const text = JSON.stringify(unit({ currencyisocode: "USDD" }));
    const { issues } = readParameterFile(text, { family: "pa" });
    const chosen = issues.map((issue) => ({ ...issue, fixes: issue.fixes.map((fix) => ({ ...fix, safe: true })) }));
    expect(readParameterFile(applyFixes(text, chosen), { family: "pa" }).issues).toEqual([]);
  });
});

describe("an empty text", () => {
  test.each([
    [{ accounts: [{ id: "" }] }, "/data/weights/accounts/0/id"],
    [{ benchmarks: [{ id: " " }] }, "/data/weights/benchmarks/0/id"],
    [{ dates: { startdate: "", enddate: "0" } }, "/data/weights/dates/startdate"],
    [{ currencyisocode: "" }, "/data/weights/currencyisocode"],
  ])("%j is a warning", (settings, pointer) => {
    expect(brief(unit(settings))).toEqual([`warning empty-value ${pointer}`]);
  });

  test("is a hint where official requests have it: the start date beside the frequency `Single`", () => {
    const dates = { startdate: "", enddate: "20240508", frequency: "single" };
    expect(brief(unit({ dates }))).toEqual(["hint empty-value /data/weights/dates/startdate"]);
    expect(brief(unit({ dates: { ...dates, enddate: "" } }))).toContain(
      "warning empty-value /data/weights/dates/enddate",
    );
  });

  test("of the other families", () => {
    const optimization = { data: { strategy: { id: "" }, account: { id: "" }, outputTypes: {} } };
    expect(brief(optimization, "axp")).toEqual([
      "warning empty-value /data/strategy/id",
      "warning empty-value /data/account/id",
    ]);
  });
});

describe("`meta` of a family whose model has no properties", () => {
  const report = { r: { document: "Client:/R.PUB", account: { id: "Client:/A.ACCT" }, dates: { enddate: "0" } } };
  test.each([
    [{ note: 1 }, ["warning unknown-property /meta/note"]],
    [
      { contenttype: "Json", format: "Pdf" },
      ["hint unknown-property /meta/contenttype", "hint unknown-property /meta/format"],
    ],
    [{}, []],
  ])("is open: %j", (meta, expected) => {
    expect(brief({ data: report, meta }, "pub")).toEqual(expected);
    expect(readParameterFile(JSON.stringify({ data: report, meta }), { family: "pub" }).request).toMatchObject({
      meta,
    });
  });
});

describe("an unknown property", () => {
  const text = (name: string) => JSON.stringify(unit({ [name]: "x" }));
  test("is a warning on request, and is sent", () => {
    const { issues, request } = readParameterFile(text("liquidity"), { family: "pa", unknownProperties: "warning" });
    expect(issues).toMatchObject([{ code: "unknown-property", severity: "warning" }]);
    expect(request).toEqual(unit({ liquidity: "x" }));
  });
  test("is an error otherwise", () => {
    expect(readParameterFile(text("liquidity"), { family: "pa" }).request).toBeUndefined();
  });
  test("stays an error where it is close to a known name", () => {
    const { issues } = readParameterFile(text("currencyisocod"), { family: "pa", unknownProperties: "warning" });
    // The value is checked as that of the name that is meant.
    expect(issues).toMatchObject([{ code: "unknown-property", severity: "error" }, { code: "unlisted-value" }]);
    expect(issues[0]?.message).toContain("Did you mean `currencyisocode`?");
  });
});

test.each(["error", "warning"] as const)(
  "an unknown property beside the one that it is close to is of severity %s, and the close one is named",
  (severity) => {
    const text = JSON.stringify(unit({ currencyisocode: "USD", currencyisocod: "USD" }));
    const { issues } = readParameterFile(text, { family: "pa", unknownProperties: severity });
    expect(issues).toMatchObject([{ code: "unknown-property", severity, fixes: [] }]);
    expect(issues[0]?.message).toContain("The object already has the closest one, `currencyisocode`.");
  },
);

describe("an objective of `fpo`", () => {
  const request = (overrides: object) => ({
    data: {
      strategy: { id: "Client:/S", overrides },
      account: { id: "Client:/A.ACCT", paDocument: { id: "Client:/D" } },
      outputTypes: {},
    },
  });
  test.each([{ objective: "Minimize risk" }, { objective: { active: "Minimize risk" } }, { tax: "TAX_2024" }])(
    "%j is right",
    (overrides) => {
      expect(issuesOf(request(overrides), "fpo")).toEqual([]);
    },
  );
  test("is neither a number nor a list", () => {
    expect(brief(request({ objective: 1 }), "fpo")).toEqual(["error wrong-type /data/strategy/overrides/objective"]);
  });
});

test("every example of the documents is free of warnings", () => {
  const folder = new URL("../../../../../docs/examples/", import.meta.url);
  for (const name of [
    "weights.pa.json",
    "attribution.pa.json",
    "style.spar.json",
    "official-returns.vault.json",
    "monthly-book.pub.json",
    "exported.pa.json",
    "exported.spar.json",
  ]) {
    const { issues } = readParameterFile(readFileSync(new URL(name, folder), "utf8"), { path: name });
    expect(
      issues.filter(({ severity }) => severity !== "hint"),
      name,
    ).toEqual([]);
  }
});
