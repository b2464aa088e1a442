import { readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { useBuiltCommand, workplace } from "../support/command.ts";
import { startOnTerminal } from "../support/pseudo-terminal.ts";

useBuiltCommand();

const example = readFileSync(path.resolve(import.meta.dirname, "../../../../docs/examples/weights.pa.json"), "utf8");

/** A run of two jobs in a pseudo-terminal, with what is on its screen. */
async function runOnTerminal(columns: number, rows: number, jobSeconds: number) {
  const simulator = createSimulator({ jobSeconds, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const { folder, write } = workplace();
  write("a.pa.json", example);
  write("b.pa.json", example);
  const env = { ANALYTICS_USERNAME: "DEMO-1", ANALYTICS_API_KEY: "demo", ANALYTICS_BASE_URL: url };
  return { simulator, ...startOnTerminal("run --write csv", { folder, env, columns, rows }) };
}

const withoutIds = (text: string) => text.replaceAll(/job \w{32}/g, "job ID").split("\n");

describe.runIf(process.platform === "linux")("run in a terminal", () => {
  test.each([
    [80, 24],
    [200, 50],
  ])("of %i x %i shows its jobs, and in the end what happened", async (columns, rows) => {
    const { screen, showed, ended } = await runOnTerminal(columns, rows, 3);
    const lines = withoutIds(await showed(/%.*2 running/s)).slice(-5);
    expect(lines).toEqual([
      expect.stringMatching(/^[ab]\.pa\.json: submitted as job ID$/),
      expect.stringMatching(/^[ab]\.pa\.json: submitted as job ID$/),
      expect.stringMatching(/^ {2}[ab]\.pa\.json +(\d+ %)? +\d s/),
      expect.stringMatching(/^ {2}[ab]\.pa\.json +(\d+ %)? +\d s/),
      expect.stringMatching(/^0 of 2 jobs done, 2 running/),
    ]);
    expect(await ended).toBe(0);
    expect(withoutIds(await screen.text()).toSorted()).toEqual([
      "a.pa.json: submitted as job ID",
      "a.pa.json: success",
      expect.stringMatching(/^a\.pa\.json: unit weights: stored/),
      "b.pa.json: submitted as job ID",
      "b.pa.json: success",
      expect.stringMatching(/^b\.pa\.json: unit weights: stored/),
      "success: 2 of 2 units in 2 files succeeded. Run folder: analytics-run",
    ]);
    expect(screen.hadHiddenCursor()).toBe(false);
  });

  test("says after Ctrl-C what becomes of the jobs, above the lines, and leaves no line", async () => {
    const { screen, simulator, showed, type, ended } = await runOnTerminal(80, 24, 60);
    await showed(/^0 of 2 jobs done, 2 running/m);
    type("\u0003");
    expect(await ended).toBe(130);
    expect(simulator.jobs.map(({ cancels }) => cancels)).toEqual([1, 1]);
    const text = await screen.text();
    expect(text).toContain("\nStopping: the jobs are being canceled. Press Ctrl-C again to leave at once.\n");
    expect(text).not.toMatch(/jobs done|\^C/);
    expect(text).toMatch(/Run folder: analytics-run$/);
    expect(screen.hadHiddenCursor()).toBe(false);
  });
});
