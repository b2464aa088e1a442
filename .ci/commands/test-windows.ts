// npm run test:windows: whole runs on a model of Windows' file rules, then the built command on Windows Node under Wine, which is installed
// once. The last line counts both. `--report FILE` runs the command alone, and writes the counts as JSON.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isBuilt } from "../build/last-build.ts";
import { root, script, tool } from "../steps.ts";
import { runCases } from "../windows/cases.ts";
import { openWindows } from "../windows/wine.ts";

const MODEL = "packages/runs/src/folder/windows-files.isolated.test.ts";

const { values } = parseArgs({ options: { report: { type: "string" } } });
const model = values.report === undefined ? await runModel() : { passed: 0, failed: [] };
const command = await runCommand();
const passed = model.passed + command.passed;
const failed = [...model.failed, ...command.failed];
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed }));
for (const name of failed) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

interface Counts {
  readonly passed: number;
  readonly failed: readonly string[];
}

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

async function runCommand(): Promise<Counts> {
  const windows = openWindows();
  if ("reason" in windows) {
    console.log(`skipped: the command on Windows, because ${windows.reason}`);
    return { passed: 0, failed: [] };
  }
  if (!isBuilt(root) && !(await script(".ci/commands/build.ts"))) return { passed: 0, failed: ["build"] };
  return runCases(windows);
}
