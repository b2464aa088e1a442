import type { JobOutcome, RunEvent } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { describe, expect, it } from "vitest";
import { writtenBy } from "../../test/support/runner/process.ts";
import { log as printed } from "../github/step.ts";
import { createRunLog } from "./progress.ts";

const created = (key: string): RunEvent => ({ type: "job-created", key, jobId: `id-of-${key}` });
const at = (key: string, progress: number): RunEvent => ({
  type: "job-progress",
  key,
  jobId: `id-of-${key}`,
  progress,
});
const finished = (key: string): RunEvent => {
  const outcome: JobOutcome = {
    key,
    family: "pa",
    jobId: `id-of-${key}`,
    status: "success",
    requestKeys: [],
    units: [],
  };
  return { type: "job-finished", key, outcome };
};

/** Plays events at their seconds and gives the lines with the seconds at which they came. */
async function play(events: readonly (readonly [number, RunEvent])[], endSeconds: number) {
  const clock = createVirtualClock();
  const start = clock.now();
  const lines: string[] = [];
  const ids: (readonly [number, number])[] = [];
  const second = () => (clock.now() - start) / 1000;
  const log = {
    ...printed,
    line: (text: string) => lines.push(`${second()} ${writtenBy(() => printed.line(text)).trimEnd()}`),
  };
  const progress = createRunLog({ log, total: 2, clock, onIds: (jobIds) => ids.push([second(), jobIds.size]) });
  await clock.run(
    new Promise<void>((resolve) => {
      for (const [seconds, event] of events) clock.setTimer(seconds * 1000, () => progress.onEvent(event));
      clock.setTimer(endSeconds * 1000, () => {
        progress.stop();
        resolve();
      });
    }),
  );
  return { lines, ids, progress };
}

describe("progress", () => {
  it("says what changes, at most every two seconds, and at least every ten that it still runs", async () => {
    const { lines } = await play(
      [
        [0, created("a.pa.json")],
        [1, at("a.pa.json", 10)],
        [1.5, at("a.pa.json", 12.7)],
        [20, finished("a.pa.json")],
      ],
      40,
    );
    expect(lines).toEqual([
      "0 a.pa.json: submitted as job id-of-a.pa.json",
      "2 0 of 2 jobs done, 1 running: a.pa.json 12 %",
      "12 0 of 2 jobs done, 1 running: a.pa.json 12 %",
      "20 a.pa.json: success after 20 s",
    ]);
  });

  it("says that the service cannot be reached, for how long, and why", async () => {
    const reason = `PUT /calculations/1 got no answer: ENOTFOUND ${"x".repeat(400)}`;
    const { lines } = await play(
      [
        [0, { type: "unreachable", reason, seconds: 0 }],
        [30, { type: "unreachable", reason: "GET /calculations/1/status answered 503", seconds: 95 }],
      ],
      40,
    );
    expect(lines).toEqual([
      expect.stringMatching(/^0 No usable answer from the service, trying again: PUT .* ENOTFOUND x+…$/),
      "30 No usable answer from the service (for 1 min 35 s), trying again: GET /calculations/1/status answered 503",
    ]);
  });

  it("tells ids at once, and then at most once a second", async () => {
    const { ids } = await play(
      [
        [0.1, created("a")],
        [0.2, created("b")],
        [0.3, created("c")],
      ],
      5,
    );
    expect(ids).toEqual([
      [0.1, 1],
      [2, 3],
    ]);
  });

  it("tells the last ids when it stops", async () => {
    const { ids } = await play(
      [
        [0.1, created("a")],
        [0.2, created("b")],
      ],
      0.5,
    );
    expect(ids).toEqual([
      [0.1, 1],
      [0.5, 2],
    ]);
  });

  it("knows how long a job took", async () => {
    const { progress } = await play(
      [
        [1, created("a")],
        [4, finished("a")],
        [5, finished("b")],
      ],
      6,
    );
    expect(progress.seconds("a")).toBe(3);
    expect(progress.seconds("b")).toBeUndefined();
  });

  it("tells of units: their size, their warnings, their first error", async () => {
    const unit = { id: "u\n::error::x", status: "success", warnings: ["w"], errors: [] } as const;
    const stored = { file: "f", contentType: "application/json", bytes: 2048, sha256: "" };
    const { lines } = await play(
      [
        [0, { type: "unit-finished", key: "a", unit: { ...unit, stored } }],
        [
          0,
          { type: "unit-finished", key: "a", unit: { ...unit, status: "failure", errors: [{ detail: "No account" }] } },
        ],
      ],
      1,
    );
    expect(lines).toEqual([
      "0 a: unit u\\n::error::x: stored, 2 kB, 1 warning",
      "0 a: unit u\\n::error::x: failure: No account",
    ]);
  });
});
