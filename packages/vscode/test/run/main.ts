// Runs the tests that need a real VS Code: the suites in its extension host, and the stories in its workbench. By default it runs the sample of
// `sample.ts`; with `--full` or FULL=1 it runs all. `--only NAME` runs only the suites whose file names start with NAME. The last line contains
// the counts; `--report FILE` also writes them as JSON.
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { useOwnTemporaryFolder } from "../../../../.ci/tests/temporary/temporary-folder.ts";
import { ensureBuilt } from "../../bundle.ts";
import { failures } from "./host.ts";
import { sampledTests } from "./sample.ts";
import { say, timed } from "./say.ts";
import { runSuites } from "./suite.ts";
import { playStories } from "./ui/main.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, report: { type: "string" }, full: { type: "boolean" } },
});
const isFull = values.full === true || process.env["FULL"] === "1";
/** The titles of the sample; empty for all tests. */
const sample = isFull || values.only !== "" ? [] : Object.keys(sampledTests);
const passed: string[] = [];
const failed: string[] = [];
let total = 0;

rmSync(failures, { recursive: true, force: true });
const closeTemporaryFolder = useOwnTemporaryFolder("vscode-");
await ensureBuilt();
// In parallel: each has its own VS Code and mostly waits for it.
await Promise.all([reportSuites(), values.only === "" ? reportStories() : undefined]);
// VS Code itself leaves this folder.
rmSync(path.join(tmpdir(), `vscode-typescript${process.getuid?.() ?? ""}`), { recursive: true, force: true });
try {
  closeTemporaryFolder();
} catch (error) {
  say(error);
  failed.push("what the tests leave in the temporary folder");
}

if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed: passed.length, failed }));
for (const title of failed) say(`failed: ${title}`);
if (!isFull) say(`${passed.length + failed.length} of ${total} tests ran; npm run test:full runs all`);
say(`${passed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

async function reportSuites(): Promise<void> {
  try {
    const report = await timed("the suites", () => runSuites(values.only, sample));
    for (const title of report.passed) say(`ok     ${title}`);
    for (const { title, error } of report.failed) say(`FAILED ${title}\n${error}`);
    passed.push(...report.passed);
    failed.push(...report.failed.map(({ title }) => title), ...report.pending.map((title) => `${title} (did not run)`));
    total += report.total;
    const ran = [...report.passed, ...report.failed.map(({ title }) => title)];
    failed.push(
      ...sample.filter((title) => !ran.includes(title)).map((title) => `${title} (in the sample, but not run)`),
    );
    if (ran.length === 0 && values.only !== "") failed.push(`no suite starts with "${values.only}"`);
  } catch (error) {
    say(error);
    failed.push("the suites in VS Code");
  }
}

async function reportStories(): Promise<void> {
  try {
    const stories = await playStories({ isFull });
    for (const title of stories.passed) say(`ok     ${title}`);
    for (const { title, error } of stories.failed) say(`FAILED ${title}\n`, error);
    passed.push(...stories.passed);
    failed.push(...stories.failed.map(({ title }) => title));
    total += stories.total;
  } catch (error) {
    say(error);
    failed.push("the stories in the workbench");
  }
}
