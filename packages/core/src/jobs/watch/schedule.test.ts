import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../testing/index.ts";
import { DEFAULT_MAX_AGE_SECONDS, MAX_POLL_WAIT_SECONDS, MIN_POLL_WAIT_SECONDS } from "../policy.ts";
import { createPollPlan, type PollPlan, type RunningAnswer } from "./schedule.ts";

const seconds = (plan: PollPlan, cost?: number) => plan.nextAt(cost) / 1000;

/** Polls a job that takes `duration` seconds by a plan until a read finds it done. Returns the age of the job at each read. */
function watch(duration: number, progressAt: (age: number) => number | undefined, maxAgeSeconds = 5): number[] {
  const plan = createPollPlan({ createdAt: 0 });
  plan.observe({ at: 0, maxAgeSeconds });
  const reads: number[] = [];
  for (;;) {
    const age = seconds(plan);
    if (age < (reads.at(-1) ?? 0) + Math.min(maxAgeSeconds, MAX_POLL_WAIT_SECONDS) - 1e-9)
      expect.fail(`read at ${age} s, ${reads.at(-1)} s before`);
    reads.push(age);
    if (age >= duration) return reads;
    plan.observe({ at: age * 1000, maxAgeSeconds, progress: progressAt(age) });
  }
}

describe("createPollPlan", () => {
  it("waits for max-age, or for 5 s if it is not stated", () => {
    const plan = createPollPlan({ createdAt: 1_000_000 });
    plan.observe({ at: 1_005_000, maxAgeSeconds: 2 });
    expect(plan.nextAt()).toBe(1_007_000);
    plan.observe({ at: 1_007_000 });
    expect(plan.nextAt()).toBe(1_012_000);
  });

  it("reads a young job after 1, 3, 8, 13 s where the service states no max-age", () => {
    const plan = createPollPlan({ createdAt: 0 });
    // The answer to the create.
    plan.observe({ at: 0 });
    const reads = Array.from({ length: 4 }, () => {
      const at = plan.nextAt();
      plan.observe({ at });
      return at / 1000;
    });
    expect(reads).toEqual([1, 3, 8, 13]);
  });

  it("reads a status first as max-age of other jobs says, up to 5 s, also if that becomes known during the wait", () => {
    let usual: number | undefined;
    const plan = createPollPlan({ createdAt: 0, usualMaxAgeSeconds: () => usual });
    const firstReads = [undefined, 0, 1, 2, 5, 60].map((value) => {
      usual = value;
      return plan.nextAt() / 1000;
    });
    expect(firstReads).toEqual([1, 1, 1, 2, 5, 5]);
    plan.observe({ at: 5000, maxAgeSeconds: 20 });
    expect(plan.nextAt()).toBe(25_000);
  });

  it("counts max-age from the arrival of the answer, less its Age", () => {
    const plan = createPollPlan({ createdAt: 0 });
    plan.observe({ at: 3000, maxAgeSeconds: 10, ageSeconds: 4 });
    expect(plan.nextAt()).toBe(9000);
  });

  it("asks at least a second apart, and at most five minutes, whatever max-age says", () => {
    const plan = createPollPlan({ createdAt: 0 });
    plan.observe({ at: 1000, maxAgeSeconds: 0 });
    expect(plan.nextAt()).toBe(2000);
    plan.observe({ at: 2000, maxAgeSeconds: 10, ageSeconds: 99 });
    expect(plan.nextAt()).toBe(3000);
    plan.observe({ at: 3000, maxAgeSeconds: 86_400 });
    expect(plan.nextAt()).toBe(303_000);
  });

  it("skips the reads that cannot find the job finished", () => {
    const reads = watch(200, (age) => Math.floor(age / 2));
    expect(reads.length).toBeLessThanOrEqual(10);
    expect((reads.at(-1) ?? 0) - 200).toBeLessThan(5);
  });

  it("reads as max-age says if there is no progress", () => {
    expect(watch(31, () => undefined)).toEqual([5, 10, 15, 20, 25, 30, 35]);
  });

  it("reads as max-age says once the progress stands still", () => {
    const reads = watch(300, (age) => Math.min(95, Math.floor(age)));
    const late = reads.filter((age) => age > 120);
    expect(late.length).toBeGreaterThan(30);
    for (const [index, age] of late.slice(1).entries()) expect(age - (late[index] ?? 0)).toBeCloseTo(5, 6);
  });

  it("finds the end of a job that was queued first", () => {
    for (const queued of [20, 100, 400]) {
      const progress = (age: number) => Math.floor((100 * Math.max(0, age - queued)) / 60);
      const reads = watch(queued + 60, progress);
      expect((reads.at(-1) ?? 0) - (queued + 60)).toBeLessThan(20);
      expect(reads.length).toBeLessThanOrEqual(30);
    }
  });

  it("never waits for a predicted end longer than the job has run, nor longer than five minutes", () => {
    const plan = createPollPlan({ createdAt: 0 });
    plan.observe({ at: 10_000, maxAgeSeconds: 1, progress: 0 });
    expect(plan.nextAt()).toBeLessThanOrEqual(20_000);
    plan.observe({ at: 36_000_000, maxAgeSeconds: 1, progress: 10 });
    expect(plan.nextAt()).toBe(36_300_000);
  });

  it("returns to max-age when the progress falls, and then follows the progress again", () => {
    const plan = createPollPlan({ createdAt: 0 });
    plan.observe({ at: 50_000, progress: 50 });
    expect(plan.nextAt()).toBeGreaterThan(60_000);
    plan.observe({ at: 60_000, progress: 20 });
    plan.observe({ at: 65_000, progress: 10 });
    plan.observe({ at: 90_000, progress: 10 });
    expect(plan.nextAt()).toBe(95_000);
    plan.observe({ at: 95_000, progress: 50 });
    plan.observe({ at: 105_000, progress: 52 });
    expect(plan.nextAt()).toBeGreaterThan(115_000);
  });

  it("reads as max-age says at 100 percent of a job that still runs", () => {
    const plan = createPollPlan({ createdAt: 0 });
    plan.observe({ at: 50_000, progress: 50 });
    plan.observe({ at: 60_000, progress: 100 });
    expect(plan.nextAt()).toBe(65_000);
    plan.observe({ at: 65_000, progress: 100 });
    expect(plan.nextAt()).toBe(70_000);
  });

  it("waits at least as long as scarce requests ask for, and to the end that the progress shows", () => {
    const running = (scarceSeconds: number) => {
      const plan = createPollPlan({ createdAt: 0 });
      plan.observe({ at: 40_000, maxAgeSeconds: 5, progress: 30 });
      return Math.round(seconds(plan, scarceSeconds)) - 40;
    };
    // Of the 93 s that remain, the plan waits 55 %, but not longer than the job has run. While requests are scarce, it waits for the end.
    expect([running(0), running(5), running(100), running(1000)]).toEqual([40, 93, 100, MAX_POLL_WAIT_SECONDS]);
    expect(seconds(createPollPlan({ createdAt: 0 }), 30)).toBe(30);
  });

  it("follows a job of ten hours without many reads for each percent", () => {
    const reads = watch(36_000, (age) => Math.floor(age / 360));
    expect(reads.length).toBeLessThan(500);
    expect((reads.at(-1) ?? 0) - 36_000).toBeLessThan(150);
  });

  it("always has a next read, later than the answer and within the bound, for any answer", () => {
    const odd = fc.oneof(
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0, 1e300, 99.5, 100, 101),
      fc.integer({ min: -10, max: 200 }),
      fc.double(),
    );
    const maybe = fc.option(odd, { nil: undefined });
    const answer = fc.record({
      at: fc.oneof(fc.integer({ min: -5_000_000, max: 50_000_000 }), fc.double({ min: 0, max: 1e6, noNaN: true })),
      maxAgeSeconds: maybe,
      ageSeconds: maybe,
      progress: maybe,
    });
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 20 }), fc.boolean(), odd, maybe, (answers, inOrder, cost, usual) => {
        const plan = createPollPlan({ createdAt: 0, usualMaxAgeSeconds: () => usual });
        const list: RunningAnswer[] = inOrder ? [...answers].sort((a, b) => a.at - b.at) : answers;
        for (const next of list) {
          plan.observe(next);
          const wait = (plan.nextAt(cost) - next.at) / 1000;
          expect(wait).toBeGreaterThanOrEqual(MIN_POLL_WAIT_SECONDS - 1e-6);
          expect(wait).toBeLessThanOrEqual(MAX_POLL_WAIT_SECONDS + 1e-6);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("never reads sooner than max-age allows, along any progress", () => {
    const job = fc.record({
      duration: fc.double({ min: 1, max: 2000, noNaN: true }),
      exponent: fc.double({ min: 0.1, max: 6, noNaN: true }),
      maxAge: fc.integer({ min: 1, max: 20 }),
      queued: fc.double({ min: 0, max: 100, noNaN: true }),
      stallsAt: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(job, ({ duration, exponent, maxAge, queued, stallsAt }) => {
        const progress = (age: number) =>
          Math.min(stallsAt, Math.floor(100 * (Math.max(0, age - queued) / duration) ** exponent));
        const reads = watch(queued + duration, progress, maxAge);
        // The end is found late by at most the time that the job ran, or a max-age, even if the progress is not as the plan expects.
        expect((reads.at(-1) ?? 0) - (queued + duration)).toBeLessThanOrEqual(
          Math.max(maxAge, queued + duration, DEFAULT_MAX_AGE_SECONDS),
        );
        expect(reads.length).toBeLessThanOrEqual(2 + (queued + duration) / maxAge);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [5, 6, 2.6],
    [1, 11.5, 0.65],
  ])(
    "finds the end of usual jobs with max-age %d after at most %d reads and %d s on average",
    (maxAge, maxReads, maxLag) => {
      const random = seededRandom(1);
      const jobs = 20_000;
      let [reads, lag, latest] = [0, 0, 0];
      for (let job = 0; job < jobs; job++) {
        const duration = 600 ** random();
        const exponent = 0.5 + 1.5 * random();
        // Progress often stops near the end.
        const most = random() < 0.2 ? 95 : 99;
        const ages = watch(duration, (age) => Math.min(most, Math.floor(100 * (age / duration) ** exponent)), maxAge);
        reads += ages.length;
        lag += (ages.at(-1) ?? 0) - duration;
        latest = Math.max(latest, (ages.at(-1) ?? 0) - duration);
      }
      expect(reads / jobs).toBeLessThan(maxReads);
      expect(lag / jobs).toBeLessThan(maxLag);
      expect(latest).toBeLessThan(20);
    },
  );
});
