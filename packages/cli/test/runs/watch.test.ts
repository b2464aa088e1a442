import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
import { useRunFolder } from "../../../runs/test/support/locked-folder.ts";
import { useBuiltCommand, workplace } from "../support/command.ts";
import { contribution } from "../support/results.ts";

useBuiltCommand();

const example = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples/weights.pa.json"), "utf8"),
);

/** A file of units for one day, each in its currency. */
function book(...currencies: readonly string[]): string {
  const [unit] = Object.values(example.data);
  const units = currencies.map((currencyisocode, index) => {
    return [`unit ${index}`, { ...Object(unit), dates: { enddate: "20260930", frequency: "Single" }, currencyisocode }];
  });
  return JSON.stringify({ ...example, data: Object.fromEntries(units) });
}

async function service({ jobSeconds = 0.1 } = {}) {
  const simulator = createSimulator({ jobSeconds, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  return { simulator, env: { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url } };
}

test("run --watch computes what changed when a file is saved, survives mistakes, and ends with Ctrl-C", async () => {
  const { simulator, env } = await service();
  const place = workplace();
  place.write("book.pa.json", book("USD", "EUR", "GBP"));
  const { child, said, printed, ended } = place.start(["run", "--watch"], env);
  await printed(/3 of 3 units in 1 file succeeded\. Run folder: analytics-run\n/);
  await said(/Waiting until a file is saved/);

  place.write("book.pa.json", book("JPY", "EUR", "GBP"));
  await printed(/3 of 3 units in 1 file succeeded, 2 reused\. Run folder: analytics-run\n/);
  expect(simulator.jobs.map(({ units }) => units.length)).toEqual([3, 1]);

  // The next note stands behind the run.
  await said(/Changed: book\.pa\.json\n(?:.*\n)*Waiting/);
  place.write("book.pa.json", "{");
  await said(/Nothing was sent to the service\.(?:.*\n)*Waiting/);
  expect(simulator.jobs).toHaveLength(2);

  place.write("other.pa.json", book("CHF"));
  place.write("book.pa.json", book("JPY", "EUR", "GBP"));
  await printed(/4 of 4 units in 2 files succeeded, 3 reused\. Run folder: analytics-run\n/);
  expect(simulator.jobs).toHaveLength(3);

  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 130 });
  expect((await ended).stderr).toContain("Its results are copied where they are still right: analytics-run-1\n");
  // The latest run is in the folder of the option, and the others are kept.
  const folders = ["analytics-run", "analytics-run-1", "analytics-run-2"];
  const verified = await Promise.all(folders.map((folder) => place.run(["verify", folder])));
  expect(verified.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(existsSync(path.join(place.folder, "analytics-run-3"))).toBe(false);
});

test("run --watch cancels the jobs when Ctrl-C comes during a run, and begins later with the run that is there", async () => {
  const { simulator, env } = await service();
  const place = workplace();
  place.write("book.pa.json", book("USD", "EUR"));
  expect(await place.run(["run"], env)).toMatchObject({ code: 0 });
  place.write("book.pa.json", book("USD", "CHF"));
  const slow = createSimulator({ jobSeconds: 600 });
  const { url, close } = await slow.listen();
  onTestFinished(close);
  const { child, said, ended } = place.start(["run", "--watch"], { ...env, ANALYTICS_BASE_URL: url });
  await said(/submitted as job/);
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining("the jobs are being canceled") });
  expect(slow.jobs.map(({ state }) => state)).toEqual(["Cancelled"]);
  expect(simulator.jobs).toHaveLength(1);
  expect(existsSync(path.join(place.folder, "analytics-run-1/manifest.json"))).toBe(true);
});

test("run --watch computes what was saved during a run, and what was saved while the folder was in use", async () => {
  const { simulator, env } = await service({ jobSeconds: 2 });
  const place = workplace();
  place.write("book.pa.json", book("USD"));
  const { child, said, printed, ended } = place.start(["run", "--watch"], env);
  await said(/submitted as job/);
  place.write("book.pa.json", book("EUR"));
  await printed(/1 of 1 unit in 1 file succeeded\..*\n(?:.*\n)*.*1 of 1 unit in 1 file succeeded\./);
  expect(simulator.jobs).toHaveLength(2);

  await said(/Changed: book\.pa\.json\n(?:.*\n)*Waiting/);
  const free = await useRunFolder(path.join(place.folder, "analytics-run"));
  place.write("book.pa.json", book("GBP"));
  await said(/analytics-run is in use by another run(?:.*\n)*Waiting until it is free or a file is saved/);
  expect(simulator.jobs).toHaveLength(2);
  await free();
  await printed(/(?:1 of 1 unit in 1 file succeeded\.(?:.*\n)*.*){3}/);
  expect(simulator.jobs).toHaveLength(3);
  child.kill("SIGINT");
  const { stderr } = await ended;
  expect(stderr.match(/is in use by another run/g)).toHaveLength(1);
});

test("run --watch ends at once where no later save could help", async () => {
  const { run, write } = workplace();
  write("book.pa.json", book("USD"));
  expect(await run(["run", "--watch"])).toMatchObject({ code: 2, stderr: expect.stringContaining("Name the service") });
  expect(await run(["run", "--watch", "--resume"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--watch' cannot be used with option '--resume'/),
  });
});

test("tables --watch shows a unit again when a new run has changed it, and not while the run is in progress", async () => {
  const { env } = await service();
  const place = workplace();
  place.write("book.pa.json", book("USD", "EUR"));
  const running = place.start(["run", "--watch"], env);
  await running.printed(/succeeded/);
  await running.said(/Waiting/);
  const tables = place.start(["tables", "analytics-run", "unit 0", "--watch"]);
  await tables.said(/Waiting until a file is saved/);
  place.write("book.pa.json", book("JPY", "EUR"));
  await running.printed(/1 reused/);
  await tables.said(/Changed: .*unit 0\.json\n/);
  await tables.printed(/USD(?:.*\n)*.*JPY/);
  for (const { child } of [running, tables]) child.kill("SIGINT");
  const [, { code, stderr }] = await Promise.all([running.ended, tables.ended]);
  expect([code, stderr]).toEqual([130, expect.not.stringContaining("error")]);
});

test("tables --watch shows a file again when it was replaced, and refuses standard input", async () => {
  const { run, start, write } = workplace();
  expect(await run(["tables", "-", "--watch"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--watch needs a file"),
  });
  const text = JSON.stringify(contribution);
  write("result.json", text);
  const { child, said, printed, ended } = start(["tables", "result.json", "--watch"]);
  await said(/Waiting/);
  write("result.json", "{");
  await said(/error: .*\n(?:.*\n)*Waiting/);
  write("result.json", text.replace("Energy, Oil", "Utilities"));
  await printed(/Energy, Oil(?:.*\n)*.*Utilities/);
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ code: 130 });
});
