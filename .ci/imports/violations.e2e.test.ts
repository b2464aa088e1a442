import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { findViolations } from "./violations.ts";

// dependency-cruiser knows modules by their real paths.
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "imports-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest = { exports: { ".": { source: "./src/index.ts" } } };
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["core", "runs", "simulator", "action", "vscode"].map((name) => [`${name}/package.json`, JSON.stringify(manifest)]),
  ),
  "../.ci/page.test.ts":
    'import "../packages/core/src/index.ts"; import "../packages/core/src/jobs/run.ts"; import "../packages/action/build.ts";',
  "core/src/index.ts": 'export * from "./service/a.ts";',
  "core/src/service/a.ts": 'import type { B } from "./b.ts"; export type A = B;',
  "core/src/service/b.ts": 'import type { A } from "./a.ts"; export type B = A;',
  "core/src/service/http/send.ts": 'import "../client/client.ts"; import "../secrets/secrets.ts"; export {};',
  "core/src/service/http/send.test.ts": 'import "../client/client.ts";',
  "core/src/service/client/client.ts": 'import "../policy.ts"; export {};',
  "core/src/service/secrets/secrets.ts": "export {};",
  "core/src/service/policy.ts": 'import "./throttle/pacer.ts"; export {};',
  "core/src/service/throttle/pacer.ts": "export {};",
  "core/src/parameters/read.ts": 'import { run } from "../jobs/run.ts"; export const read = run;',
  "core/src/jobs/run.ts": 'import { join } from "node:path"; export const run = join;',
  "runs/src/index.ts":
    'import { join } from "node:path"; import "../../simulator/src/index.ts"; export const folder = join;',
  "core/src/jobs/run.test.ts": 'import "node:path";',
  "simulator/src/index.ts":
    'export { read } from "../../core/src/parameters/read.ts"; import "../../core/src/index.ts";',
  "simulator/src/other.ts": 'import "../../action/src/index.ts"; import "vscode";',
  "action/src/index.ts": "export const one = 1;",
  "action/build.ts": "export {};",
  "vscode/src/jobs.ts": 'import * as vscode from "vscode"; export const jobs = vscode;',
  "vscode/src/jobs.test.ts": 'import "./jobs.ts";',
  "vscode/src/view.ts": 'import * as vscode from "vscode"; export const view = vscode;',
  "vscode/src/common/lazy.ts": 'import "../editor/language/text/tree.ts";',
  "vscode/src/editor/index.ts": 'import "./language/text/tree.ts"; import "../common/base-name.ts";',
  "vscode/src/editor/language/text/tree.ts": 'import type * as vscode from "vscode"; export type Uri = vscode.Uri;',
  "vscode/src/editor/language/text/place.ts": 'import "../load.ts"; import "./tree.ts";',
  "vscode/src/editor/language/load.ts": "export const load = 1;",
  "vscode/src/common/base-name.ts": "export const base = 1;",
  "vscode/src/jobs/view/rows.ts": 'import "../outcomes/lenses.ts"; import "../store/run.ts";',
  "vscode/src/jobs/outcomes/lenses.ts": "export const lenses = 1;",
  "vscode/src/jobs/store/run.ts": "export const run = 1;",
};

it("names each import that breaks a rule, and no other", async () => {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, "packages", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { violations } = await findViolations(folder, ["packages", ".ci"]);
  const found = violations.map((text) => text.split("\n")[0]?.replaceAll("packages/", "")).sort();
  expect(found).toEqual([
    "core runs anywhere: core/src/jobs/run.ts -> path",
    "core through its public entries: .ci/page.test.ts -> core/src/jobs/run.ts",
    "core through its public entries: simulator/src/index.ts -> core/src/parameters/read.ts",
    "language without vscode: vscode/src/editor/language/text/tree.ts -> vscode",
    "layers of core: parameters: core/src/parameters/read.ts -> core/src/jobs/run.ts",
    "no cycles: core/src/service/a.ts -> core/src/service/b.ts -> core/src/service/a.ts",
    "nothing imports action: simulator/src/other.ts -> action/src/index.ts",
    "rooms of core/src/service: http: core/src/service/http/send.ts -> core/src/service/client/client.ts",
    "rooms of core/src/service: policy.ts: core/src/service/policy.ts -> core/src/service/throttle/pacer.ts",
    "rooms of vscode/src/editor/language: text: vscode/src/editor/language/text/place.ts -> vscode/src/editor/language/load.ts",
    "rooms of vscode/src/jobs: view: vscode/src/jobs/view/rows.ts -> vscode/src/jobs/outcomes/lenses.ts",
    "rooms of vscode/src: common: vscode/src/common/lazy.ts -> vscode/src/editor/language/text/tree.ts",
    "runs imports only core: runs/src/index.ts -> simulator/src/index.ts",
    "vscode only in adapters: simulator/src/other.ts -> vscode",
    "vscode only in adapters: vscode/src/jobs.ts -> vscode",
  ]);
});
