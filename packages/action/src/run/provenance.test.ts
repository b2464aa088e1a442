import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRepository, hasGit } from "../../test/support/repository.ts";
import { withEnv } from "../../test/support/runner/process.ts";
import { log } from "../github/step.ts";
import { readRunInputs } from "./inputs.ts";
import { findRunProvenance } from "./provenance.ts";

const sha = "0123456789abcdef0123456789abcdef01234567";
const github = {
  GITHUB_SERVER_URL: "https://github.com",
  GITHUB_REPOSITORY: "house/book",
  GITHUB_SHA: sha,
  GITHUB_REF: "refs/heads/main",
  GITHUB_ACTOR: "quant",
  GITHUB_WORKFLOW: "Nightly",
  GITHUB_RUN_ID: "4242",
  GITHUB_RUN_NUMBER: "17",
  GITHUB_RUN_ATTEMPT: "2",
};
const ofWorkflow = {
  server: "https://github.com",
  actor: "quant",
  workflow: {
    name: "Nightly",
    runId: 4242,
    runNumber: 17,
    attempt: 2,
    url: "https://github.com/house/book/actions/runs/4242/attempts/2",
  },
};
const files = [{ path: "a.pa.json", family: "pa", request: {}, sha256: "0", parametersSha256: "1" }] as const;

function find(folder: string, env: Readonly<Record<string, string>>) {
  const inputs = withEnv(
    { "INPUT_BASE-URL": "https://api.example", INPUT_TOKEN: "t", INPUT_FILES: "*", GITHUB_WORKSPACE: folder },
    () => readRunInputs(process.env),
  );
  return findRunProvenance({ env: { PATH: process.env["PATH"] ?? "", ...env }, inputs, log }, files);
}

describe("the provenance of a run of the Action", () => {
  it("has the workflow and its commit, without a repository around the files", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "provenance-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(await find(folder, github)).toEqual({
      ...ofWorkflow,
      repository: "house/book",
      commit: sha,
      ref: "refs/heads/main",
    });
    expect(await find(folder, {})).toBeUndefined();
    // Links lead only to https addresses.
    expect(await find(folder, { ...github, GITHUB_SERVER_URL: "http://git.house.example" })).toEqual({
      repository: "house/book",
      commit: sha,
      ref: "refs/heads/main",
      actor: "quant",
      workflow: { name: "Nightly", runId: 4242, runNumber: 17, attempt: 2 },
    });
  });

  it.runIf(hasGit)("has the commit that is checked out, although the workflow runs on another", async () => {
    using repository = createRepository();
    repository.write("a.pa.json", "{}");
    const commit = repository.commit();
    repository.git("checkout", "--quiet", "--detach");
    const { ref: _, ...own } = { ...ofWorkflow, ref: "" };
    expect(await find(repository.folder, github)).toEqual({ ...own, commit, uncommitted: true });
    expect(await find(repository.folder, { ...github, GITHUB_SHA: commit })).toEqual({
      ...ofWorkflow,
      repository: "house/book",
      commit,
      uncommitted: true,
      ref: "refs/heads/main",
    });
  });
});
