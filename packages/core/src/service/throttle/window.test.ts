import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sleep } from "../../clock.ts";
import {
  createVirtualClock,
  createWindowModel,
  seededRandom,
  silentMeta,
  type VirtualClock,
  type WindowModelOptions,
} from "../../testing/index.ts";
import { createPacer, type Pacer } from "./pacer.ts";

/** A service on virtual time: the request arrives half of the latency after it was sent. */
function service(clock: VirtualClock, window: WindowModelOptions, latency: { from: number; to: number }, seed = 1) {
  const model = createWindowModel(window);
  const random = seededRandom(seed);
  const seen = { refused: 0, served: 0 };
  return {
    seen,
    takeForOthers: () => model.take(clock.now()),
    async send() {
      const half = (latency.from + (latency.to - latency.from) * random()) / 2;
      await sleep(clock, half);
      const { allowed, rateLimit, retryAfterSeconds } = model.take(clock.now());
      if (allowed) seen.served += 1;
      else seen.refused += 1;
      await sleep(clock, half);
      return allowed
        ? { status: 200, meta: { ...silentMeta, rateLimit } }
        : { status: 429, meta: { ...silentMeta, rateLimit, retryAfterSeconds } };
    },
  };
}

/** The workers share the requests, and repeat each until it is served. */
async function work(pacer: Pacer, { send }: ReturnType<typeof service>, requests: number, workers: number) {
  let left = requests;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left-- > 0) {
        for (let status = 429; status === 429; ) {
          const permit = await pacer.acquire("read");
          const answer = await send();
          permit.settle(answer);
          status = answer.status;
        }
      }
    }),
  );
}

describe("a pacer before a service with a fixed window", () => {
  it("is never refused, whatever the limit, the window, its start, its rounding and the latency", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          limit: fc.integer({ min: 1, max: 150 }),
          windowSeconds: fc.integer({ min: 5, max: 90 }),
          elapsed: fc.double({ min: 0, max: 1, noNaN: true }),
          begins: fc.constantFrom("at once" as const, "with a request" as const),
          rounds: fc.constantFrom("up" as const, "down" as const),
          latency: fc.record({ from: fc.integer({ min: 1, max: 400 }), spread: fc.integer({ min: 0, max: 500 }) }),
          workers: fc.integer({ min: 1, max: 60 }),
          seed: fc.integer(),
        }),
        async ({ elapsed, latency, workers, seed, ...options }) => {
          const clock = createVirtualClock();
          const startedAt = clock.now() - elapsed * options.windowSeconds * 1000;
          const server = service(
            clock,
            { ...options, startedAt },
            { from: latency.from, to: latency.from + latency.spread },
            seed,
          );
          const requests = Math.min(400, options.limit * 4);
          const begun = clock.now();
          await clock.run(() => work(createPacer({ clock }), server, requests, workers));
          expect(server.seen).toEqual({ refused: 0, served: requests });
          // It is not slower than the budget requires: one window each time the budget is used up, the time in the network, and one or two
          // seconds for each window.
          const windows = Math.ceil(requests / options.limit) + 1;
          const network = (requests / workers + 3 * windows) * ((latency.from + latency.spread) / 1000);
          expect((clock.now() - begun) / 1000).toBeLessThan(windows * (options.windowSeconds + 2) + network);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("takes the requests of others into account: few refusals if others use half of the budget", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: 100 }), fc.integer(), async (limit, seed) => {
        const clock = createVirtualClock();
        const server = service(
          clock,
          { limit, windowSeconds: 60, startedAt: clock.now() },
          { from: 50, to: 150 },
          seed,
        );
        let over = false;
        const other = async () => {
          const pause = 60_000 / (limit / 2);
          while (!over) {
            server.takeForOthers();
            await sleep(clock, pause);
          }
        };
        const requests = limit * 3;
        await clock.run(async () => {
          const others = other();
          await work(createPacer({ clock }), server, requests, 20);
          over = true;
          await others;
        });
        expect(server.seen.served).toBe(requests);
        expect(server.seen.refused).toBeLessThanOrEqual(requests * 0.02);
      }),
      { numRuns: 50 },
    );
  });

  it("says how many seconds the limit allows for each request while they are scarce, and 0 otherwise", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const server = service(clock, { limit: 100, windowSeconds: 60, startedAt: clock.now() }, { from: 50, to: 150 });
    const seconds: number[] = [];
    await clock.run(async () => {
      await work(pacer, server, 90, 5);
      seconds.push(pacer.secondsPerRequest());
      await work(pacer, server, 110, 5);
      seconds.push(pacer.secondsPerRequest());
      await sleep(clock, 180_000);
      seconds.push(pacer.secondsPerRequest());
    });
    expect(seconds[0]).toBe(0);
    expect(seconds[1]).toBeCloseTo(0.6, 1);
    expect(seconds[2]).toBe(0);
  });
});
