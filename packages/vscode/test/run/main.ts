// Runs what needs a real VS Code: the suites in its extension host, and the stories in its workbench. `--only NAME` runs only the suites whose
// files begin with NAME. The last line counts; `--report FILE` writes the counts as JSON, too.
import { rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../../bundle.ts";
import { failures } from "./host.ts";
import { say, timed } from "./say.ts";
import { runSuites } from "./suite.ts";
import { playStories } from "./ui/main.ts";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, report: { type: "string" } },
});
let passed = 0;
const failed: string[] = [];

rmSync(failures, { recursive: true, force: true });
await ensureBuilt();
// Side by side: each has a VS Code of its own, and both wait for theirs more than they compute.
await Promise.all([tellSuites(), values.only === "" ? tellStories() : undefined]);

if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed }));
for (const title of failed) say(`failed: ${title}`);
say(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

async function tellSuites(): Promise<void> {
  try {
    const report = await timed("the suites", () => runSuites(values.only));
    for (const title of report.passed) say(`ok     ${title}`);
    for (const { title, error } of report.failed) say(`FAILED ${title}\n${error}`);
    passed += report.passed.length;
    failed.push(...report.failed.map(({ title }) => title), ...report.pending.map((title) => `${title} (did not run)`));
    if (passed + failed.length === 0 && values.only !== "") failed.push(`no suite begins with "${values.only}"`);
  } catch (error) {
    say(error);
    failed.push("the suites in VS Code");
  }
}

async function tellStories(): Promise<void> {
  try {
    const stories = await playStories();
    for (const title of stories.passed) say(`ok     ${title}`);
    for (const { title, error } of stories.failed) say(`FAILED ${title}\n`, error);
    passed += stories.passed.length;
    failed.push(...stories.failed.map(({ title }) => title));
  } catch (error) {
    say(error);
    failed.push("the stories in the workbench");
  }
}
