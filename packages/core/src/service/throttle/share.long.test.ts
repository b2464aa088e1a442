import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../test/support/sample.ts";
import { sleep } from "../../clock.ts";
import { createVirtualClock, seededRandom, silentMeta } from "../../testing/index.ts";
import { createPacer } from "./pacer.ts";

interface Burst {
  /** Seconds after the one before. */
  readonly after: number;
  readonly requests: number;
}

interface Setting {
  readonly limit: number;
  readonly windowSeconds: number;
  readonly shards: number;
  /** The requests of each shard; or the times, seconds, at which a shard has requests to send, and how many. */
  readonly requests: number | readonly (readonly Burst[])[];
  /** How far into a window the first request arrives, as a part of it. */
  readonly offset: number;
  readonly seed: number;
  /** Above 1, the shards together may spend more than the limit. */
  readonly greed?: number;
}

/** Runs shards that know nothing about each other with one fixed window. A request takes 20 to 400 ms. */
async function compute({ limit, windowSeconds, shards, requests, offset, seed, greed = 1 }: Setting) {
  const clock = createVirtualClock();
  const random = seededRandom(seed);
  const begun = clock.now();
  const windowMs = windowSeconds * 1000;
  const counts = new Map<number, number>();
  let refused = 0;
  const serve = () => {
    const time = clock.now() - begun + offset * windowMs;
    const number = Math.floor(time / windowMs);
    const count = (counts.get(number) ?? 0) + 1;
    const resetSeconds = Math.ceil(((number + 1) * windowMs - time) / 1000);
    if (count > limit) {
      refused += 1;
      return { status: 429, meta: { ...silentMeta, retryAfterSeconds: resetSeconds } };
    }
    counts.set(number, count);
    return { status: 200, meta: { ...silentMeta, rateLimit: { limit, remaining: limit - count, resetSeconds } } };
  };
  const shard = async (bursts: readonly Burst[]) => {
    const share = Math.min(1, greed / shards);
    const pacer = createPacer({ clock, share });
    for (const { after, requests: count } of bursts) {
      await sleep(clock, after * 1000);
      let remaining = count;
      const worker = async () => {
        while (remaining-- > 0) {
          const permit = await pacer.acquire("read");
          await sleep(clock, 10 + 190 * random());
          const answer = serve();
          await sleep(clock, 10 + 190 * random());
          permit.settle(answer);
          if (answer.status === 429) remaining += 1;
        }
      };
      await Promise.all(Array.from({ length: 10 }, worker));
    }
  };
  const plans =
    typeof requests === "number" ? Array.from({ length: shards }, () => [{ after: 0, requests }]) : requests;
  await clock.run(() => Promise.all(plans.map(shard)));
  return { refused, seconds: (clock.now() - begun) / 1000 };
}

const setting = fc
  .record({
    limit: fc.integer({ min: 2, max: 300 }),
    windowSeconds: fc.integer({ min: 5, max: 120 }),
    shards: fc.integer({ min: 2, max: 32 }),
    windows: fc.integer({ min: 1, max: 5 }),
    offset: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    seed: fc.integer(),
  })
  .map(({ windows, shards, limit, ...rest }) => {
    const count = Math.min(shards, limit);
    return { ...rest, limit, shards: count, requests: windows * Math.floor(limit / count) };
  });

describe("shares of one limit", () => {
  it("are respected, so that no request is refused, whatever the limit, the window and the number of shards", async () => {
    await fc.assert(
      fc.asyncProperty(setting, async (one) => {
        expect((await compute(one)).refused).toBe(0);
      }),
      { numRuns: sampleSize(150) },
    );
  });

  it("are used up: shards need at most one window more than their shares require", async () => {
    await fc.assert(
      fc.asyncProperty(setting, async (one) => {
        const windows = Math.ceil(one.requests / Math.max(1, Math.floor(one.limit / one.shards)));
        // The end of a window is known to about two seconds.
        expect((await compute(one)).seconds).toBeLessThanOrEqual((windows + 1) * (one.windowSeconds + 2));
      }),
      { numRuns: sampleSize(150) },
    );
  });

  it("are used by one that is alone, as far as the others leave them, and never too much when others begin or go on", async () => {
    const unequal = fc
      .record({
        limit: fc.integer({ min: 8, max: 300 }),
        windowSeconds: fc.integer({ min: 5, max: 90 }),
        shards: fc.integer({ min: 2, max: 8 }),
        offset: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        seed: fc.integer(),
        /** When most others begin, in windows. */
        meeting: fc.double({ min: 1, max: 6, noNaN: true }),
      })
      .chain(({ meeting, ...rest }) => {
        const { windowSeconds, limit, shards } = rest;
        const after = fc.oneof(
          fc.double({ min: 0, max: 0.02, noNaN: true }).map((delay) => (meeting + delay) * windowSeconds),
          fc.double({ min: 0.5, max: 0.52, noNaN: true }).map((part) => part * windowSeconds),
          fc.double({ min: 0, max: 3 * windowSeconds, noNaN: true }),
          fc.constant(0),
        );
        const count = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: limit }));
        const bursts = fc.array(fc.record({ after, requests: count }), { maxLength: 4 });
        // One works almost always, the others now and then.
        const busy = fc.constant([{ after: 0, requests: 6 * limit }]);
        const plans = fc.tuple(busy, ...Array.from({ length: shards - 1 }, () => bursts));
        return plans.map((requests): Setting => ({ ...rest, requests }));
      });
    await fc.assert(
      fc.asyncProperty(unequal, async (one) => {
        expect((await compute(one)).refused).toBe(0);
      }),
      { numRuns: sampleSize(150) },
    );
  });

  it("of the others are used by the last one that works", async () => {
    const one = { limit: 100, windowSeconds: 60, shards: 8, offset: 0.3, seed: 1 };
    const others = Array.from({ length: 7 }, () => [{ after: 0, requests: 10 }]);
    const { refused, seconds } = await compute({ ...one, requests: [[{ after: 0, requests: 400 }], ...others] });
    expect(refused).toBe(0);
    // Its share alone would take 33 windows.
    expect(seconds).toBeLessThan(10 * 60);
  });

  it("of the others are theirs after a window whose last seconds one that seems alone did not see", async () => {
    const one = { limit: 96, windowSeconds: 60, shards: 8, offset: 0, seed: 1 };
    const others = Array.from({ length: 7 }, () => [
      { after: 0, requests: 1 },
      { after: 90, requests: 1 },
      { after: 75, requests: 12 },
    ]);
    const first = [
      { after: 0, requests: 1 },
      { after: 62, requests: 5 },
      { after: 62, requests: 80 },
    ];
    expect((await compute({ ...one, requests: [first, ...others] })).refused).toBe(0);
  });

  it("matter in these settings: requests are refused if each shard sends more", async () => {
    const one = { limit: 100, windowSeconds: 60, shards: 8, requests: 40, offset: 0, seed: 1 };
    expect((await compute(one)).refused).toBe(0);
    expect((await compute({ ...one, greed: 3 })).refused).toBeGreaterThan(0);
  });

  it("of less than one request allow one request in several windows", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock, share: 0.1 });
    const begun = clock.now();
    const sent: number[] = [];
    await clock.run(async () => {
      for (let index = 0; index < 3; index++) {
        const permit = await pacer.acquire("read");
        sent.push((clock.now() - begun) / 1000);
        permit.settle({
          status: 200,
          meta: { ...silentMeta, rateLimit: { limit: 4, remaining: 3, resetSeconds: 30 } },
        });
      }
    });
    // A share of two fifths of a request means one request in three windows of 30 s, whose end is known to about a second.
    expect(sent).toEqual([0, 91, 182]);
  });

  it("come back even if no answer shows a new window", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock, share: 0.5 });
    const begun = clock.now();
    await clock.run(async () => {
      const rateLimit = { limit: 4, remaining: 3, resetSeconds: 10 };
      (await pacer.acquire("read")).settle({ status: 200, meta: { ...silentMeta, rateLimit } });
      for (let index = 0; index < 5; index++) (await pacer.acquire("read")).settle({ status: 500, meta: silentMeta });
    });
    expect((clock.now() - begun) / 1000).toBeLessThanOrEqual(40);
  });

  it("of a process that started again wait for the next window: the first process may have used this one", async () => {
    const clock = createVirtualClock();
    const begun = clock.now();
    const sent: number[] = [];
    const pacer = createPacer({ clock, share: 0.5, isRestart: true });
    await clock.run(async () => {
      for (let index = 0; index < 3; index++) {
        const permit = await pacer.acquire("read");
        const seconds = (clock.now() - begun) / 1000;
        sent.push(seconds);
        const rateLimit = { limit: 4, remaining: 3, resetSeconds: 20 - (seconds % 20) };
        permit.settle({ status: 200, meta: { ...silentMeta, rateLimit } });
      }
    });
    expect(sent[0]).toBe(0);
    for (const time of sent.slice(1)) expect(time).toBeGreaterThanOrEqual(20);
  });

  it("must be parts of one", () => {
    for (const share of [0, -1, 1.01, Number.NaN]) expect(() => createPacer({ share })).toThrow(RangeError);
  });
});
