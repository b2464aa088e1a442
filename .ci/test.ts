// npm test: checks, build, then the tests of every package. The last line counts them all. The long suites run a fixed sample of their cases;
// with --full (npm run test:full) all of them.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureBrowser } from "./browser.ts";
import { type Digests, differing, digestFiles } from "./generated.ts";
import { checks, root, runSteps, script, tool } from "./steps.ts";

// Read by the suites themselves, in processes of their own.
if (process.argv.includes("--full")) process.env["FULL"] = "1";

const checkedIn = digestFiles(root);
const before = await runSteps([
  ...checks,
  { name: "build", run: () => script(".ci/build.ts") },
  { name: "what is generated is checked in", run: async () => isCheckedIn(checkedIn) },
]);
ensureBrowser();
const tests = await runTests();
// After the others: VS Code wants both cores for itself.
const inVsCode = await runInVsCode();

for (const name of [...before.failed, ...tests.failedNames, ...inVsCode.failed]) console.log(`failed: ${name}`);
const passed = before.passed + tests.passed + inVsCode.passed;
const failed = before.failed.length + tests.failed + inVsCode.failed.length;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : "";
console.log(`${passed} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 ? 0 : 1);

/** Whether the build wrote what stood there before; names what it did not. The tests come after it, and could not tell. */
function isCheckedIn(checkedIn: Digests): boolean {
  const files = differing(checkedIn, digestFiles(root));
  for (const file of files) console.log(`${file} was out of date, and the build has written it anew: check it in.`);
  return files.length === 0;
}

interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
  failedNames: string[];
}

/** Runs vitest over all packages and reads the counts from its JSON report. No report counts as a failure. */
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
  ]);
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    // A file that does not load has no failed test of its own, and yet it failed.
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
      // vitest can fail for an error outside any test; that must not read as success.
      failed: failed === 0 && !ok ? 1 : failed,
      skipped: numPendingTests,
      failedNames: [...failedNames, ...brokenFiles],
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failedNames: ["vitest wrote no report"] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    sayTime("tests of the packages", started);
  }
}

/** Runs the suites and the stories of the extension in a real VS Code, and reads their counts. No report counts as a failure. */
async function runInVsCode(): Promise<{ passed: number; failed: string[] }> {
  const started = Date.now();
  const folder = mkdtempSync(path.join(tmpdir(), "test-report-"));
  const report = path.join(folder, "report.json");
  const ok = await script("packages/vscode/test/run/main.ts", ["--report", report]);
  try {
    const { passed, failed }: { passed: number; failed: string[] } = JSON.parse(readFileSync(report, "utf8"));
    return { passed, failed: failed.length === 0 && !ok ? ["tests in VS Code"] : failed };
  } catch {
    return { passed: 0, failed: ["tests in VS Code, which wrote no report"] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    sayTime("tests in VS Code", started);
  }
}

function sayTime(what: string, started: number): void {
  console.log(`${what} took ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
