import path from "node:path";
import { UserError } from "@analytics-engines/runs/progress";
import { describe, expect, it } from "vitest";
import { partsOf } from "../../../core/test/support/service/secret-forms.ts";
import { withEnv } from "../../test/support/runner/process.ts";
import { readActionFile } from "../../test/support/runner/runner.ts";
import { readRunInputs as readInputs, requireCompatible } from "./inputs.ts";

const good = { "base-url": "https://api.vendor.example", token: "t0ken", files: "a/*.pa.json" };

function env(inputs: Record<string, string>) {
  const values = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return { GITHUB_WORKSPACE: "/ws", ...Object.fromEntries(values) };
}

const readRunInputs = (of: Readonly<Record<string, string>>) => withEnv(of, () => readInputs(of));

function problemsOf(inputs: Record<string, string>): readonly string[] {
  try {
    requireCompatible(readRunInputs(env(inputs)));
  } catch (error) {
    if (error instanceof UserError) return error.lines;
    throw error;
  }
  return [];
}

describe("the inputs of run", () => {
  it("have the defaults that action.yml tells", () => {
    // The token is that of each workflow run.
    const { "github-token": _token, ...defaults } = readActionFile().defaults;
    expect(readRunInputs(env({ ...defaults, ...good }))).toEqual(readRunInputs(env(good)));
    expect(readRunInputs(env(good))).toEqual({
      baseUrl: "https://api.vendor.example",
      credentials: { kind: "token", token: "t0ken" },
      files: ["a/*.pa.json"],
      hasProject: false,
      given: {},
      checks: [],
      workingDirectory: path.resolve("/ws"),
      runFolder: path.resolve("/ws/analytics-run"),
      resume: false,
      maxConcurrency: 10,
      timeoutMinutes: 350,
      wait: true,
      failOn: "error",
      cacheControl: undefined,
      artifacts: "run",
      artifactName: "analytics-run",
      retentionDays: undefined,
      parquet: false,
      headerPrefix: undefined,
    });
  });

  const secret = "kL9z/Qw+ErTyUi0p&canary=8zXc";
  const json = JSON.stringify({ clientId: "a", jwk: { d: secret } });
  const wrongValues = [
    secret,
    `${secret}\n${secret}`,
    `"${secret}"`,
    `Bearer ${secret}`,
    json.slice(1),
    `${json}${json}`,
    `https://user:${encodeURIComponent(secret)}@api.vendor.example`,
    `https://api.vendor.example?key=${secret}`,
    `http://kL9zQwErTyUi0pcanary.example`,
    `kL9zQwErTyUi0pcanary://api.vendor.example`,
    "kL9zQwErTyUi0pcanary",
  ];
  const { defaults } = readActionFile();
  const names = [...Object.keys({ ...defaults, ...good }), "username", "password", "oauth-config", "earlier", "reuse"];

  it.each([...new Set(names)])("never quote a secret in the place of %s", (name) => {
    for (const value of wrongValues) {
      for (const others of [good, { ...good, token: "" }, { ...good, token: "", username: "u-1", password: secret }]) {
        const lines = problemsOf({ ...others, [name]: value }).join("\n");
        const parts = [secret, encodeURIComponent(secret), "kL9zQwErTyUi0pcanary"].flatMap(partsOf);
        expect(parts.filter((part) => lines.includes(part))).toEqual([]);
      }
    }
  });

  it("name folders relative to the working directory, which is relative to the workspace", () => {
    const inputs = readRunInputs(env({ ...good, "working-directory": "book", "output-dir": "out" }));
    expect(inputs).toMatchObject({
      workingDirectory: path.resolve("/ws/book"),
      runFolder: path.resolve("/ws/book/out"),
    });
    expect(readRunInputs(env({ ...good, files: "", "resume-from": "old" }))).toMatchObject({
      runFolder: path.resolve("/ws/old"),
      resume: true,
    });
    expect(
      readRunInputs(env({ ...good, files: "", "working-directory": "book", reproduce: "old/manifest.json" })),
    ).toMatchObject({
      files: [],
      reproduce: path.resolve("/ws/book/old/manifest.json"),
    });
  });

  it("may have the backslashes of Windows in paths", () => {
    const inputs = readRunInputs(
      env({
        ...good,
        files: "parameters\\x.json\n!parameters\\drafts\\**",
        "working-directory": "books\\eu",
        "output-dir": "runs\\latest",
        checks: "checks\\*.checks.json",
        earlier: "runs\\before",
        "junit-file": "out\\junit.xml",
        "history-store": "store\\history",
      }),
    );
    expect(inputs).toMatchObject({
      workingDirectory: path.resolve("/ws/books/eu"),
      files: ["parameters/x.json", "!parameters/drafts/**"],
      runFolder: path.resolve("/ws/books/eu/runs/latest"),
      checks: ["checks/*.checks.json"],
      earlier: { kind: "folder", folder: "runs/before" },
      junitFile: "out/junit.xml",
      historyStore: path.resolve("/ws/books/eu/store/history"),
    });
    for (const files of ["..\\x.json", "C:\\x.json", "\\\\server\\share\\x.json"])
      expect(problemsOf({ ...good, files })).toEqual([expect.stringMatching(/^Input files must hold patterns within/)]);
  });

  it("name a credential with quotes around it", () => {
    for (const inputs of [
      { ...good, token: `"${secret}"` },
      { ...good, token: "", username: "u-1", password: `'${secret}'` },
      { ...good, token: "", "oauth-config": `'${json}'` },
    ])
      expect(problemsOf(inputs)).toEqual([
        expect.stringMatching(/^Input (token|password|oauth-config) has quotes around/),
      ]);
  });

  it("name the earlier run as a folder or an artifact, and how old its results may be", () => {
    expect(readRunInputs(env({ ...good, earlier: "runs/{date}", reuse: "true" }))).toMatchObject({
      earlier: { kind: "folder", folder: "runs/{date}" },
      reuse: true,
    });
    expect(readRunInputs(env({ ...good, earlier: "artifact:analytics-run", reuse: "36.5" }))).toMatchObject({
      earlier: { kind: "artifact", name: "analytics-run" },
      reuse: 36.5,
    });
    expect(readRunInputs(env({ ...good, earlier: "runs/old", reuse: "false" })).reuse).toBeUndefined();
  });

  it("have the service's name in its headers from a variable", () => {
    const prefix = (word: string) => readRunInputs({ ...env(good), ANALYTICS_HEADER_PREFIX: word }).headerPrefix;
    expect(prefix("House")).toBe("House");
    expect(() => prefix("X Vendor")).toThrow(/^The variable ANALYTICS_HEADER_PREFIX must be/);
  });

  it.each([
    [{ reproduce: "m.json", earlier: "old", reuse: "true" }, /^Inputs reproduce and reuse exclude each other/],
    [{ reuse: "true" }, /^Input reuse copies results of an earlier run: name it in the input earlier\.$/],
    [{ earlier: "old", reuse: "yes" }, /^Input reuse must be true, false, or the hours/],
    [{ earlier: "artifact:a/b" }, /^Input earlier must name an artifact behind artifact:/],
    [{ "base-url": "" }, /^Input base-url is required/],
    [{ "base-url": "api.vendor.example" }, /^Input base-url must be an address/],
    [{ "base-url": "http://api.vendor.example" }, /^Input base-url must begin with https/],
    [{ "base-url": "http://api.localhost" }, /^Input base-url must begin with https/],
    [{ "base-url": "https://u:hunter2@api.vendor.example" }, /^Input base-url must not contain credentials/],
    [{ "base-url": "https://api.vendor.example?a=b" }, /^Input base-url must not contain a query/],
    [{ token: "" }, /^Credentials are missing: set either username and password, or token, or oauth-config\.$/],
    [{ username: "u", password: "hunter2" }, /^Credentials of several kinds/],
    [{ token: "Bearer hunter2" }, /^Input token must be the bare token/],
    [{ token: "", username: "u" }, /^Input username needs the input password too/],
    [{ token: "", password: "hunter2" }, /^Input password needs the input username too/],
    [{ token: "", username: "a:b", password: "hunter2" }, /^Input username must not contain a colon/],
    [{ token: "", username: "a", password: "hunter2\nhunter2" }, /^Input password must be one line/],
    [{ token: "", "oauth-config": "{hunter2" }, /^Input oauth-config must be the service's OAuth configuration/],
    [{ token: "", "oauth-config": '{"clientId":"a"}' }, /^Input oauth-config must be/],
    [{ files: "" }, /^Input files is required/],
    [{ files: "!a/b.json" }, /^Input files is required/],
    [{ files: "/etc/*.json" }, /^Input files must hold patterns within/],
    [{ files: "a/../../x.json" }, /^Input files must hold patterns within/],
    [{ files: "", reproduce: "m.json", plan: "AAAA", shard: "1/2" }, /^Inputs reproduce and plan both name the files/],
    [{ "max-concurrency": "0" }, /^Input max-concurrency must be a whole number from 1 to 500\.$/],
    [{ "timeout-minutes": "soon" }, /^Input timeout-minutes must be a number above 0/],
    [{ wait: "yes" }, /^Input wait must be true or false\.$/],
    [{ "fail-on": "errors" }, /^Input fail-on must be one of: error, warning, never\.$/],
    [{ artifacts: "all" }, /^Input artifacts must be one of: run, none\.$/],
    [{ cache: "max-age" }, /^Input cache must be no-store, max-age=SECONDS or max-stale=SECONDS/],
    [{ cache: "no-cache" }, /^Input cache must be/],
    [{ "retention-days": "401" }, /^Input retention-days must be a whole number from 1 to 400\.$/],
  ])("%j are refused with what is allowed, and without the value", (inputs, message) => {
    const problems = problemsOf({ ...good, ...inputs });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(message);
    expect(problems[0]).not.toContain("hunter2");
  });

  it.each(["no-store", "max-age=0", "max-stale", "max-stale=300", "max-age=5, max-stale=10"])(
    "take cache: %s",
    (cache) => {
      expect(readRunInputs(env({ ...good, cache })).cacheControl).toBe(cache);
    },
  );

  it("take every kind of credentials, and http on this machine", () => {
    const config = { name: "n", clientId: "c", jwk: { kty: "RSA", d: "x" } };
    expect(readRunInputs(env({ ...good, token: "", username: "u-1", password: "p:w" })).credentials).toEqual({
      kind: "basic",
      username: "u-1",
      password: "p:w",
    });
    expect(
      readRunInputs(env({ ...good, token: "", "oauth-config": JSON.stringify(config, null, 2) })).credentials,
    ).toEqual({ kind: "oauth", configuration: config });
    for (const baseUrl of ["http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:1/prefix"])
      expect(problemsOf({ ...good, "base-url": baseUrl })).toEqual([]);
  });

  it("are all refused at once", () => {
    expect(problemsOf({})).toHaveLength(3);
  });
});
