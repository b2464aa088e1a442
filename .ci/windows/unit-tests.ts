// The tests beside the sources on Windows, package by package: see `vitest.config.ts`.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Counts, Windows } from "./windows.ts";

/** All packages but two: the extension runs in an editor, and the benchmark on Linux alone. */
const PACKAGES = ["core", "runs", "viewer", "cli", "action", "simulator"];
/** The slowest package takes some minutes on a machine with two cores. */
const MAX_PACKAGE_MS = 1_800_000;

/** What vitest's report says of a file of tests. */
interface TestedFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/** Runs the tests of these packages. Prints what vitest says of those that fail. */
export async function runUnitTests(windows: Windows): Promise<Counts> {
  const project = windows.openProject();
  const counts: Counts[] = [];
  for (const name of PACKAGES) counts.push(await runPackage(windows, project, name));
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.flatMap(({ failed }) => failed),
  };
}

async function runPackage(windows: Windows, project: string, name: string): Promise<Counts> {
  const started = Date.now();
  const folder = mkdtempSync(path.join(windows.folder, "test-report-"));
  const report = path.join(folder, "report.json");
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${windows.windowsPath(report)}`];
    const { code, text } = await windows.run(
      path.join(project, "node_modules", "vitest", "vitest.mjs"),
      ["run", "--config", ".ci/windows/vitest.config.ts", "--tags-filter=!full", ...reporters, `packages/${name}/`],
      { cwd: project, maxMs: MAX_PACKAGE_MS },
    );
    const counts = readReport(report, code === 0, name);
    console.log(
      `${counts.failed.length === 0 ? "ok    " : "FAILED"} tests of ${name} on Windows (${seconds(started)} s)`,
    );
    if (counts.failed.length > 0) console.log(text.replace(/^/gm, "       "));
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The counts of a report. Without one, or where vitest failed for a reason that it does not name, the package counts as one failure. */
function readReport(report: string, succeeded: boolean, name: string): Counts {
  try {
    const { numPassedTests: passed, testResults }: { numPassedTests: number; testResults: readonly TestedFile[] } =
      JSON.parse(readFileSync(report, "utf8"));
    const failed = testResults.flatMap(failuresOf);
    const isComplete = succeeded && passed > 0;
    return { passed, failed: failed.length > 0 || isComplete ? failed : [`on Windows: tests of ${name}`] };
  } catch {
    return { passed: 0, failed: [`on Windows: tests of ${name}, which wrote no report`] };
  }
}

/** The tests of a file that failed. A file that does not load has no tests, but it failed. */
function failuresOf({ name, status, assertionResults }: TestedFile): readonly string[] {
  const failed = assertionResults.filter((test) => test.status === "failed").map(({ fullName }) => fullName);
  const names = failed.length === 0 && status === "failed" ? [name] : failed;
  return names.map((text) => `on Windows: ${text}`);
}

function seconds(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1);
}
