import type { JobOutcome, RunEvent } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createScreen } from "../../test/support/screen.ts";
import { setQuiet } from "../terminal/output.ts";
import { createRunProgress } from "./run-progress.ts";

beforeEach(() => {
  vi.stubEnv("CI", "");
  vi.stubEnv("TERM", "xterm-256color");
});
afterEach(() => {
  vi.unstubAllEnvs();
  setQuiet(false);
});

const created = (key: string, jobId = "17"): RunEvent => ({ type: "job-created", key, jobId });
const at = (key: string, progress: number): RunEvent => ({ type: "job-progress", key, jobId: "17", progress });
const finished = (key: string, outcome: Partial<JobOutcome> = {}): RunEvent => ({
  type: "job-finished",
  key,
  outcome: { key, family: "pa", jobId: "17", status: "success", requestKeys: [], units: [], ...outcome },
});
const failed = (key: string) =>
  finished(key, { status: "failure", problem: { code: "failed", message: "Invalid account: X" } });

/** A run in virtual time on a screen. */
function watch(total: number, columns = 80, rows = 24) {
  const screen = createScreen(columns, rows);
  const clock = createVirtualClock({ start: 0 });
  const progress = createRunProgress(total, screen.stream, clock);
  /** Waits until a second is over. */
  const wait = (second: number) =>
    clock.run(() => new Promise<void>((done) => clock.setTimer(second * 1000 + 1 - clock.now(), done)));
  return { screen, progress, wait };
}

/** Twelve jobs of which five run, after two minutes. */
async function watchPortfolio(columns: number, rows: number) {
  const { screen, progress, wait } = watch(12, columns, rows);
  const names = [
    "book.pa",
    "index-tracker.bpm",
    "low-carbon.spar",
    "prices.quant",
    "bonds.fi",
    "style.spar",
    "low-turnover.axp",
  ];
  for (const [index, name] of names.entries()) progress.onEvent(created(`parameters/${name}.json`, `${17 + index}`));
  for (const [index, second] of [30, 60, 90].entries()) {
    await wait(second);
    progress.onEvent(at("parameters/book.pa.json", 20 + 20 * index));
    progress.onEvent(at("parameters/index-tracker.bpm.json", 5 + 5 * index));
    progress.onEvent(at("parameters/low-carbon.spar.json", 25 + 20 * index));
    progress.onEvent(at("parameters/bonds.fi.json", 0));
  }
  progress.onEvent(finished("parameters/prices.quant.json"));
  await wait(110);
  progress.onEvent(failed("parameters/style.spar.json"));
  await wait(120);
  return { screen, progress, wait };
}

describe("a terminal", () => {
  it.each([
    [80, 24],
    [200, 50],
  ])("of %i x %i shows each job in progress and all together, below what happened", async (columns, rows) => {
    const { screen, progress } = await watchPortfolio(columns, rows);
    await expect(`${await screen.text()}\n`).toMatchFileSnapshot(`../../test/snapshots/run-${columns}.txt`);
    progress.stop();
    expect((await screen.text()).split("\n").at(-1)).toBe("parameters/style.spar.json: failure: Invalid account: X");
    expect(screen.hadHiddenCursor()).toBe(false);
  });

  it("shows nothing of a run that takes less than a second", async () => {
    const { screen, progress, wait } = watch(1);
    progress.onEvent(created("a.pa.json"));
    await wait(0.9);
    progress.onEvent(finished("a.pa.json"));
    expect(await screen.text()).toBe("a.pa.json: submitted as job 17\na.pa.json: success");
    progress.stop();
  });

  it("has no lines after the process has ended in the middle", async () => {
    const others = process.listeners("exit");
    const { screen, progress, wait } = watch(1);
    progress.onEvent(created("a.pa.json"));
    await wait(5);
    expect(await screen.text()).toContain("0 of 1 job done");
    for (const listener of process.listeners("exit")) if (!others.includes(listener)) listener(1);
    expect(await screen.text()).toBe("a.pa.json: submitted as job 17");
    expect(process.listeners("exit")).toEqual(others);
  });

  it("counts the jobs that have no room", async () => {
    const { screen, progress, wait } = watch(100, 80, 12);
    for (let job = 0; job < 20; job++) progress.onEvent(created(`${job}.pa.json`));
    await wait(5);
    const lines = (await screen.text()).split("\n");
    expect(lines.slice(-8)).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((job) => `  ${job}.pa.json    5 s`),
      "  and 14 more",
      "0 of 100 jobs done, 20 running",
    ]);
    progress.stop();
  });

  it("of any size has all events once, in their order, and below them lines that fit", async () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constantFrom("create", "progress", "finish"), job: fc.nat(30), percent: fc.nat(100) }),
      fc.record({ kind: fc.constant("wait"), job: fc.nat(5), percent: fc.constant(0) }),
      fc.record({
        kind: fc.constant("resize"),
        job: fc.integer({ min: 1, max: 40 }),
        percent: fc.integer({ min: 20, max: 200 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
        const { screen, progress, wait } = watch(31, 100, 30);
        const printed: string[] = [];
        let second = 2;
        await wait(second);
        for (const { kind, job, percent } of events) {
          const key = `${job}.pa.json`;
          if (kind === "create") {
            progress.onEvent(created(key));
            printed.push(`${key}: submitted as job 17`);
          } else if (kind === "progress") progress.onEvent(at(key, percent));
          else if (kind === "finish") {
            progress.onEvent(finished(key));
            printed.push(`${key}: success`);
          } else if (kind === "wait") {
            second += job;
            await wait(second);
          } else await screen.resize(percent, job);
          // Rows that scrolled away while the terminal was made smaller cannot be drawn again.
          const isResized = events.some((one) => one.kind === "resize");
          if (!isResized) expect((await screen.wholeText()).match(/of 31 jobs done/g)).toHaveLength(1);
        }
        progress.stop();
        // What scrolled away while the terminal was small stays there.
        await screen.resize(200, 50);
        const eventLines = (await screen.wholeText()).split("\n").filter((line) => /submitted|success/.test(line));
        expect(eventLines).toEqual(printed);
      }),
      { numRuns: 200 },
    );
  });
});

describe("elsewhere, there is one line for each event and now and then one for all", () => {
  it.each([
    ["a pipe", false, {}],
    ["a terminal of a CI system", true, { CI: "true" }],
    ["a terminal that cannot go back", true, { TERM: "dumb" }],
  ])("in %s", async (_, isTTY, env) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const printed: string[] = [];
    const clock = createVirtualClock({ start: 0 });
    const progress = createRunProgress(2, { isTTY, write: (text) => printed.push(text) }, clock);
    progress.onEvent(created("a.pa.json"));
    await clock.run(() => new Promise<void>((done) => clock.setTimer(12_000, done)));
    progress.onEvent(at("a.pa.json", 40));
    progress.onEvent(finished("a.pa.json"));
    progress.stop();
    expect(printed).toEqual([
      "a.pa.json: submitted as job 17\n",
      "0 of 2 jobs done, 1 running: a.pa.json 40 %\n",
      "a.pa.json: success\n",
    ]);
  });
});

it("aligns characters that are two columns wide", async () => {
  const { screen, progress, wait } = watch(2);
  for (const key of ["低碳组合.pa.json", "bonds.fi.json"]) progress.onEvent(created(key));
  await wait(2);
  expect((await screen.text()).split("\n").slice(2, 4)).toEqual([
    "  低碳组合.pa.json    2 s",
    "  bonds.fi.json       2 s",
  ]);
  progress.stop();
});

it("prints what happened on one line, without anything that a terminal would obey", async () => {
  const { screen, progress, wait } = watch(1);
  progress.onEvent(created("\u001b[2J\r\n.pa.json"));
  await wait(2);
  progress.onEvent({ type: "unreachable", reason: "ENOTFOUND \u001b[2J", seconds: 0 });
  expect(await screen.text()).toBe(
    [
      "\\u{1b}[2J\\r\\n.pa.json: submitted as job 17",
      "No usable answer from the service, trying again: ENOTFOUND \\u{1b}[2J",
      "  \\u{1b}[2J\\r\\n.pa.json    2 s",
      "0 of 1 job done, 1 running",
    ].join("\n"),
  );
  progress.stop();
});

it("--quiet shows nothing", async () => {
  setQuiet(true);
  const { screen, progress, wait } = watch(1);
  progress.onEvent(created("a.pa.json"));
  progress.note("");
  await wait(5);
  expect(await screen.text()).toBe("");
  progress.stop();
});
