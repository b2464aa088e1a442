import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../../steps.ts";

const ownFolder = `
  import { mkdtempSync, rmSync } from "node:fs";
  import { tmpdir } from "node:os";
  import path from "node:path";
  const folder = mkdtempSync(path.join(tmpdir(), "own-"));`;
const untidy = `${ownFolder} test("leaves it", () => {});`;
const tidy = `${ownFolder}
  afterAll(() => rmSync(folder, { recursive: true }));
  test("is tidy", () => {});`;

/** Runs test files as the tests of the packages run. */
function runTests(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(path.join(tmpdir(), "leftovers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = {
    globals: true,
    isolate: false,
    maxWorkers: 1,
    globalSetup: [path.join(import.meta.dirname, "whole-run.ts")],
    setupFiles: [path.join(import.meta.dirname, "each-file.ts")],
  };
  writeFileSync(path.join(folder, "vitest.config.mjs"), `export default { test: ${JSON.stringify(config)} };`);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.test.ts`), text);
  const vitest = path.join(root, "node_modules", "vitest", "vitest.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, "run", "--root", folder, "--no-color"], {
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
}

it("passes if each test file removes what it makes", () => {
  expect(runTests({ first: tidy, second: tidy })).toMatchObject({ status: 0 });
});

it("fails the test file that leaves a folder, and no other", () => {
  const { status, output } = runTests({
    first: tidy,
    second: untidy,
    third: tidy,
  });
  expect(status).toBe(1);
  expect(output).toMatch(/FAIL +second\.test\.ts/);
  expect(output).toMatch(/^ {2}own-\w{6}$/m);
  expect(output).toMatch(/Test Files +1 failed \| 2 passed/);
});

it("fails if something is left after the end of all test files", () => {
  const late = `${ownFolder}
    import { writeFileSync } from "node:fs";
    writeFileSync(path.join(tmpdir(), "..", "late.txt"), "");
    rmSync(folder, { recursive: true });
    test("leaves a file", () => {});`;
  const { status, output } = runTests({ first: late });
  expect(status).toBe(1);
  expect(output).toMatch(/^ {2}late\.txt$/m);
});

it("does not mind the folder of a test file whose tests are all skipped, and removes it", () => {
  const skipped = `${ownFolder} test.skip("does not run", () => {});`;
  expect(runTests({ first: skipped, second: skipped, third: tidy })).toMatchObject({ status: 0 });
});
