import path from "node:path";
import { UserError } from "@analytics-engines/runs/progress";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readActionFile, validateAction } from "../../test/support/runner/runner.ts";
import { readValidateInputs as readInputs } from "./inputs.ts";

function env(inputs: Record<string, string>) {
  const values = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return { GITHUB_WORKSPACE: "/ws", ...Object.fromEntries(values) };
}

afterEach(() => vi.unstubAllEnvs());

function readValidateInputs(env: Readonly<Record<string, string>>) {
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return readInputs(env);
}

async function problemsOf(inputs: Record<string, string>): Promise<readonly string[]> {
  try {
    readValidateInputs(env(inputs));
  } catch (error) {
    if (error instanceof UserError) return error.lines;
    throw error;
  }
  return [];
}

describe("the inputs of validate", () => {
  it("have the defaults that action.yml tells", async () => {
    const { defaults } = readActionFile(validateAction);
    expect(readValidateInputs(env(defaults))).toEqual(readValidateInputs(env({})));
    expect(readValidateInputs(env({}))).toEqual({
      workspace: path.resolve("/ws"),
      workingDirectory: path.resolve("/ws"),
      hasProject: false,
      files: [],
      families: {},
      failOn: "error",
      hintAbsoluteDates: false,
      sarifFile: undefined,
      connection: undefined,
    });
  });

  it("name paths relative to the working directory, which is in the workspace", async () => {
    const inputs = readValidateInputs(env({ "working-directory": "book", "sarif-file": "out/x.sarif" }));
    expect(inputs).toMatchObject({
      workingDirectory: path.resolve("/ws/book"),
      sarifFile: path.resolve("/ws/book/out/x.sarif"),
    });
    expect(readValidateInputs(env({ "working-directory": "book", "sarif-file": "../x.sarif" })).sarifFile).toBe(
      path.resolve("/ws/x.sarif"),
    );
    // A folder may begin with dots and yet be inside.
    expect(readValidateInputs(env({ "working-directory": "..book" })).workingDirectory).toBe(
      path.resolve("/ws/..book"),
    );
  });

  it.each([
    [{ "working-directory": ".." }, "Input working-directory must be a folder of the workspace."],
    [{ "working-directory": "/etc" }, "Input working-directory must be a folder of the workspace."],
    [
      { "sarif-file": "../x.sarif" },
      "Input sarif-file must be a file of the workspace, relative to working-directory.",
    ],
    [{ "sarif-file": "." }, "Input sarif-file must be a file of the workspace, relative to working-directory."],
    [{ files: "../a.json" }, "Input files must hold patterns within working-directory: no absolute paths and no `..`."],
    [{ "fail-on": "hint" }, "Input fail-on must be one of: error, warning, never."],
    [{ "hint-absolute-dates": "1" }, "Input hint-absolute-dates must be true or false."],
    [{ online: "yes" }, "Input online must be true or false."],
  ])("refuse %o", async (inputs, sentence) => {
    expect(await problemsOf(inputs)).toEqual([sentence]);
  });

  it("map globs to families, the first of a glob counts", async () => {
    const { families } = readValidateInputs(
      env({ families: "# ours\nrisk/*.json = spar\na=b/*.json=pa\nrisk/*.json=fi" }),
    );
    expect(families).toEqual({ "risk/*.json": "spar", "a=b/*.json": "pa" });
  });

  it.each(["risk/*.json", "risk/*.json=", "=pa", "risk/*.json=PAX", "risk/*.json=constructor"])(
    "refuse the family rule %s without repeating it",
    async (line) => {
      const [problem, ...more] = await problemsOf({ families: `*.json=pa\n${line}` });
      expect(more).toEqual([]);
      expect(problem).toMatch(/^Input families: entry 2 must be GLOB=FAMILY, .* The families are pa, spar, .*npo\.$/);
      expect(problem).not.toContain("PAX");
    },
  );

  it("hold a connection with online alone", async () => {
    const connection = { "base-url": "https://api.vendor.example", token: "t0ken" };
    expect(readValidateInputs(env(connection)).connection).toBeUndefined();
    expect(readValidateInputs(env({ ...connection, online: "true" })).connection).toEqual({
      baseUrl: "https://api.vendor.example",
      credentials: { kind: "token", token: "t0ken" },
      headerPrefix: undefined,
    });
    expect(await problemsOf({ online: "true" })).toEqual([
      expect.stringMatching(/^Input base-url is required/),
      expect.stringMatching(/^Credentials are missing/),
    ]);
  });
});
