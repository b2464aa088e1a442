import path from "node:path";
import { describe, expect, it } from "vitest";
import { withEnv } from "../../test/support/runner/process.ts";
import { readReviewInputs } from "./inputs.ts";

const read = (inputs: Readonly<Record<string, string>>) => {
  const env = {
    GITHUB_WORKSPACE: "/workspace",
    "INPUT_GITHUB-TOKEN": "t",
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  };
  return withEnv(env, () => readReviewInputs(env));
};

describe("the inputs of a review", () => {
  it("have defaults", () => {
    expect(read({})).toEqual({
      workingDirectory: path.resolve("/workspace"),
      runs: [{ kind: "folder", folder: "analytics-run" }],
      earlier: { kind: "artifact", name: "analytics-run" },
      baseRef: undefined,
      tolerances: undefined,
      checks: [],
      comment: "on-change",
      commentKey: "default",
      failOn: "error",
      token: "t",
      outputFolder: path.resolve("/workspace/analytics-review"),
      artifactName: "analytics-review",
      connection: undefined,
    });
  });

  it("may have the backslashes of Windows in paths", () => {
    const inputs = { run: "runs\\one", earlier: "base\\before", tolerances: "a\\t.txt", checks: "c\\*.checks.json" };
    expect(read({ ...inputs, "output-dir": "out\\review" })).toMatchObject({
      runs: [{ kind: "folder", folder: "runs/one" }],
      earlier: { kind: "folder", folder: "base/before" },
      tolerances: "a/t.txt",
      checks: ["c/*.checks.json"],
      outputFolder: path.resolve("/workspace/out/review"),
    });
  });

  it("name a folder or an artifact explicitly", () => {
    expect(read({ run: "one\n# of all shards\nartifact:run-*-of-*", earlier: "none" })).toMatchObject({
      runs: [
        { kind: "folder", folder: "one" },
        { kind: "artifact", name: "run-*-of-*" },
      ],
      earlier: undefined,
    });
    expect(read({ earlier: "earlier/run" })).toMatchObject({
      earlier: { kind: "folder", folder: "earlier/run" },
    });
  });

  it("say with none that nothing was run, and can still name a folder none", () => {
    expect(read({ run: "none" }).runs).toEqual([]);
    expect(read({ run: "./none" }).runs).toEqual([{ kind: "folder", folder: "./none" }]);
    expect(read({ run: "" }).runs).toEqual([{ kind: "folder", folder: "analytics-run" }]);
  });

  it.each([
    ["run", "none\nanalytics-run", /^Input run must be none alone/],
    ["run", "artifact:*\nnone", /^Input run must be none alone/],
    ["run", "artifact:", /^Input run must name an artifact/],
    ["run", "artifact:a/b", /^Input run must name an artifact/],
    ["earlier", "/etc", /^Input earlier must be artifact:NAME/],
    ["earlier", "a/../..", /^Input earlier must be artifact:NAME/],
    ["tolerances", "../x", /^Input tolerances must be a file within/],
    ["base-ref", "--output=x", /^Input base-ref must be the name/],
    ["base-ref", "main~1", /^Input base-ref must be the name/],
    ["comment-key", "a--b", /^Input comment-key must be of letters/],
    ["comment-key", "-->", /^Input comment-key must be of letters/],
    ["comment-key", "x".repeat(101), /^Input comment-key must be of letters/],
    ["comment", "sometimes", /^Input comment must be one of: never, on-change, always\.$/],
    ["fail-on", "warning", /^Input fail-on must be one of: error, moved, never\.$/],
    ["base-url", "ftp://x", /^Input base-url must begin with https/],
    ["github-token", "", /^Input github-token is required for comment and artifacts\.$/],
  ])("%s: %j is refused", (name, value, message) => {
    expect(() => read({ [name]: value })).toThrow(message);
  });
});
