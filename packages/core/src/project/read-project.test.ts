import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validDocuments } from "../../test/support/schemas/schema-documents.ts";
import { readProject } from "./read-project.ts";
import { projectSchema } from "./schema.ts";

const whole = {
  $schema: "project.schema.json",
  files: ["parameters/**/*.json", "!parameters/drafts/**"],
  families: { "legacy/**": "spar" },
  connections: {
    prod: {
      baseUrl: "https://api.vendor.example",
      headerPrefix: "Vendor",
      isProduction: true,
    },
    simulator: { baseUrl: "http://127.0.0.1:8080" },
  },
  connection: "simulator",
  tolerances: ["*weight*=0.01", "*=1e-9,0.1%"],
  checks: ["checks/*.checks.json"],
  outputFolder: "run",
  maxConcurrency: 40,
  unknownProperties: "warning",
  sets: {
    nightly: {
      files: ["parameters/*.pa.json"],
      connection: "prod",
      dates: { startdate: "-1M", enddate: "20261124" },
      currency: "EUR",
    },
  },
};

/** The issues of a text, as the command prints them. */
const issuesOf = (text: string) =>
  readProject(text).issues.map(
    ({ severity, code, message, range }) => `${range.start.line}:${range.start.column} ${severity} ${code}: ${message}`,
  );

test("a whole project file has no issues, and each value has its place", () => {
  const file = readProject(JSON.stringify(whole, null, 2));
  const { $schema: _, ...project } = whole;
  expect(file).toMatchObject({ issues: [], project });
  expect(file.rangeOf("sets", "nightly", "currency")?.start).toMatchObject({ line: 41, column: 19 });
  expect(file.rangeOf("sets", "monthly")).toBeUndefined();
});

describe("a mistake is reported at its line and column:", () => {
  test.each([
    ['{"fils": []}', "1:2 error unknown-property: There is no property `fils`. Did you mean `files`?"],
    ['{"files": "a"}', "1:11 error wrong-type: This is text; a list is needed in `files`."],
    ['{"files":\n ["../a.json"]}', /^2:3 error path-form: The path must be below the folder/],
    ['{"checks": ["../a.checks.json"]}', /^1:13 error path-form/],
    ['{"files": ["!/etc/**"]}', /^1:12 error path-form/],
    ['{"files": ["C:\\\\a"]}', /^1:12 error path-form/],
    ['{"outputFolder": ""}', /^1:18 error path-form/],
    ...[
      ".git",
      ".git/hooks",
      ".github/workflows",
      ".vscode",
      "./.git",
      "a/.git/b",
      ".GIT/hooks",
      ".git./x",
      ".git /x",
      "git~1/hooks",
      ".git::$INDEX_ALLOCATION/hooks",
      ".g\u200cit/hooks",
      ".github\\workflows",
    ].map((folder): [string, RegExp] => [
      JSON.stringify({ outputFolder: folder }),
      /^1:17 error path-form: The (run folder|path)/,
    ]),
    ['{"families": {"a": "paa"}}', /^1:20 error unknown-value: `paa` is not allowed here: use `pa`, /],
    ['{"maxConcurrency": 0}', "1:20 error unknown-value: `maxConcurrency` is a whole number from 1 to 500."],
    ['{"maxConcurrency": 1.5}', /^1:20 error wrong-type/],
    ['{"tolerances": ["a"]}', /^1:17 error unknown-value: This is no tolerance/],
    ['{"unknownProperties": "ignore"}', /^1:23 error unknown-value: `ignore` is not allowed here/],
    ['{"connections": {"a": {}}}', "1:18 error missing-property: `baseUrl` is missing in `a`."],
    ['{"connections": {"a b": {"baseUrl": "https://a.example"}}}', /^1:18 error unusable-name: `a b` is no name/],
    ['{"connections": {"a": {"baseUrl": "http://a.example"}}}', /^1:35 error unknown-value: `baseUrl` must begin/],
    ['{"connections": {"a": {"baseUrl": "a"}}}', /^1:35 error unknown-value: `baseUrl` is no address/],
    ['{"connections": {"a": {"baseUrl": "https://a.example?b"}}}', /^1:35 error unknown-value: `baseUrl` must not/],
    [
      '{"connections": {"a": {"baseUrl": "https://a.example", "headerPrefix": "a b"}}}',
      /^1:72 error unknown-value: `headerPrefix` is/,
    ],
    [
      '{"connection": "prod"}',
      "1:16 error unknown-value: There is no connection `prod` in this file. Add it to `connections`.",
    ],
    [
      '{"connections": {"prod": {"baseUrl": "https://a.example"}}, "sets": {"n": {"connection": "prd"}}}',
      "1:90 error unknown-value: There is no connection `prd` in this file. Did you mean `prod`?",
    ],
    ['{"sets": {"n": {"dates": {"enddate": "20260230"}}}}', /^1:38 error impossible-date/],
    ['{"sets": {"n": {"dates": {"enddate": "yesterday"}}}}', /^1:38 error date-form/],
    ['{"sets": {"n": {"dates": {"startdate": "20260201", "enddate": "20260131"}}}}', /^1:40 error dates-reversed/],
    [
      '{"sets": {"n": {"currency": "EURO"}}}',
      "1:29 error unknown-value: `EURO` is no ISO 4217 currency. Did you mean `EUR`?",
    ],
    ["[]", "1:1 error wrong-type: This is a list; an object is needed."],
    ['{"files": [],}', /^1:13 error trailing-comma/],
    ["", /^1:1 error syntax/],
  ])("%s", (text, issue) => {
    expect(issuesOf(text)).toEqual([typeof issue === "string" ? issue : expect.stringMatching(issue)]);
    expect(readProject(text).project).toBeUndefined();
  });
});

test("paths that were written on Windows have slashes", () => {
  const text = JSON.stringify({
    files: ["parameters\\**\\*.json", "!parameters\\drafts\\**"],
    families: { "legacy\\**": "spar" },
    checks: ["checks\\*.checks.json"],
    outputFolder: "runs\\latest",
    tolerances: ["a\\b=1"],
    sets: { nightly: { files: ["night\\a.pa.json"], currency: "EUR" }, all: {} },
  });
  expect(readProject(text).issues).toEqual([]);
  expect(readProject(text).project).toEqual({
    files: ["parameters/**/*.json", "!parameters/drafts/**"],
    families: { "legacy/**": "spar" },
    checks: ["checks/*.checks.json"],
    outputFolder: "runs/latest",
    // A pattern of columns is no path.
    tolerances: ["a\\b=1"],
    sets: { nightly: { files: ["night/a.pa.json"], currency: "EUR" }, all: {} },
  });
});

describe("a credential", () => {
  const secret = "hunter2-hunter2-hunter2";
  const message = /error secret: This is a credential, and a project file holds none\. .*variables of the environment/;

  test.each(["password", "apiKey", "api_key", "token", "username", "clientSecret", "oauthConfig"])(
    "named %s is an error that does not repeat it",
    (name) => {
      for (const text of [
        JSON.stringify({ [name]: secret }),
        JSON.stringify({ connections: { a: { baseUrl: "https://a.example", [name]: secret } } }),
      ]) {
        expect(issuesOf(text)).toEqual([expect.stringMatching(message)]);
        expect(JSON.stringify(readProject(text))).not.toContain(secret);
      }
    },
  );

  test("may be no value of any property", () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    expect(issuesOf(JSON.stringify({ files: [token] }))).toEqual([expect.stringMatching(message)]);
    const connection = (more: object) =>
      JSON.stringify({ connections: { a: { baseUrl: "https://a.example", ...more } } });
    for (const [text, code] of [
      [connection({ tokenVariable: secret }), "unknown-property"],
      [connection({ tokenVariable: "AWS_SECRET_ACCESS_KEY" }), "unknown-property"],
      [connection({ baseUrl: `https://user:${secret}@a.example` }), "unknown-value"],
    ] as const) {
      expect(issuesOf(text)).toEqual([expect.stringContaining(`error ${code}`)]);
      expect(issuesOf(text).join()).not.toContain(secret);
    }
  });

  test("may name a set, whose name is the user's", () => {
    expect(issuesOf('{"sets": {"token": {}}}')).toEqual([]);
  });

  test.each([
    ["apiKeyVariable", "ANALYTICS_EU_PROD_API_KEY"],
    ["usernameVariable", "ANALYTICS_EU_PROD_USERNAME"],
    ["tokenVariable", "ANALYTICS_EU_PROD_TOKEN"],
    ["oauthConfigVariable", "ANALYTICS_EU_PROD_OAUTH_CONFIG"],
    ["APIKeyVariable", "ANALYTICS_EU_PROD_API_KEY"],
  ])("has a variable that the file does not choose: %s", (member, variable) => {
    const text = JSON.stringify({
      connections: { "eu-prod": { baseUrl: "https://a.example", [member]: "ANALYTICS_B" } },
    });
    expect(issuesOf(text)).toEqual([
      `1:58 error unknown-property: There is no property \`${member}\`: names of variables follow from the connection's name. Remove it, and set \`${variable}\`, and \`ANALYTICS_EU_PROD_BASE_URL\` beside it.`,
    ]);
    expect(readProject(text).project).toBeUndefined();
  });

  test.each([
    ["prod", "PROD"],
    ["eu-prod", "eu.prod"],
    ["eu_prod", "EU-Prod"],
  ])("has variables of its own: %s and %s are not one file's", (first, second) => {
    const connection = { baseUrl: "https://a.example" };
    expect(issuesOf(JSON.stringify({ connections: { [first]: connection, [second]: connection } }))).toEqual([
      expect.stringMatching(/error unusable-name: .* would have the same variables, such as `ANALYTICS_/),
    ]);
  });
});

test("a document that the reader accepts is one that the schema accepts, and the other way round but for the rules", () => {
  const ruleCodes = ["unknown-value", "path-form", "unusable-name", "impossible-date", "date-form", "dates-reversed"];
  const more = [...ruleCodes, "secret", "broken-text", "missing-property", "duplicate-key"];
  fc.assert(
    fc.property(fc.oneof(validDocuments(projectSchema), fc.jsonValue()), (value) => {
      const { project, issues } = readProject(JSON.stringify(value));
      if (project !== undefined) expect(projectSchema.safeParse(project).success).toBe(true);
      else if (projectSchema.safeParse(value).success)
        expect(issues.filter(({ code, severity }) => severity === "error" && !more.includes(code))).toEqual([]);
    }),
  );
});

test("any text is read without an exception, and every issue has a place in it", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => {
      const { issues } = readProject(text);
      expect(issues.filter(({ range }) => range.end.offset > text.length)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
