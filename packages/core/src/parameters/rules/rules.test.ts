import { describe, expect, test } from "vitest";
import { brief, paFile } from "../../../test/support/parameters/parameter-file.ts";
import { applyFixes } from "../issues/fixes.ts";
import { type ReadOptions, readParameterFile } from "../read/read.ts";

const id = "0A".repeat(32);
const issuesOf = (text: string, options: ReadOptions = { family: "pa" }) => readParameterFile(text, options).issues;
const codes = (text: string, options?: ReadOptions) =>
  issuesOf(text, options).map(({ code, severity }) => `${severity} ${code}`);

describe("dates", () => {
  const dates = (startdate: string, enddate: string) => paFile({ dates: { startdate, enddate, frequency: "Monthly" } });
  test.each([
    ["20240101", "20240331", []],
    ["", "20240331", ["warning empty-value"]],
    ["-1M", "0M", []],
    ["-3AY", "20240331", []],
    ["20240229", "20240301", []],
    ["20230229", "20240301", ["error impossible-date"]],
    ["20240101", "20240431", ["error impossible-date"]],
    ["20241301", "20240101", ["error impossible-date"]],
    ["19000229", "20240101", ["error impossible-date"]],
    ["20240401", "20240331", ["error dates-reversed"]],
    ["0M", "-1M", ["warning dates-reversed"]],
    ["0M", "-1Q", ["warning dates-reversed"]],
    ["-1Q", "0M", []],
    ["-1AM", "-1M", []],
    ["2024-01-31", "20240331", ["warning date-form"]],
    ["2024-02-30", "20240331", ["error impossible-date"]],
    ["01/31/2024", "20240331", ["warning date-form"]],
    ["2024013", "20240331", ["warning date-form"]],
    ["LASTMONTH", "20240331", ["warning date-form"]],
    [" 20240131", "20240331", ["warning date-form"]],
    ["-1M ", "0M", ["warning date-form"]],
    [" 20240231", "20240331", ["error impossible-date"]],
    [" 20240401", "20240331", ["warning date-form", "error dates-reversed"]],
    ["20240131.5", "20240331", ["warning date-form"]],
    ["20240131T00", "20240331", ["warning date-form"]],
    ["2024/01/31", "20240331", ["warning date-form"]],
    ["31.01.2024", "20240331", ["warning date-form"]],
    ["2024-1-5", "20240331", ["warning date-form"]],
    ["-20240131", "20240331", ["warning date-form"]],
    ["-3AY", "+1", ["warning date-form"]],
    ["9999", "BOM-1", ["warning date-form", "warning date-form"]],
    [" ", "0", ["warning empty-value"]],
  ])("from %s to %s", (start, end, expected) => {
    expect(codes(dates(start, end))).toEqual(expected);
  });

  test("the day is offered in the form that the service names", () => {
    expect(issuesOf(dates("2024-01-31", "0"))[0]?.fixes).toMatchObject([
      { title: "Change to `20240131`", safe: false },
    ]);
  });

  test("blanks around a date can be removed", () => {
    expect(issuesOf(dates(" 20240131", "0"))[0]?.fixes).toMatchObject([
      { title: "Remove the blanks", edits: [{ content: '"20240131"' }] },
    ]);
  });

  test("absolute dates get a hint where the option is set", () => {
    const text = dates("20240101", "0");
    expect(issuesOf(text, { family: "pa", hintAbsoluteDates: true }).map(brief)).toEqual([
      "6:22 absolute-date /data/weights/dates/startdate",
    ]);
  });

  test("of the other families have their own rules", () => {
    const quant = (dates: object) =>
      codes(JSON.stringify({ data: { u: { dates: { frequency: "D", calendar: "FIVEDAY", ...dates } } } }), {
        family: "quant",
      });
    expect(quant({ source: "FdsDate", startDate: "20240201", endDate: "20240101" })).toEqual(["error dates-reversed"]);
    expect(quant({ source: "DateList", dates: ["20240131", "20240230"] })).toEqual(["error impossible-date"]);
    const axp = {
      data: {
        strategy: { id: "S" },
        outputTypes: {},
        optimization: { riskModelDate: "09/31/2020", backtestDate: "09/01/2020" },
      },
    };
    expect(issuesOf(JSON.stringify(axp), { family: "axp" }).map(brief)).toEqual([
      "1:81 impossible-date /data/optimization/riskModelDate",
    ]);
    const fi = {
      data: {
        securities: [{ symbol: "A", calcFromValue: 1, settlement: "20240199" }],
        calculations: ["Price"],
        jobSettings: { asOfDate: "20240101" },
      },
    };
    expect(codes(JSON.stringify(fi), { family: "fi" })).toEqual(["error impossible-date"]);
    const fiab = { account: { id: "A" }, dates: { startdate: "20240102", enddate: "20240101" } };
    expect(codes(JSON.stringify(fiab), { family: "fiab" })).toEqual(["error dates-reversed"]);
  });

  test("a reversed span spelled in another letter case is found at its own key", () => {
    const text = `{"data":{"u":{"componentid":"${id}","Dates":{"StartDate":"20240201","EndDate":"20240101"}}}}`;
    expect(
      issuesOf(text)
        .filter(({ severity }) => severity === "error")
        .map(({ pointer }) => pointer),
    ).toEqual(["/data/u/Dates/StartDate"]);
  });
});

describe("deprecated properties of meta", () => {
  const meta = (members: Record<string, unknown>) => paFile({}, members);
  test("are removed beside a successor that says the same, without leaving a comma", () => {
    for (const members of [
      { contentorganization: "Row", contenttype: "Json", stachContentOrganization: "Row", format: "JsonStach" },
      { stachContentOrganization: "Row", format: "JsonStach", contentorganization: "Row", contenttype: "Json" },
      { contentorganization: "Row", stachContentOrganization: "Row", CONTENTTYPE: "json", format: "JsonStach" },
    ]) {
      const text = meta(members);
      expect(
        issuesOf(text)
          .filter(({ code }) => code === "deprecated-property")
          .map(({ severity }) => severity),
      ).toEqual(["hint", "hint"]);
      const file = readParameterFile(applyFixes(text, issuesOf(text)), { family: "pa" });
      expect(file.issues).toEqual([]);
      expect(file.request?.["meta"]).toEqual({ stachContentOrganization: "Row", format: "JsonStach" });
    }
  });
  test("without a successor get a fix that writes it", () => {
    const [issue, other] = issuesOf(meta({ contenttype: "Binary", contentorganization: "Column" }));
    expect(issue).toMatchObject({ severity: "hint", fixes: [{ title: "Write `format` instead", safe: false }] });
    expect(issue?.fixes[0]?.edits.map(({ content }) => content)).toEqual(['"format"', '"BinaryStach"']);
    expect(other?.fixes[0]?.edits.map(({ content }) => content)).toEqual(['"stachContentOrganization"', '"Column"']);
  });
  test("`None` beside the successor asks for nothing: a hint, as official requests have it", () => {
    const text = meta({ contentorganization: "None", stachContentOrganization: "SimplifiedRow" });
    expect(issuesOf(text)).toMatchObject([{ code: "deprecated-property", severity: "hint" }]);
  });
  test("a contradiction is a warning, and left to the author", () => {
    const text = meta({ contentorganization: "Row", stachContentOrganization: "SimplifiedRow" });
    expect(issuesOf(text)).toMatchObject([
      { code: "deprecated-property", severity: "warning", fixes: [{ safe: false }] },
    ]);
    expect(applyFixes(text, issuesOf(text))).toBe(text);
  });
  test("that are null count as not given", () => {
    expect(issuesOf(meta({ contenttype: null, format: null }))).toEqual([]);
  });
});

test("there must be something to compute", () => {
  for (const text of ["{}", '{"data":null}', '{"data":{}}', '{"meta":{}}']) {
    expect(codes(text)).toEqual(["error nothing-to-compute"]);
    expect(readParameterFile(text, { family: "pa" }).request).toBeUndefined();
  }
  expect(codes("{}", { family: "afi" })).toEqual(["error nothing-to-compute"]);
  expect(codes("{}", { family: "fiab" })).toEqual(["error missing-property", "error missing-property"]);
});

test.each(["", ".", ".."])("a unit cannot be called `%s`: its result would have no address", (name) => {
  expect(issuesOf(JSON.stringify({ data: { [name]: { componentid: id } } })).map(brief)).toEqual([
    `1:10 unusable-name /data/${name}`,
  ]);
});

test("ids that do not have the observed form", () => {
  const text = paFile({
    componentid: "Weights",
    columns: [{ id }, { id: id.slice(1) }],
    groups: [{ id: id.toLowerCase() }],
  });
  expect(issuesOf(text).map(({ pointer, code, severity }) => `${severity} ${code} ${pointer}`)).toEqual([
    "warning unusual-id /data/weights/componentid",
    "warning unusual-id /data/weights/columns/1/id",
  ]);
});

test("two formulas of one name in a unit, not in two", () => {
  const formula = (name: string) => ({ source: "ScreeningExpression", expr: "P_PRICE", name });
  const text = JSON.stringify({
    data: { a: { formulas: [formula("x"), formula("y"), formula("x")] }, b: { formulas: [formula("x")] } },
  });
  expect(issuesOf(text, { family: "quant" }).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "duplicate-formula /data/a/formulas/2/name",
  ]);
});

test("a template cannot require what it locks", () => {
  const content = { mandatory: ["accounts", "benchmarks"], optional: [], locked: ["dates", "Accounts"] };
  const file = readParameterFile(JSON.stringify({ data: { directory: "Client:/T", parentComponentId: id, content } }), {
    path: "t.linked-template.json",
  });
  expect(file).toMatchObject({
    family: undefined,
    template: "linkedTemplate",
    familyBy: "file name",
    request: undefined,
  });
  expect(file.issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    "mandatory-and-locked /data/content/locked/1",
  ]);
});

describe("secrets", () => {
  const secrets = [
    "ghp_0123456789012345678901234567890123456789",
    `eyJhbGciOiJSUzI1NiJ9.${"eyJzdWIiOiJhIn0xxxx"}.abc`,
    "Bearer 0123456789abcdef0123",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
    "AKIA0123456789ABCDEF",
  ];
  test.each(secrets)("%s is reported, and not repeated", (secret) => {
    for (const issues of [
      issuesOf(paFile({ currencyisocode: secret })),
      issuesOf(paFile({ holdingsmode: secret }, { format: secret })),
    ]) {
      expect(issues.map(({ code }) => code)).toContain("secret");
      expect(JSON.stringify(issues)).not.toContain(secret.slice(0, 30));
    }
  });
  test.each(secrets)("%s is not repeated where it is written wrongly", (secret) => {
    const text = paFile({ currencyisocode: "HERE", accounts: [{ id: "A:/A.ACCT" }] });
    const line = secret.replaceAll("\n", " ");
    const json = JSON.stringify(line);
    for (const wrong of [
      line,
      `'${line}'`,
      `“${line}”`,
      `"${line}`,
      `${line}"`,
      `"${secret}"`,
      `[${json}]`,
      `${json} x`,
      `' "${line}'`,
    ]) {
      for (const changed of [
        text.replace('"HERE"', () => wrong),
        text.replace('"currencyisocode"', () => wrong),
        text.replace(/"accounts": [^\]]*\]/, () => `"accounts": ${wrong}`),
      ])
        expect(JSON.stringify(issuesOf(changed).map(({ message, fixes }) => [message, fixes])), changed).not.toContain(
          line.slice(0, 30),
        );
    }
  });
  test("ids and paths are not reported", () => {
    expect(
      issuesOf(paFile({ accounts: [{ id: "Client:/Equity/Basic materials of the world.ACCT" }, { id: `e${id}` }] })),
    ).toEqual([]);
  });
});

test("the words of the vault for days that the service decides are dates there alone", () => {
  const codesOf = (family: "vault" | "pa", startdate: string) => {
    const dates = { startdate, enddate: "LAST_REPOSITORY", frequency: "Monthly" };
    const account = { id: "Client:/A.ACCT" };
    const unit = family === "vault" ? { account, configid: "c" } : { accounts: [account] };
    const text = JSON.stringify({ data: { u: { componentid: "0A".repeat(32), ...unit, dates } } });
    return readParameterFile(text, { family, hintAbsoluteDates: true }).issues.map(({ message }) => message);
  };
  expect(codesOf("vault", "FIRST_REPOSITORY")).toEqual([]);
  expect(codesOf("vault", "first repository")).toEqual([
    "`first repository` is not a date. Did you mean `FIRST_REPOSITORY`?",
  ]);
  expect(codesOf("pa", "FIRST_REPOSITORY")).toHaveLength(2);
});
