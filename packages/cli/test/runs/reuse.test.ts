import { readFileSync, renameSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";

useBuiltCommand();

const example = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples/weights.pa.json"), "utf8"),
);

/** A file of three units for one day, the first in the given currency. */
function book(currencyisocode: string): string {
  const [unit] = Object.values(example.data);
  const units = [currencyisocode, "EUR", "GBP"].map((currency) => ({
    ...Object(unit),
    dates: { enddate: "20260930", frequency: "Single" },
    currencyisocode: currency,
  }));
  return JSON.stringify({ ...example, data: Object.fromEntries(units.map((each, index) => [`unit ${index}`, each])) });
}

test("a run computes the unit that changed, and says which results it has copied", { tags: "full" }, async () => {
  const simulator = createSimulator({ jobSeconds: 0.1, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  const { write, run } = workplace();
  write("book.pa.json", book("USD"));
  expect(await run(["run", "--output", "monday"], env)).toMatchObject({ code: 0 });
  write("book.pa.json", book("JPY"));
  const second = await run(["run", "-o", "tuesday", "--earlier", "monday", "--reuse"], env);
  expect(second).toMatchObject({
    code: 0,
    stdout: "success: 3 of 3 units in 1 file succeeded, 2 reused. Run folder: tuesday\nReport: tuesday/report.html\n",
  });
  expect(second.stderr).toMatch(/book\.pa\.json: unit unit 1: stored, \d+ kB, reused from monday\n/);
  expect(simulator.jobs.map(({ units }) => units.length)).toEqual([3, 1]);
  const verified = await run(["verify", "tuesday"]);
  expect([verified.code, verified.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Intact.*\n3 of 3 units have results\n2 units reused from monday, computed by the run of 20/,
    ),
  ]);
  const old = await run(["run", "-o", "late", "--earlier", "monday/manifest.json", "--reuse", "0.000001"], env);
  expect(old.stdout).toBe("success: 3 of 3 units in 1 file succeeded. Run folder: late\nReport: late/report.html\n");
  const missing = await run(["run", "-o", "other", "--earlier", "nowhere", "--reuse"], env);
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("The earlier run, nowhere, has no manifest"),
  });
});

describe("the earlier run", () => {
  async function place() {
    const simulator = createSimulator({ jobSeconds: 0, maxAgeSeconds: 1 });
    const { url, close } = await simulator.listen();
    onTestFinished(close);
    const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
    const { folder, write, run } = workplace();
    write("book.pa.json", book("USD"));
    return { folder, simulator, write, run: (...args: string[]) => run(args, env) };
  }

  test.each([
    [["run", "--reuse"], "--reuse copies results of an earlier run: name its folder with --earlier."],
    [["submit", "--reuse", "24"], "--reuse copies results of an earlier run: name its folder with --earlier."],
    [["run", "--earlier", "monday"], "Give --reuse or --checks, too."],
    [["submit", "--earlier", "monday"], "Give --reuse"],
    [["run", "--reuse", "book.pa.json", "--earlier", "monday"], "Write names of files before --reuse."],
  ])("%j is refused, and nothing is sent", async (args, message) => {
    const { run, simulator } = await place();
    const ended = await run(...args);
    expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
    expect(simulator.requests).toEqual([]);
  });

  test("of each night is the latest one before, and the first night has none", async () => {
    const { folder, run, simulator, write } = await place();
    write("book.checks.json", '{"checks": [{"moved": {"column": "Portfolio | Ending Weight", "atMost": 1000}}]}');
    const options = ["--earlier", "runs/{date}", "--reuse", "--checks", "*.checks.json"];
    const nightly = () => run("run", "--output", "runs/{date}", ...options);
    const first = await nightly();
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/0 checks failed, 0 passed, \d+ skipped/) });
    expect(first.stderr).toContain("There is no earlier run runs/{date}: no result is copied");
    const [, today = ""] = /Run folder: runs\/(\S+)/.exec(first.stdout) ?? [];
    renameSync(path.join(folder, "runs", today), path.join(folder, "runs/2026-01-01"));
    const second = await nightly();
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("3 of 3 units in 1 file succeeded, 3 reused"),
    });
    expect(second.stdout).toMatch(/0 checks failed, [1-9]\d* passed\.$/m);
    expect(second.stderr).toContain("3 of 3 units copied from runs/2026-01-01.");
    expect(simulator.jobs).toHaveLength(1);
  });
});
