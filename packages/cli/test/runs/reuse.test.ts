import { readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, onTestFinished, test } from "vitest";
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
  const second = await run(["run", "-o", "tuesday", "--reuse-from", "monday"], env);
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
  const old = await run(["run", "-o", "late", "--reuse-from", "monday", "--reuse-max-age", "0.000001"], env);
  expect(old.stdout).toBe("success: 3 of 3 units in 1 file succeeded. Run folder: late\nReport: late/report.html\n");
  const missing = await run(["run", "-o", "other", "--reuse-from", "nowhere"], env);
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("The run to reuse, nowhere, has no manifest"),
  });
});
