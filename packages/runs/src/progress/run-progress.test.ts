import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  addProgress,
  createRunEstimate,
  describeRemaining,
  estimateEnd,
  estimateRunEnd,
  formatBytes,
  formatSeconds,
  type JobInTime,
} from "./run-progress.ts";

it("formats durations", () => {
  expect([0, 1.26, 59.94, 59.96, 125, 3780].map(formatSeconds)).toEqual([
    "0 s",
    "1.3 s",
    "59.9 s",
    "1 min 0 s",
    "2 min 5 s",
    "1 h 3 min",
  ]);
});

it("formats sizes", () => {
  expect([0, 999, 1500, 999_499, 999_500, 2e9, 5e12].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "1.5 kB",
    "999 kB",
    "1 MB",
    "2 GB",
    "5 TB",
  ]);
});

const percent = fc.integer({ min: 0, max: 100 });
const time = fc.integer({ min: 0, max: 36_000_000 });
const job = fc
  .tuple(time, fc.array(fc.tuple(fc.integer({ min: 1, max: 600_000 }), percent), { maxLength: 8 }))
  .map(([startedAt, steps]) => {
    const start = { at: startedAt, percent: 0 };
    let one: JobInTime = { startedAt, first: start, latest: start };
    for (const [ms, grown] of steps) one = addProgress(one, { at: one.latest.at + ms, percent: grown });
    return one;
  });

describe("the estimated end of a job", () => {
  test("is never past, and there is none without progress", () => {
    fc.assert(
      fc.property(job, time, (one, later) => {
        const now = one.latest.at + later;
        expect(estimateEnd(one, now) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
        if (one.latest.percent <= one.first.percent) expect(estimateEnd(one, now)).toBeUndefined();
      }),
    );
  });

  test("is earlier the more progress there is at a moment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 36_000_000 }), percent, percent, (ms, one, other) => {
        const first = { at: 0, percent: 0 };
        const endWith = (grown: number) =>
          estimateEnd({ first, latest: { at: ms, percent: grown } }, ms - 1) ?? Number.POSITIVE_INFINITY;
        expect(endWith(Math.max(one, other))).toBeLessThanOrEqual(endWith(Math.min(one, other)));
      }),
    );
  });

  test("is that of a job that advances evenly, whether it was queued first or not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 30_000, max: 36_000_000 }),
        time,
        fc.integer({ min: 10, max: 99 }),
        (ms, queuedMs, at) => {
          const start = { at: 0, percent: 0 };
          const queued = addProgress({ startedAt: 0, first: start, latest: start }, { at: queuedMs, percent: 0 });
          const now = queuedMs + (ms * at) / 100;
          expect(estimateEnd(addProgress(queued, { at: now, percent: at }), now)).toBeCloseTo(queuedMs + ms, 3);
        },
      ),
    );
  });
});

describe("the estimated end of a run", () => {
  const jobs = fc.array(job, { maxLength: 6 });
  const meanMs = fc.option(fc.integer({ min: 0, max: 600_000 }), { nil: undefined });
  const waiting = fc.integer({ min: 0, max: 1000 });

  test("is never past, not before the end of one of its jobs, and not earlier the more jobs wait", () => {
    fc.assert(
      fc.property(jobs, meanMs, waiting, time, (running, mean, waitingCount, now) => {
        const end = estimateRunEnd(running, mean, waitingCount, now);
        if (end === undefined) return;
        expect(end).toBeGreaterThan(now);
        for (const one of running) expect(end).toBeGreaterThanOrEqual((estimateEnd(one, now) ?? now) - 1e-3);
        if (mean !== undefined)
          expect(estimateRunEnd(running, mean, waitingCount + 1, now)).toBeGreaterThanOrEqual(end - 1e-3);
      }),
    );
  });

  test("has no ground where nothing runs, or no job is done and one runs without progress or waits", () => {
    fc.assert(
      fc.property(jobs, meanMs, waiting, time, (running, mean, waitingCount, now) => {
        expect(estimateRunEnd([], mean, waitingCount, now)).toBeUndefined();
        if (waitingCount > 0) expect(estimateRunEnd(running, undefined, waitingCount, now)).toBeUndefined();
        if (running.some((one) => estimateEnd(one, now) === undefined))
          expect(estimateRunEnd(running, undefined, 0, now)).toBeUndefined();
      }),
    );
  });
});

test("a run of equal jobs, two at a time, ends when the last pair does", () => {
  const estimate = createRunEstimate(6);
  const progress = (key: string, at: number, value: number) =>
    estimate.onEvent({ type: "job-progress", key, jobId: key, progress: value }, at);
  for (const key of ["a", "b"]) estimate.onEvent({ type: "job-created", key, jobId: key }, 0);
  expect(estimate.end(0)).toBeUndefined();
  for (const key of ["a", "b"]) progress(key, 5000, 50);
  // Four jobs wait, and none is done.
  expect(estimate.end(5000)).toBeUndefined();
  const outcome = { key: "a", family: "pa", jobId: "a", status: "success", requestKeys: [], units: [] } as const;
  for (const key of ["a", "b"]) estimate.onEvent({ type: "job-finished", key, outcome: { ...outcome, key } }, 10_000);
  for (const key of ["c", "d"]) estimate.onEvent({ type: "job-created", key, jobId: key }, 10_000);
  expect(estimate.end(10_000)).toBe(30_000);
  for (const key of ["c", "d"]) progress(key, 12_000, 20);
  expect(estimate.end(12_000)).toBe(30_000);
  expect([...estimate.jobs.keys()]).toEqual(["c", "d"]);
});

test("the words for what remains fall with it, and are never more exact than it is", () => {
  expect([0, 1, 12_000, 58_000, 130_000, 3_500_000, 4_800_000, 7_200_000].map(describeRemaining)).toEqual([
    "about 5 s left",
    "about 5 s left",
    "about 15 s left",
    "about 1 min left",
    "about 2 min left",
    "about 58 min left",
    "about 1 h 20 min left",
    "about 2 h left",
  ]);
  const minutesOf = (text: string) => {
    const [, hours = 0] = /(\d+) h/.exec(text) ?? [];
    const [, minutes = 0] = /(\d+) min/.exec(text) ?? [];
    const [, seconds = 0] = /(\d+) s/.exec(text) ?? [];
    return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  };
  fc.assert(
    fc.property(time, time, (one, other) => {
      const texts = [Math.min(one, other), Math.max(one, other)].map((ms) => minutesOf(describeRemaining(ms)));
      expect(texts[0]).toBeLessThanOrEqual(texts[1] ?? 0);
    }),
  );
});
