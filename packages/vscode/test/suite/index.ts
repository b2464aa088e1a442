import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";
import type { SuiteReport } from "../support/suite-report.ts";

/** The runner shows the report. */
class Silent extends Mocha.reporters.Base {}

/**
 * The entry that VS Code calls in its extension host: runs the suites beside it. ANALYTICS_TEST_ONLY selects files by the start of their names,
 * ANALYTICS_TEST_SAMPLE selects tests by a JSON list of full titles.
 */
export async function run(): Promise<void> {
  const file = process.env["ANALYTICS_TEST_REPORT"];
  const note = (mark: "begun" | "failed") => file !== undefined && writeFileSync(`${file}.${mark}`, "");
  note("begun");
  const only = process.env["ANALYTICS_TEST_ONLY"] ?? "";
  const mocha = new Mocha({ ui: "bdd", color: false, timeout: 400_000, reporter: Silent });
  for (const name of readdirSync(__dirname).sort()) {
    if (/\.(suite|test)\.cjs$/.test(name) && name.startsWith(only)) mocha.addFile(path.join(__dirname, name));
  }
  const sample: readonly string[] = JSON.parse(process.env["ANALYTICS_TEST_SAMPLE"] ?? "[]");
  if (sample.length > 0)
    mocha.grep(new RegExp(`^(?:${sample.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})$`));
  const passed: string[] = [];
  const pending: string[] = [];
  const failed: { title: string; error: string }[] = [];
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on("pass", (test) => passed.push(test.fullTitle()))
      .on("pending", (test) => pending.push(test.fullTitle()))
      .on("fail", (test, error: unknown) => {
        // The runner takes a picture of the window when it sees this.
        note("failed");
        failed.push({
          title: test.fullTitle(),
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
      });
  });
  const report: SuiteReport = { passed, failed, pending, total: mocha.suite.total() };
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
  if (failed.length > 0) throw new Error(`${failed.length} failed`);
}
