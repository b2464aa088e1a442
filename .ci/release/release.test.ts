import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { build } from "esbuild";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt as ensureActionBuilt } from "../../packages/action/build.ts";
import { createWorld } from "../../packages/action/test/support/world.ts";
import { createSimulator } from "../../packages/simulator/src/index.ts";
import { openBrowser } from "../../packages/viewer/test/support/browser.ts";
import { root, script } from "../steps.ts";
import { writeActionTree } from "./action-tree.ts";
import { packPackages, published, readManifest } from "./npm-packages.ts";

// These tests make the files of a release and use them as a user does, outside the workspace. release.yml runs them, and the nightly run.
// @module-tag full
const folder = mkdtempSync(path.join(tmpdir(), "release-"));
const consumer = path.join(folder, "consumer");
const { version } = readManifest("core");
let archives: Readonly<Record<string, string>>;

beforeAll(async () => {
  if (!(await script(".ci/docs/api/write.mjs", [], "at end")))
    throw new Error("The pages of the API were not written.");
  archives = packPackages(folder);
  cpSync(path.join(import.meta.dirname, "consumer"), consumer, { recursive: true });
  writeFileSync(path.join(consumer, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const packages = [...Object.values(archives), "@types/node@24"];
  run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", ...packages]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the consumer's folder and returns its output. */
function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: consumer, encoding: "utf8" });
  if (status !== 0) throw new Error(`${path.basename(command)} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

it("publishes core, runs, simulator and the command with one version, and no other package", () => {
  expect(published).toEqual(["cli", "core", "runs", "simulator"]);
  const said = readFileSync(path.join(root, "packages/core/src/service/version.ts"), "utf8");
  expect(said).toContain(`"${version}"`);
  for (const name of readdirSync(path.join(root, "packages"))) expect(readManifest(name).version).toBe(version);
});

describe.each(["cli", "core", "runs", "simulator"])("the package of %s", (name) => {
  const archive = () => Uint8Array.from(readFileSync(archives[name] ?? "")).buffer;

  it("has no finding of publint", async () => {
    const { messages, pkg } = await publint({ pack: { tarball: archive() }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it("has types that match its code in ES modules and in bundlers", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(archive())));
    // The packages are only ES modules: they do not support `require`, or a resolution without exports.
    const promised = analysis.types
      ? analysis.problems.filter((problem) => {
          return !("resolutionKind" in problem) || !["node10", "node16-cjs"].includes(problem.resolutionKind);
        })
      : [];
    expect(promised).toEqual([]);
  });

  it("contains its license and a README, but no tests and no sources", () => {
    const files = readdirSync(path.join(consumer, "node_modules/@analytics-engines", name), {
      recursive: true,
      encoding: "utf8",
    });
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]));
    expect(files.filter((file) => /\.test\.|^src|meta\.json$|tsconfig/.test(file))).toEqual([]);
  });
});

it.each(["core", "runs"])("the package of %s contains the pages of its API", (name) => {
  const page = path.join(consumer, "node_modules/@analytics-engines", name, "dist/api/README.md");
  expect(readFileSync(page, "utf8")).toContain(`- [${name}](${name}.md)`);
});

describe("a project outside the workspace", () => {
  it("compiles strictly against the packages, and runs a parameter file on the simulator", () => {
    run(path.join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"]);
    const output = run(process.execPath, ["program.js", path.join(root, "docs/examples/weights.pa.json"), "run"]);
    const [first, header, ...rows] = output.trimEnd().split(/\r?\n/);
    expect(first).toMatch(/: success$/);
    expect(header).toContain("Portfolio | Ending Weight");
    expect(rows.length).toBeGreaterThan(2);
  });

  it("bundles a page that checks parameters and sends requests to the service", async () => {
    const { outputFiles } = await build({
      absWorkingDir: consumer,
      entryPoints: ["page.ts"],
      bundle: true,
      write: false,
      format: "esm",
      platform: "browser",
      logLevel: "silent",
    });
    const code = outputFiles[0]?.text ?? "";
    const simulator = createSimulator({ users: [{ username: "ME-1", password: "secret" }] });
    const service = await simulator.listen();
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      await page.route(`${service.url}/`, (route) =>
        route.fulfill({ contentType: "text/html", body: '<script type="module" src="/page.js"></script>' }),
      );
      await page.route(`${service.url}/page.js`, (route) =>
        route.fulfill({ contentType: "text/javascript", body: code }),
      );
      await page.goto(`${service.url}/`);
      await page.waitForFunction("document.title !== ''");
      expect(JSON.parse(await page.title())).toEqual({
        codes: expect.arrayContaining(["unknown-property"]),
        currencies: expect.any(Number),
      });
    } finally {
      await browser.close();
      await service.close();
    }
  });

  it("has the command", () => {
    const command = path.join(consumer, "node_modules/.bin/analytics-engines");
    expect(run(command, ["--version"]).trim()).toBe(version);
    cpSync(path.join(root, "docs/examples"), path.join(consumer, "examples"), { recursive: true });
    expect(run(command, ["validate", "examples"])).toContain("no issues");
  });
});

describe("the tree of the Action", () => {
  const tree = path.join(folder, "action");
  const others = ["plan", "review", "validate"];
  beforeAll(async () => {
    await ensureActionBuilt();
    mkdirSync(tree);
    writeActionTree(tree, version);
  });

  it("has the actions at its top, the licenses of all bundled packages, and no broken link", () => {
    expect(readdirSync(tree)).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "action.yml", "dist", "licenses.txt", ...others]),
    );
    // What pre-commit needs to install the hooks of the tree.
    expect(readdirSync(tree)).toEqual(expect.arrayContaining([".pre-commit-hooks.yaml", "package.json"]));
    expect(JSON.parse(readFileSync(path.join(tree, "package.json"), "utf8"))).toMatchObject({ version });
    const licenses = readFileSync(path.join(tree, "licenses.txt"), "utf8");
    for (const name of ["@actions/artifact", "ky", "lit", "@uwdata/flechette"]) {
      expect(licenses).toMatch(new RegExp(`^${name} [0-9.]+ \\((MIT|BSD-3-Clause|Apache-2.0)\\)$`, "m"));
    }
    expect(licenses).not.toMatch(/^(unzip-stream|buffers) /m);
    for (const readme of ["README.md", ...others.map((name) => `${name}/README.md`)]) {
      const text = readFileSync(path.join(tree, readme), "utf8");
      for (const [, link = ""] of text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
        expect(existsSync(path.join(tree, path.dirname(readme), link)), `${readme}: ${link}`).toBe(true);
      }
    }
  });

  it("runs on a runner", async () => {
    await using world = await createWorld();
    cpSync(path.join(root, "docs/examples/weights.pa.json"), path.join(world.workspace, "weights.pa.json"));
    const step = await world.run({}, { action: tree });
    expect(step).toMatchObject({ code: 0, stderr: "", outputs: { status: "success", "unit-count": "1" } });
    const check = await world.validate({}, { action: path.join(tree, "validate") });
    expect(check).toMatchObject({ code: 0, stderr: "", outputs: { valid: "true" } });
  });
});
