// npm run test:windows: whole runs on a model of Windows' file rules, then on Windows Node the built command,
// the built Action and unit tests. On Linux x64, Windows Node runs under Wine, which is installed once. The last line counts all. `--report FILE` leaves out
// the model, which `npm test` has run, and writes the counts as JSON.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isBuilt } from "../build/last-build.ts";
import { root, script, sumOf, tool } from "../steps.ts";
import { runActionCases } from "../windows/action.ts";
import { runCases } from "../windows/cases.ts";
import { openWindows } from "../windows/open.ts";
import { runUnitTests } from "../windows/unit-tests.ts";
import type { Counts } from "../windows/windows.ts";

const MODEL = "packages/runs/src/folder/windows-files.isolated.test.ts";

const { values } = parseArgs({ options: { report: { type: "string" } } });
const { passed, failed } = sumOf([
  // The model is for systems without the rules of Windows.
  ...(values.report === undefined && process.platform !== "win32" ? [await runModel()] : []),
  ...(await runOnWindows()),
]);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed }));
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

async function runModel(): Promise<Counts> {
  const folder = mkdtempSync(path.join(tmpdir(), "test-report-"));
  const report = path.join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    await tool("vitest", ["run", "--config", ".ci/vitest.config.ts", ...reporters, MODEL]);
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    const isComplete = numPassedTests > 0 && numFailedTests === 0;
    return { passed: numPassedTests, failed: isComplete ? [] : Array(Math.max(1, numFailedTests)).fill(MODEL) };
  } catch {
    return { passed: 0, failed: [MODEL] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOnWindows(): Promise<readonly Counts[]> {
  const windows = openWindows();
  if ("reason" in windows) {
    console.log(`skipped: the tests on Windows, because ${windows.reason}`);
    return [];
  }
  const isReady = isBuilt(root) || (await script(".ci/commands/build.ts"));
  const built = isReady ? [await runCases(windows), await runActionCases(windows)] : [{ passed: 0, failed: ["build"] }];
  return [...built, await runUnitTests(windows)];
}
