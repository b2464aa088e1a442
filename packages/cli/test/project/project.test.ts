import { readFileSync } from "node:fs";
import path from "node:path";
import { digestParameters, readParameterFile } from "@analytics-engines/core/parameters";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, validFile, warningFile, workplace } from "../support/command.ts";
import { contribution } from "../support/results.ts";

useBuiltCommand();

const credentials = { ANALYTICS_PROD_USERNAME: "DEMO-1", ANALYTICS_PROD_API_KEY: "demo" };
/** Of no connection: for an address that is typed. */
const plainCredentials = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo" };

async function service() {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  return { simulator, url };
}

const dates = { startDate: "-2M", endDate: "0M" };
const prices = (span = dates) => ({
  data: {
    prices: {
      universe: { source: "IdentifierUniverse", universeType: "Equity", identifiers: ["ALDR"] },
      dates: { source: "FdsDate", ...span, frequency: "M", calendar: "FIVEDAY" },
      formulas: [{ source: "FqlExpression", expr: "P_PRICE(0)", name: "Price" }],
    },
  },
});

const project = (connections: Readonly<Record<string, object>>) => ({
  files: ["book/*.json", "!book/draft*"],
  families: { "book/legacy.json": "quant" },
  connections,
  connection: Object.keys(connections)[0],
  outputFolder: "run",
  sets: {
    nightly: { files: ["book/a.quant.json"], dates: { startdate: "20260131", enddate: "20260227" } },
  },
});

async function projectPlace(more: Readonly<Record<string, object>> = {}) {
  const place = workplace();
  const { simulator, url } = await service();
  const file = project({ prod: { baseUrl: url, isProduction: true }, ...more });
  place.write("analytics-engines.json", JSON.stringify(file, null, 2));
  for (const name of ["a.quant.json", "legacy.json", "draft.quant.json"])
    place.write(`book/${name}`, JSON.stringify(prices()));
  return { ...place, simulator, url, env: { ...credentials, ANALYTICS_PROD_BASE_URL: url } };
}

function manifestIn(folder: string) {
  return JSON.parse(readFileSync(path.join(folder, "run/manifest.json"), "utf8"));
}

describe("run with a project file", () => {
  test("runs the files of the project, of their families, into its folder", async () => {
    const { run, folder, env } = await projectPlace();
    expect(await run(["run"], env)).toMatchObject({
      code: 0,
      stdout: "success: 2 of 2 units in 2 files succeeded. Run folder: run\nReport: run/report.html\n",
      stderr: expect.stringMatching(/^Production connection prod: http:\/\/127\.0\.0\.1:\d+\n/),
    });
    expect(manifestIn(folder).files).toMatchObject([{ path: "book/a.quant.json" }, { path: "book/legacy.json" }]);
  });

  test("runs a set with its dates, whose digest the manifest has, and resumes and reproduces it with the set", async () => {
    const { run, folder, env } = await projectPlace();
    const ended = await run(["run", "--set", "nightly"], env);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining("1 of 1 unit in 1 file succeeded") });
    const sent = JSON.stringify(prices({ startDate: "20260131", endDate: "20260227" }));
    const digest = await digestParameters(readParameterFile(sent, { family: "quant" }));
    expect(manifestIn(folder).files).toMatchObject([{ path: "book/a.quant.json", parametersSha256: digest }]);
    const resumed = await run(["run", "--set", "nightly", "--resume"], env);
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining("1 of 1 unit") });
    const again = ["reproduce", "run/manifest.json", "--output", "again"];
    expect(await run([...again, "--set", "nightly"], env)).toMatchObject({ code: 0 });
    expect(await run([...again, "--output", "other"], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is not the file that was run: its parameters differ"),
    });
  });

  test("runs a set over a sweep with its dates, and resumes it with the same", async () => {
    const { run, folder, write, env, simulator } = await projectPlace();
    const template = prices().data.prices;
    const sweep = { template, rows: "tickers.csv", id: "{ticker}", fill: { "/universe/identifiers/0": "{ticker}" } };
    write("book/all.quant.sweep.json", JSON.stringify(sweep));
    write("book/tickers.csv", "ticker\nALDR\nBRKN\n");
    const args = ["run", "book/all.quant.sweep.json", "--set", "nightly"];
    expect(await run(args, env)).toMatchObject({ code: 0, stdout: expect.stringContaining("2 of 2 units in 1 file") });
    const dated = prices({ startDate: "20260131", endDate: "20260227" }).data.prices;
    const unitOf = (ticker: string) => ({ ...dated, universe: { ...dated.universe, identifiers: [ticker] } });
    const sent = JSON.stringify({ data: { ALDR: unitOf("ALDR"), BRKN: unitOf("BRKN") } });
    const digest = await digestParameters(readParameterFile(sent, { family: "quant" }));
    expect(manifestIn(folder).files).toMatchObject([{ path: "book/all.quant.sweep.json", parametersSha256: digest }]);
    const requests = simulator.requests.length;
    expect(await run(["run", "--resume", "--set", "nightly"], env)).toMatchObject({ code: 0 });
    expect(simulator.requests).toHaveLength(requests);
  });

  test("refuses a sweep whose template has no place for the dates, in few words, and sends nothing", async () => {
    const { run, write, env, simulator } = await projectPlace();
    const rows = Array.from({ length: 20 }, (_, id) => `r${id}`);
    const { growth } = JSON.parse(validFile).data;
    write("book/s.pa.sweep.json", JSON.stringify({ template: growth, rows: "s.csv", id: "{id}", fill: {} }));
    write("book/s.csv", `id\n${rows.join("\n")}\n`);
    const ended = await run(["run", "book/s.pa.sweep.json", "--set", "nightly"], env);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/`r0` has no `dates`.* 17 more do not fit/),
    });
    expect(simulator.requests).toEqual([]);
  });

  test("lets options and arguments override it", async () => {
    const { run, env } = await projectPlace();
    const ended = await run(["run", "book/draft.quant.json", "--output", "mine"], env);
    expect(ended.stdout).toBe("success: 1 of 1 unit in 1 file succeeded. Run folder: mine\nReport: mine/report.html\n");
  });

  test("refuses a unit without the dates that the set fixes, and sends nothing", async () => {
    const { run, write, env, simulator } = await projectPlace();
    write("book/b.pa.json", validFile);
    const ended = await run(["run", "book/b.pa.json", "--set", "nightly"], env);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("does not fit the set: `growth` has no `dates` that the set can fix."),
    });
    expect(simulator.requests).toEqual([]);
    expect((await run(["validate", "book/b.pa.json", "--set", "nightly"])).code).toBe(1);
  });
});

describe("the credentials of the environment", () => {
  test("are not sent to an address that only the project file names", async () => {
    const good = await service();
    const { run, url, simulator } = await projectPlace();
    // The project file of a branch names an address of its own.
    const attempts = [
      { env: credentials, says: "is for http" },
      { env: { ...credentials, ANALYTICS_PROD_BASE_URL: good.url }, says: `ANALYTICS_PROD_BASE_URL names ${good.url}` },
      { env: { ...credentials, ANALYTICS_PROD_BASE_URL: url.replace("127.0.0.1", "localhost") }, says: "names http" },
    ];
    for (const { env, says } of attempts)
      for (const args of [["run"], ["run", "--set", "nightly"]])
        expect(await run(args, env)).toMatchObject({
          code: 2,
          stderr: expect.stringMatching(new RegExp(`^error: The connection prod .*${says}`)),
        });
    expect([...simulator.requests, ...good.simulator.requests]).toEqual([]);
  });

  test("are sent to the address of the option alone, and then nothing of the connection applies", async () => {
    const good = await service();
    const { run, simulator } = await projectPlace();
    const ended = await run(["run", "--base-url", good.url, "--set", "nightly"], plainCredentials);
    expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringContaining("Production") });
    expect(good.simulator.requests.length).toBeGreaterThan(0);
    expect(simulator.requests).toEqual([]);
  });

  test("are those with the name of the connection, and only with its address", async () => {
    const place = await projectPlace();
    place.write("analytics-engines.json", JSON.stringify(project({ "eu-a": { baseUrl: place.url } })));
    const address = { ANALYTICS_EU_A_BASE_URL: place.url };
    expect(await place.run(["run"], { ...place.env, ...plainCredentials, ...address })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: Credentials are missing: set either ANALYTICS_EU_A_USERNAME and ANALYTICS_EU_A_API_KEY, .*keyring/,
      ),
    });
    expect(place.simulator.requests).toEqual([]);
    const env = { ...address, ANALYTICS_EU_A_USERNAME: "DEMO-1", ANALYTICS_EU_A_API_KEY: "demo" };
    expect(await place.run(["run"], env)).toMatchObject({ code: 0 });
    const other = await service();
    expect(await place.run(["run", "--base-url", other.url], env)).toMatchObject({ code: 2 });
    expect(other.simulator.requests).toEqual([]);
  });

  test("of production are not sent to the test origin by a file that names their variable", async () => {
    const place = await projectPlace();
    const env = { ...place.env, ANALYTICS_TEST_BASE_URL: place.url, ANALYTICS_PROD_API_KEY: "key-of-production" };
    for (const member of ["apiKeyVariable", "tokenVariable", "oauthConfigVariable"]) {
      const file = project({ test: { baseUrl: place.url, [member]: "ANALYTICS_PROD_API_KEY" } });
      place.write("analytics-engines.json", JSON.stringify(file));
      const { code, stderr } = await place.run(["run"], env);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/names of variables follow from the connection's name.*ANALYTICS_TEST_/),
      });
      expect(stderr).not.toContain("key-of-production");
    }
    expect(place.simulator.requests).toEqual([]);
  });
});

describe("doctor", () => {
  test("prints each setting and where it comes from, then the checks, and no credential", async () => {
    const { run, env, url } = await projectPlace();
    const { code, stdout } = await run(["doctor", "--set", "nightly"], env);
    expect(code).toBe(0);
    const [settings = "", checks = ""] = stdout.split("\n\n");
    const rows = settings.split("\n");
    expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
      ["Project file: analytics-engines.json"],
      ["files", "book/a.quant.json", "analytics-engines.json:19"],
      ["families", "book/legacy.json=quant", "analytics-engines.json:6"],
      ["outputFolder", "run", expect.stringMatching(/^analytics-engines\.json:\d+$/)],
      ["maxConcurrency", "10", "default"],
      ["unknownProperties", "error", "default"],
      ["tolerances", "none", "default"],
      ["checks", "none", "default"],
      ["dates", "startdate=20260131, enddate=20260227", "analytics-engines.json:18"],
      ["connection", "prod", "analytics-engines.json:15"],
      ["isProduction", "true", "analytics-engines.json:15"],
      ["baseUrl", url, "the variable ANALYTICS_PROD_BASE_URL"],
      ["headerPrefix", "Vendor", "default"],
      [
        "credentials",
        "user DEMO-1 with an API key",
        "the variables ANALYTICS_PROD_USERNAME and ANALYTICS_PROD_API_KEY",
      ],
    ]);
    expect(checks).toMatch(/^ok +node /);
    const json = await run(["doctor", "--json"], { ...env, ANALYTICS_PROD_API_KEY: "hunter2-hunter2" });
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      settings: { files: { value: ["book/*.json", "!book/draft*"], source: "analytics-engines.json:2" } },
      credentials: { connection: "prod", user: "DEMO-1", kind: "basic", source: "environment", isAccepted: false },
    });
    expect(json.stdout).not.toContain("hunter2");
  });

  test("prints the settings where nothing answers, and names the variable with the name in the headers", async () => {
    const { run, env } = await projectPlace();
    const away = { ...env, ANALYTICS_PROD_HEADER_PREFIX: "House", HTTPS_PROXY: "http://127.0.0.1:9" };
    const { stdout } = await run(["doctor"], away);
    expect(stdout).toMatch(/^headerPrefix +House +the variable ANALYTICS_PROD_HEADER_PREFIX$/m);
    const { run: runElsewhere } = workplace();
    const silent = { ANALYTICS_BASE_URL: "http://127.0.0.1:9", ANALYTICS_TOKEN: "t0ken" };
    const ended = await runElsewhere(["doctor", "--json"], silent);
    expect(ended.code).toBe(1);
    const { settings, credentials } = JSON.parse(ended.stdout);
    expect(settings.baseUrl).toEqual({ value: "http://127.0.0.1:9", source: "the variable ANALYTICS_BASE_URL" });
    expect(credentials).toEqual({ origin: "http://127.0.0.1:9", kind: "token", source: "environment" });
  });

  test("says why the connection cannot be used, after the settings", async () => {
    const { run } = await projectPlace();
    const env = { ANALYTICS_PROD_BASE_URL: "https://user:hunter2@api.vendor.example" };
    const ended = await run(["doctor"], env);
    expect(ended).toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/^files +/m),
      stderr: expect.stringContaining("names no usable address"),
    });
    const json = await run(["doctor", "--json"], env);
    expect(JSON.parse(json.stdout)).toMatchObject({
      problem: expect.stringContaining("names no usable address"),
      checks: [],
    });
    for (const { stdout, stderr } of [ended, json]) expect(stdout + stderr).not.toContain("hunter2");
  });

  test("works without a project file", async () => {
    const { run } = workplace();
    expect(await run(["doctor"])).toMatchObject({ code: 2, stdout: expect.stringMatching(/^Project file: none/) });
  });
});

describe("a mistake in the project file", () => {
  test.each([["run"], ["validate"], ["doctor"]])("stops %s, with its line and column", async (command) => {
    const { run, write } = workplace();
    write("a.pa.json", validFile);
    write("analytics-engines.json", '{\n  "fils": [],\n  "password": "hunter2"\n}');
    const ended = await run([command]);
    expect(ended.code).toBe(2);
    expect(ended.stderr.split("\n")).toEqual([
      "error: analytics-engines.json:2:3: There is no property `fils`. Did you mean `files`?",
      expect.stringMatching(/^error: analytics-engines\.json:3:3: This is a credential/),
      "",
    ]);
    expect(ended.stderr).not.toContain("hunter2");
  });

  test("is a set that it does not have, or a pattern without files", async () => {
    const { run, write } = workplace();
    expect((await run(["validate", "--set", "a"])).stderr).toMatch(/^error: There is no analytics-engines\.json in /);
    write("analytics-engines.json", '{"sets": {"nightly": {"files": ["none/*.json"]}}}');
    expect((await run(["validate", "--set", "a"])).stderr).toBe(
      "error: analytics-engines.json has no set of this name. Its sets are nightly.\n",
    );
    expect((await run(["validate", "--set", "nightly"])).stderr).toBe(
      "error: analytics-engines.json:1: none/*.json matches no file. Check the pattern.\n",
    );
  });
});

describe("a glob of the project file that matches no file", () => {
  const globs = {
    files: ["good/*.json", "goood/*.json"],
    checks: ["good/*.checks.json", "rules/*.checks.json"],
    families: { "legacy/*.json": "pa" },
    sets: { nightly: { files: ["night/*.json"] } },
  };

  function placeOfGlobs() {
    const place = workplace();
    place.write("analytics-engines.json", JSON.stringify(globs, null, 2));
    place.write("good/a.pa.json", validFile);
    place.write("good/a.checks.json", '{"checks": [{"rowCount": {"min": 1}}]}');
    return place;
  }
  const positions = ["4:5", "8:5", "11:22", "16:9"];

  test("is an error of validate at its line and column, in each form of the report", async () => {
    const { run } = placeOfGlobs();
    const text = await run(["validate"]);
    expect(text.code).toBe(1);
    const lines = [...text.stdout.matchAll(/^analytics-engines\.json:(\S+): (\w+): .*\(unmatched-glob\)$/gm)];
    // A run reads no file by a glob of families.
    const severities = ["error", "error", "warning", "error"];
    expect(lines.map(([, position, severity]) => [position, severity])).toEqual(
      positions.map((position, index) => [position, severities[index]]),
    );
    expect(text.stdout).toContain(`analytics-engines.json:4:5: error: \`goood/*.json\` matches no file`);
    expect(text.stdout.split("\n").at(-2)).toBe("3 errors, 1 warning in 1 of 3 files.");
    const { files } = JSON.parse((await run(["validate", "--json"])).stdout);
    const [project] = files;
    expect(project).toMatchObject({ path: "analytics-engines.json" });
    expect(project.issues.map(({ range: { start } }: Located) => `${start.line}:${start.column}`)).toEqual(positions);
    const { runs } = JSON.parse((await run(["validate", "--sarif", "-"])).stdout);
    expect(
      runs[0].results.map(({ ruleId, locations: [{ physicalLocation }] }: Result) => [
        ruleId,
        physicalLocation.artifactLocation.uri,
        `${physicalLocation.region.startLine}:${physicalLocation.region.startColumn}`,
      ]),
    ).toEqual(positions.map((position) => ["unmatched-glob", "analytics-engines.json", position]));
  });

  test("is not reported where files are named, and ends a run before it begins", async () => {
    const { run, write } = placeOfGlobs();
    expect((await run(["validate", "good/a.pa.json"])).stdout).toBe("1 file checked, no issues\n");
    write("analytics-engines.json", JSON.stringify({ files: globs.files }));
    const env = { ...plainCredentials, ANALYTICS_BASE_URL: "http://127.0.0.1:9" };
    expect(await run(["run"], env)).toMatchObject({
      code: 2,
      stderr: "error: analytics-engines.json:1: goood/*.json matches no file. Check the pattern.\n",
    });
  });
});

interface Located {
  readonly range: { readonly start: { readonly line: number; readonly column: number } };
}

interface Result {
  readonly ruleId: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number; readonly startColumn: number };
      };
    },
  ];
}

test("validate checks the files of the project, and compare uses its tolerances", async () => {
  const { run, write } = workplace();
  write("analytics-engines.json", '{"files": ["good/*.json"], "tolerances": ["*=100"]}');
  write("good/a.pa.json", validFile);
  write("bad/b.pa.json", warningFile);
  expect(await run(["validate"])).toMatchObject({ code: 0, stdout: "1 file checked, no issues\n" });
  const result = JSON.stringify(contribution);
  const [before, after] = [write("before.json", result), write("after.json", result.replace("60.12", "61.00"))];
  expect(await run(["compare", before, after])).toMatchObject({ code: 0 });
  expect(await run(["compare", before, after, "--tolerance", "*=0.01"])).toMatchObject({ code: 1 });
});
