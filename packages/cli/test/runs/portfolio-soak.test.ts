import { readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "@analytics-engines/core/basics";
import { seededRandom } from "@analytics-engines/core/testing";
import { type ManifestUnit, readManifest } from "@analytics-engines/runs";
import type { ChecksReport } from "@analytics-engines/runs/review";
import { createSimulator, knownGood } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { naiveDecode } from "../../../core/test/support/tables/naive-decode.ts";
import { createParquetReader } from "../../../core/test/support/tables/read-parquet.ts";
import { type Started, useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const ACCOUNTS = isFull ? 400 : 12;
const CHANGED = isFull ? 12 : 3;
const WINDOW_SECONDS = 1;
const { weights, contribution, attribution } = knownGood().components.pa;
const reports = { weights, contribution, attribution };
const unitCount = ACCOUNTS * Object.keys(reports).length;

/** Faults before and after the service has given a result away. None of them is a 429. */
const faults = [
  "create#1=lost",
  "create#2=503",
  "status*5=reset",
  "result*7=refused",
  "result*11=500",
  "result*13=delay:0.1",
  "result*23=lost",
  "result*29=cut",
  "result*31=reset-after-headers",
  "result*37=wrong-length",
];

/** The rows of the sweep: one for each account and report. The first ones can have another currency. */
function rowsOf(changed: number): string {
  const rows = Array.from({ length: ACCOUNTS }, (_, index) => `MANDATE_${`${index + 1}`.padStart(4, "0")}`).flatMap(
    (account) => Object.entries(reports).map(([name, id]) => ({ unit: `${name} ${account}`, id, account })),
  );
  const step = unitCount / CHANGED;
  const lines = rows.map(({ unit, id, account }, row) => {
    const currency = row % step === 0 && row < changed * step ? "JPY" : "USD";
    return `${unit},${id},Client:/Mandates/${account}.ACCT,${currency}`;
  });
  return ["unit,report,account,currency", ...lines, ""].join("\n");
}

const sweep = {
  template: {
    componentid: "filled by each row",
    accounts: [{ id: "filled by each row", holdingsmode: "B&H" }],
    benchmarks: [{ id: "BMK:WORLD", holdingsmode: "B&H" }],
    dates: { startdate: "20240131", enddate: "20240430", frequency: "Monthly" },
    componentdetail: "groups",
  },
  rows: "night.csv",
  id: "{unit}",
  fill: { "/componentid": "{report}", "/accounts/0/id": "{account}", "/currencyisocode": "{currency}" },
};

/** A service with a limit and faults, and the repository of a firm. */
async function firm() {
  const clock = { ...systemClock, passedMs: 0, now: () => Date.now() + clock.passedMs };
  const simulator = createSimulator({
    clock,
    faults,
    jobSeconds: 0.5,
    maxAgeSeconds: 1,
    rateLimit: { limit: 20 + unitCount / 10, windowSeconds: WINDOW_SECONDS },
    maxRunningUnits: unitCount,
    maxRequests: 10 * unitCount + 1000,
    duplicates: "allow",
  });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const place = workplace();
  place.write("analytics-engines.json", JSON.stringify({ files: ["night.pa.sweep.json"], sets: { nightly: {} } }));
  place.write("night.pa.sweep.json", JSON.stringify(sweep));
  place.write("night.csv", rowsOf(0));
  place.write("night.checks.json", JSON.stringify({ checks: [{ rowCount: { min: 1 } }] }));
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return {
    ...place,
    simulator,
    command: (...args: string[]) => place.run(args, env),
    startCommand: (...args: string[]) => place.start(args, env),
    unitsOf: async (run: string) =>
      (await readManifest(path.join(place.folder, run))).files.flatMap(({ units }) => units),
    /** A new process does not know how much of the limit an earlier one has used. */
    waitForNextWindow: () => {
      clock.passedMs += WINDOW_SECONDS * 1000;
    },
  };
}

/** Kills a run when it has stored this many results. */
async function kill({ child, ended }: Started, results: number): Promise<void> {
  let stored = 0;
  child.stderr?.on("data", (text: string) => {
    stored += text.split(": stored, ").length - 1;
    if (stored >= results) child.kill("SIGKILL");
  });
  expect(await ended).toMatchObject({ code: null });
}

const idsOf = (units: readonly { readonly id: string }[]) => units.map(({ id }) => id).sort();

test(`${unitCount} units outlive faults and two kills, and the next night computes only what changed`, async () => {
  const { simulator, command, startCommand, unitsOf, folder, write, waitForNextWindow } = await firm();
  const random = seededRandom(32);
  const run = ["run", "--set", "nightly", "--output"];
  for (const resume of [[], ["--resume"]]) {
    await kill(startCommand(...run, "monday", ...resume), 1 + Math.floor((random() * unitCount) / 3));
    waitForNextWindow();
  }
  expect(await command(...run, "monday", "--resume")).toMatchObject({ code: 1 });
  const faultCount = simulator.faults.fired;
  simulator.faults.clear();
  // What is not known after two faults in a row, a resumed run finds out.
  expect(await command(...run, "monday", "--resume")).toMatchObject({ code: 1 });

  // No job twice, no result twice, no refusal by the limit, and each loss has its name.
  const monday = await unitsOf("monday");
  const jobs = simulator.jobs.map(({ id: job, creates, units }) => ({ job, creates, units }));
  const computed = jobs.flatMap(({ job, creates, units }) => units.map((unit) => ({ ...unit, job, creates })));
  expect(idsOf(computed)).toEqual(idsOf(monday));
  expect(computed.filter(({ creates, resultReads }) => creates !== 1 || resultReads !== 1)).toEqual([]);
  expect(simulator.requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(faultCount).toBeGreaterThan(unitCount / 4);
  const lost = monday.filter(({ status }) => status !== "success");
  expect(lost.length).toBeGreaterThan(1);
  for (const { id, status, errors } of lost) {
    const job = computed.find((unit) => unit.id === id)?.job;
    expect([status, errors[0]?.detail]).toEqual([
      "lost",
      expect.stringMatching(`unit ${id} of job ${job} .* \\d+ bytes arrived \\(request key \\w+\\)`),
    ]);
  }

  const check = ["--checks", "night.checks.json", "--json"];
  const { findings }: ChecksReport = JSON.parse((await command("check", "monday", ...check)).stdout);
  // A unit without a result is one failure, that of the run.
  const unjudged = findings.flatMap(({ unit, status }) =>
    status === "unjudged" && unit !== undefined ? [{ id: unit }] : [],
  );
  expect([findings.length, idsOf(unjudged)]).toEqual([unitCount, idsOf(lost)]);
  expect(await command("history", "add", "monday", "--store", "history")).toMatchObject({ code: 0, stderr: "" });

  // The next night.
  const requestsOfMonday = simulator.requests.length;
  waitForNextWindow();
  write("night.csv", rowsOf(CHANGED));
  const ended = await command(...run, "tuesday", "--earlier", "monday", "--reuse", "--checks", "night.checks.json");
  const tuesday = await unitsOf("tuesday");
  const before = new Map(monday.map((unit) => [unit.id, unit]));
  const changed = tuesday.filter(({ id, parametersSha256 }) => before.get(id)?.parametersSha256 !== parametersSha256);
  expect(changed).toHaveLength(CHANGED);
  const todo = new Set(idsOf([...changed, ...lost]));
  expect(ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${unitCount} of ${unitCount} units in `),
  });
  expect(idsOf(simulator.jobs.slice(jobs.length).flatMap(({ units }) => units))).toEqual([...todo]);
  expect(idsOf(tuesday.filter(({ reused }) => reused === undefined))).toEqual([...todo]);
  expect(await command("verify", "tuesday")).toMatchObject({ code: 0 });
  // A copied result costs no request.
  expect(simulator.requests.length - requestsOfMonday).toBeLessThan(todo.size + 20);
  expect(simulator.requests.filter(({ status }) => status === 429)).toEqual([]);

  expect(await command("history", "add", "tuesday", "--store", "history")).toMatchObject({ code: 0 });
  const changes = JSON.parse((await command("history", "list-changes", "--store", "history", "--json")).stdout);
  expect(changes).toMatchObject({ failures: [], breaches: [] });
  expect(changes.recoveries.map(({ unit }: { unit: string }) => unit).sort()).toEqual(idsOf(lost));
  await checkHistory(folder, { monday, tuesday });
});

/** Compares the counts of rows in the history with the runs, whose results another decoder reads. */
async function checkHistory(folder: string, runs: Readonly<Record<string, readonly ManifestUnit[]>>): Promise<void> {
  const duckdb = await createParquetReader();
  onTestFinished(() => duckdb.close());
  const rows = await duckdb.query(
    `SELECT units.unit, units.status, units.reused_from IS NOT NULL, coalesce(numbers.count, 0)
      FROM 'history/units/*/*.parquet' units
      LEFT JOIN (SELECT run, unit, count(*) AS count FROM 'history/numbers/*/*.parquet' GROUP BY ALL) numbers
      USING (run, unit)`,
    folder,
  );
  const numbersOf = (run: string, { file, status }: ManifestUnit): number => {
    if (status !== "success" || file === undefined) return 0;
    const { cells } = naiveDecode(JSON.parse(readFileSync(path.join(folder, run, file), "utf8")));
    return cells.flat().filter((cell) => typeof cell === "number").length;
  };
  const expectedRows = Object.entries(runs).flatMap(([run, units]) =>
    units.map((unit) => [unit.id, unit.status, unit.reused !== undefined, BigInt(numbersOf(run, unit))]),
  );
  expect(rows.map(String).sort()).toEqual(expectedRows.map(String).sort());
}
