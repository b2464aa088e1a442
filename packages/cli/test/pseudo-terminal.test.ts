import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createSimulator } from "@analytics-engines/simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { childEnvironment } from "../../../.ci/child-environment.ts";
import { useBuiltCommand, workplace } from "./support/command.ts";
import { createScreen } from "./support/screen.ts";

useBuiltCommand();

const main = path.resolve(import.meta.dirname, "../dist/main.js");
const example = readFileSync(path.resolve(import.meta.dirname, "../../../docs/examples/weights.pa.json"), "utf8");

/** A run of two jobs in a pseudo-terminal, with what is on its screen. */
async function runOnTerminal(columns: number, rows: number, jobSeconds: number) {
  const simulator = createSimulator({ jobSeconds, maxAgeSeconds: 1, duplicates: "allow" });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const { folder, write } = workplace();
  write("a.pa.json", example);
  write("b.pa.json", example);
  const env = {
    ...childEnvironment(),
    PATH: process.env["PATH"] ?? "",
    TERM: "xterm-256color",
    NO_COLOR: "1",
    ANALYTICS_USERNAME: "DEMO-1",
    ANALYTICS_API_KEY: "demo",
    ANALYTICS_BASE_URL: url,
  };
  const command = `stty rows ${rows} cols ${columns}; exec "${process.execPath}" "${main}" run --no-report`;
  // The program `script` of util-linux gives the command a pseudo-terminal, and passes on what is typed.
  const child = spawn("script", ["--quiet", "--flush", "--return", "--command", command, "/dev/null"], {
    cwd: folder,
    env,
  });
  const screen = createScreen(columns, rows);
  child.stdout.on("data", (data: Uint8Array) => screen.stream.write(data));
  const ended = once(child, "close").then(([code]) => Number(code));
  return {
    screen,
    simulator,
    ended,
    type: (keys: string) => child.stdin.write(keys),
    /** Waits until the screen has the pattern. */
    async showed(pattern: RegExp): Promise<string> {
      for (;;) {
        const text = await screen.text();
        if (pattern.test(text)) return text;
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}:\n${text}`);
        await Promise.race([once(child.stdout, "data"), ended]);
      }
    },
  };
}

const withoutIds = (text: string) => text.replaceAll(/job \w{32}/g, "job ID").split("\n");

describe.runIf(process.platform === "linux")("run in a terminal", { timeout: 60_000 }, () => {
  test.each([
    [80, 24],
    [200, 50],
  ])("of %i x %i shows its jobs, and in the end what happened", async (columns, rows) => {
    const { screen, showed, ended } = await runOnTerminal(columns, rows, 3);
    const lines = withoutIds(await showed(/%/)).slice(-5);
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
    await showed(/^0 of 2 jobs done/m);
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
