// npm test: checks, build, then the tests of every package. The last line counts them all. The long suites run a fixed sample of their cases,
// or all cases with --full (npm run test:full).
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Digests, differing, digestFiles } from "../build/generated.ts";
import { isBuilt } from "../build/last-build.ts";
import { checks, root, runSteps, runTogether, sampleOnly, script, sumOf, tool } from "../steps.ts";
import { ensureBrowser } from "../tests/browser.ts";

const isFull = process.argv.includes("--full");
const noCounts = { passed: 0, failed: [] };
// The suites read it, in processes of their own.
if (isFull) process.env["FULL"] = "1";

const checkedIn = digestFiles(root);
const before = sumOf([
  await runTogether(checks),
  await runSteps([
    { name: "build", run: async () => isBuilt(root) || script(".ci/commands/build.ts") },
    { name: "generated files are up to date", run: async () => isCheckedIn(checkedIn) },
  ]),
]);
ensureBrowser();
const tests = await runTests();
// After the others, because VS Code needs both cores.
const inVsCode = await runReporting("tests in VS Code", "packages/vscode/test/run/main.ts");
const onWindows = isFull ? await runReporting("tests on Windows", ".ci/commands/test-windows.ts") : noCounts;

const names = [...before.failed, ...tests.failedNames, ...inVsCode.failed, ...onWindows.failed];
for (const name of names) console.log(`failed: ${name}`);
const passed = before.passed + tests.passed + inVsCode.passed + onWindows.passed;
const failed = before.failed.length + tests.failed + inVsCode.failed.length + onWindows.failed.length;
const skipReason = isFull ? "skipped" : "left to npm run test:full";
const skipped = tests.skipped > 0 ? `, ${tests.skipped} ${skipReason}` : "";
console.log(`${passed} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 ? 0 : 1);

/** Whether the build left every generated file as it was. Prints the others: the tests run after the build and cannot notice them. */
function isCheckedIn(checkedIn: Digests): boolean {
  const files = differing(checkedIn, digestFiles(root));
  for (const file of files) console.log(`${file} was out of date. The build has written it again: commit it.`);
  return files.length === 0;
}

interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  failedNames: string[];
}

/** Runs vitest for all packages and reads the counts from its JSON report. A missing report counts as a failure. */
async function runTests(): Promise<TestCounts> {
  const started = Date.now();
  const folder = mkdtempSync(path.join(tmpdir(), "test-report-"));
  const report = path.join(folder, "report.json");
  const ok = await tool("vitest", [
    "run",
    "--config",
    ".ci/vitest.config.ts",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...(isFull ? [] : sampleOnly),
  ]);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that does not load has no failed test, but it failed.
    const brokenFiles = testResults
      .filter((file: { status: string; assertionResults: { status: string }[] }) => {
        return file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed");
      })
      .map((file: { name: string }) => file.name);
    const failedNames = testResults.flatMap((file: { assertionResults: { status: string; fullName: string }[] }) =>
      file.assertionResults.filter((test) => test.status === "failed").map((test) => test.fullName),
    );
    const failed = numFailedTests + brokenFiles.length;
    return {
      passed: numPassedTests,
      // vitest can fail because of an error outside any test.
      failed: failed === 0 && !ok ? 1 : failed,
      skipped: numPendingTests,
      failedNames: [...failedNames, ...brokenFiles],
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failedNames: ["vitest wrote no report"] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    printTime("tests of the packages", started);
  }
}

/** Runs a script that writes its counts as JSON. A missing report counts as a failure. */
async function runReporting(name: string, file: string): Promise<{ passed: number; failed: string[] }> {
  const started = Date.now();
  const folder = mkdtempSync(path.join(tmpdir(), "test-report-"));
  const report = path.join(folder, "report.json");
  const ok = await script(file, ["--report", report]);
  try {
    const { passed, failed }: { passed: number; failed: string[] } = JSON.parse(readFileSync(report, "utf8"));
    return { passed, failed: failed.length === 0 && !ok ? [name] : failed };
  } catch {
    return { passed: 0, failed: [`${name}, which wrote no report`] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    printTime(name, started);
  }
}

function printTime(what: string, started: number): void {
  console.log(`${what} took ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
