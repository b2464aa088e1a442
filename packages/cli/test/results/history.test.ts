import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { writeChecksReport, writeHistoryRun } from "../../../runs/test/support/history-run.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

/** A folder with a history of three runs: the second has other parameters and a failed unit, the third is a restatement. */
async function threeRuns() {
  const place = workplace();
  const at = (day: number) => `2026-11-${day}T21:00:00Z`;
  const run = (name: string) => path.join(place.folder, name);
  const [numbers, parameters] = [{ Total: 100, Energy: 12.5 }, "b".repeat(64)];
  await writeHistoryRun(run("one"), at(18), { growth: { numbers }, income: { numbers } }, { commit: "1".repeat(40) });
  const changed = { growth: { numbers: { ...numbers, Energy: 13 }, parameters }, income: {} };
  await writeHistoryRun(run("two"), at(19), changed, { commit: "2".repeat(40) });
  const restated = { growth: { numbers: { ...numbers, Energy: 12.75 }, parameters }, income: { numbers } };
  await writeHistoryRun(run("three"), at(20), restated, { commit: "2".repeat(40) });
  await writeChecksReport(run("three"), [
    { id: "sum of Weight", status: "failed", message: "The sum is 99.2; expected: 100.", value: "99.2", limit: "100" },
  ]);
  const history = (...args: string[]) => place.run(["history", ...args, "--store", "history"]);
  return { ...place, history };
}

test("history adds runs once, shows a number with the reasons of its changes, and lists what changed", async () => {
  const { history, folder } = await threeRuns();
  const added = await history("add", "one", "two");
  expect(added).toMatchObject({ code: 0, stderr: "" });
  expect(added.stdout).toBe("one: added 4 numbers, 0 checks and 2 units\ntwo: added 2 numbers, 0 checks and 2 units\n");
  expect(await history("list-changes")).toEqual({
    code: 0,
    stdout: `Run of 2026-11-19 21:00 UTC: 1 new failure, 0 new breaches of checks, 0 recovered
  failed book.pa.json#income: success, now failure: No such account
`,
    stderr: "",
  });
  expect((await history("add", "two", "three")).stdout).toMatch(
    /^two: the store has it already\nthree: added 4 numbers/,
  );
  const changes = JSON.parse((await history("list-changes", "--json")).stdout);
  expect(changes).toMatchObject({ version: 1, failures: [], recoveries: [{ unit: "income", before: "failure" }] });

  expect(await history("show", "--unit", "growth", "--row", "Energy")).toEqual({
    code: 0,
    stdout: `book.pa.json#growth, main: Energy, Portfolio | Weight (%)
  2026-11-18 21:00 UTC, one    12.5
  2026-11-19 21:00 UTC, two    13     +0.5   other parameters (commit 2222222)
  2026-11-20 21:00 UTC, three  12.75  -0.25  a restatement: the same parameters and dates, another answer
`,
    stderr: "",
  });
  const shown = JSON.parse((await history("show", "--row", "Energy", "--unit", "growth", "--json")).stdout);
  expect(shown).toMatchObject({
    version: 1,
    series: [{ row: "Energy", points: [{ value: 12.5 }, {}, { reason: "restatement" }] }],
  });

  const checks = await history("show", "--kind", "checks");
  expect(checks.stdout).toBe(`book.pa.json#growth, book.checks.json: sum of Weight, table 2
  2026-11-20 21:00 UTC  99.2    failed (expected: 100)
`);
  const page = await history("show", "--unit", "growth", "--html", "pages/history.html");
  expect(page).toMatchObject({ code: 0, stdout: `${path.join(folder, "pages/history.html")}\n`, stderr: "" });
  expect(readFileSync(path.join(folder, "pages/history.html"), "utf8")).toContain('id="analytics-engines-history"');
});

test("a run that was resumed replaces itself, and times have seconds where runs share a minute", async () => {
  const { run, folder } = workplace();
  const make = (name: string, second: number, total: number, finishedAt: string) =>
    writeHistoryRun(
      path.join(folder, name),
      `2026-11-18T21:00:${second}Z`,
      { growth: { numbers: { Total: total } } },
      { finishedAt },
    );
  await make("one", 10, 1, "2026-11-18T21:01:00Z");
  await make("two", 50, 2, "2026-11-18T21:02:00Z");
  await make("resumed", 50, 3, "2026-11-18T21:03:00Z");
  const history = (...args: string[]) => run(["history", ...args, "--store", "history"]);
  expect((await history("add", "one", "two", "resumed", "two")).stdout).toBe(`one: added 1 number, 0 checks and 1 unit
two: added 1 number, 0 checks and 1 unit
resumed: added 1 number, 0 checks and 1 unit
two: the store has a newer state of it already
`);
  expect((await history("show")).stdout).toBe(`book.pa.json#growth, main: Total, Portfolio | Weight (%)
  2026-11-18 21:00:10 UTC, one      1
  2026-11-18 21:00:50 UTC, resumed  3  +2  a restatement: the same parameters and dates, another answer
`);
  const added = JSON.parse((await history("add", "two", "--json")).stdout);
  expect(added).toMatchObject({ version: 1, runs: [{ folder: "two", isKnown: true, isOlder: true }] });
});

test("a run is not added while its jobs run on the service, while a process waits for them, or after that was killed", async () => {
  const simulator = createSimulator({ jobSeconds: 3600 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const { run, start, write } = workplace();
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  write(
    "weights.pa.json",
    readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples/weights.pa.json")),
  );
  expect(await run(["submit"], env)).toMatchObject({ code: 0 });
  const add = () => run(["history", "add", "analytics-run", "--store", "history"]);
  expect(await add()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^error: The run in analytics-run has not finished: 1 job may still run on the service: weights\.pa\.json\. Wait until they end, resume the run/,
    ),
  });
  const collecting = start(["run", "--resume"], env);
  while (simulator.jobs.some(({ statusReads }) => statusReads === 0)) await new Promise(setImmediate);
  expect(await add()).toMatchObject({ code: 2, stderr: expect.stringContaining("a process uses the folder. Wait") });
  collecting.child.kill("SIGKILL");
  await collecting.ended;
  expect(await add()).toMatchObject({ code: 2, stderr: expect.stringContaining("resume it, and add it then") });
});

test("a torn file is named, and the exit code is 1", async () => {
  const { history, folder } = await threeRuns();
  await history("add", "one");
  const [name = ""] = readdirSync(path.join(folder, "history/units/month=2026-11"));
  writeFileSync(path.join(folder, "history/units/month=2026-11", name), "PAR1");
  const stderr = expect.stringContaining(
    `units/month=2026-11/${name} was left out: it has other bytes than were written: add the run again\n`,
  );
  expect(await history("show")).toMatchObject({ code: 1, stderr });
  expect(await history("list-changes")).toMatchObject({ code: 1, stderr });
  const { code, stdout } = await history("show", "--json");
  expect({ code, problems: JSON.parse(stdout).problems.length }).toEqual({ code: 1, problems: 1 });
});

test("what is no store or no finished run is a mistake that says what to do", async () => {
  const { history, write } = await threeRuns();
  expect(await history("show")).toEqual({
    code: 2,
    stdout: "",
    stderr: 'error: history has no history. Name the folder that "history add" wrote to, or add a run first.\n',
  });
  expect(await history("add", "nowhere")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Name a run folder."),
  });
  write(
    "open/manifest.json",
    '{"version":1,"tool":"t","service":"s","startedAt":"2026-11-20T09:00:00Z","status":"unknown","files":[]}',
  );
  expect(await history("add", "open")).toMatchObject({ code: 2, stderr: expect.stringContaining("has not finished") });
});
