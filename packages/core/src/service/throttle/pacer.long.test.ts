import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleSize } from "../../../test/support/sample.ts";
import { sleep } from "../../clock.ts";
import { createVirtualClock, silentMeta } from "../../testing/index.ts";
import type { RateLimit } from "../answer.ts";
import type { Priority } from "../endpoints/route.ts";
import { createPacer } from "./pacer.ts";

const ok = (rateLimit?: RateLimit) => ({ status: 200, meta: { ...silentMeta, rateLimit } });
const refusal = (retryAfterSeconds?: number) => ({ status: 429, meta: { ...silentMeta, retryAfterSeconds } });
const told = (limit: number, remaining: number, resetSeconds: number): RateLimit => ({
  limit,
  remaining,
  resetSeconds,
});

describe("createPacer", () => {
  it("sends one request first while the budget is not known, and not all that wait", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const sent: number[] = [];
    const begun = clock.now();
    const requests = Array.from({ length: 5 }, async () => {
      const permit = await pacer.acquire("create");
      sent.push(clock.now() - begun);
      await sleep(clock, 100);
      permit.settle(ok(told(100, 99 - sent.length, 60)));
    });
    await clock.run(() => Promise.all(requests));
    expect(sent).toEqual([0, 100, 100, 100, 100]);
  });

  it("does not hold everything up for one slow first answer", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    const hung = await pacer.acquire("create");
    const sent = [0, 1, 2].map(() => pacer.acquire("read").then(() => clock.now() - begun));
    expect(await clock.run(() => Promise.all(sent))).toEqual([1000, 2000, 3000]);
    hung.settle();
  });

  it("lets everything through if the service states no limit", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok());
      await Promise.all(Array.from({ length: 1000 }, () => pacer.acquire("read")));
    });
    expect(clock.now()).toBe(begun);
    expect(pacer.secondsPerRequest()).toBe(0);
  });

  it("does not conclude from 401, 500 and 503 without headers that there is no limit", async () => {
    for (const status of [401, 500, 503]) {
      const clock = createVirtualClock();
      const pacer = createPacer({ clock });
      const sent: number[] = [];
      await clock.run(async () => {
        (await pacer.acquire("read")).settle({ status, meta: silentMeta });
        const begun = clock.now();
        const rest = [0, 1].map(() => pacer.acquire("read").then(() => sent.push(clock.now() - begun)));
        await Promise.all(rest);
      });
      expect(sent).toEqual([0, 1000]);
    }
  });

  it("leaves the requests that others send in a second to them", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    let sent = 0;
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(100, 99, 60)));
      const permit = await pacer.acquire("read");
      await sleep(clock, 2000);
      // One of the 49 spent requests was that of this client, so others spend 24 in a second.
      permit.settle(ok(told(100, 50, 58)));
      const leave = new AbortController();
      const waiting = Array.from({ length: 60 }, () => pacer.acquire("read", leave.signal).then(() => sent++));
      await sleep(clock, 1);
      leave.abort();
      await Promise.allSettled(waiting);
    });
    expect(sent).toBe(26);
  });

  it("uses a smaller limit from the window that announces it", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    const sent: number[] = [];
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(100, 99, 10)));
      (await pacer.acquire("read")).settle(ok(told(3, 1, 10)));
      await Promise.all(
        Array.from({ length: 3 }, async () => {
          const permit = await pacer.acquire("read");
          sent.push(clock.now() - begun);
          await sleep(clock, 1);
          permit.settle(ok(told(3, 0, 10)));
        }),
      );
    });
    expect(sent[0]).toBe(0);
    expect(sent[1]).toBeGreaterThanOrEqual(10_000);
    expect(sent[1]).toBeLessThanOrEqual(12_000);
    expect(sent[2]).toBeGreaterThanOrEqual(20_000);
  });

  it("is not misled by answers that come in another order than they were made", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    const sentAt = await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(5, 4, 60)));
      const [first, second, third, fourth] = await Promise.all(Array.from({ length: 4 }, () => pacer.acquire("read")));
      fourth?.settle(ok(told(5, 0, 60)));
      third?.settle(ok(told(5, 1, 60)));
      second?.settle(ok(told(5, 2, 60)));
      first?.settle(ok(told(5, 3, 60)));
      await pacer.acquire("read");
      return clock.now() - begun;
    });
    expect(sentAt).toBeGreaterThanOrEqual(60_000);
  });

  it("forgets the previous window, even when one of its answers comes late", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(10, 9, 30)));
      const late = await pacer.acquire("read");
      await sleep(clock, 31_500);
      (await pacer.acquire("read")).settle(ok(told(10, 9, 59)));
      // The service made this answer at the end of the first window.
      late.settle(ok(told(10, 0, 0)));
      await pacer.acquire("read");
    });
    expect(clock.now() - begun).toBe(31_500);
  });

  it("counts a request whose answer was lost", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(10, 2, 30)));
      (await pacer.acquire("read")).settle();
      (await pacer.acquire("read")).settle();
      await pacer.acquire("read");
    });
    expect(clock.now() - begun).toBeGreaterThanOrEqual(30_000);
  });

  it("does not count requests twice that were sent long before the window", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(5, 4, 10)));
      const slow = await Promise.all([0, 1, 2, 3].map(() => pacer.acquire("create")));
      await sleep(clock, 20_000);
      (await pacer.acquire("read")).settle(ok(told(5, 4, 10)));
      await Promise.all([0, 1, 2, 3].map(() => pacer.acquire("read")));
      for (const permit of slow) permit.settle();
    });
    expect(clock.now() - begun).toBe(20_000);
  });

  it("never stalls nor spins, whatever the headers say", async () => {
    const odd = fc.oneof(
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0, 0.5, 1e300, 2 ** 53),
      fc.integer({ min: -5, max: 200 }),
      fc.double(),
    );
    const answers = fc.record({
      status: fc.constantFrom(200, 202, 401, 404, 429, 429, 500, 503),
      rateLimit: fc.option(fc.record({ limit: odd, remaining: odd, resetSeconds: odd }), { nil: undefined }),
      retryAfterSeconds: fc.option(odd, { nil: undefined }),
      lost: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 30 }), async (list) => {
        const clock = createVirtualClock();
        let timers = 0;
        const counted = {
          now: clock.now,
          setTimer: (ms: number, callback: () => void) => {
            timers += 1;
            expect(ms).toBeGreaterThan(0);
            return clock.setTimer(ms, callback);
          },
        };
        const pacer = createPacer({ clock: counted });
        const begun = clock.now();
        await clock.run(() =>
          Promise.all(
            list.map(async ({ status, lost, ...headers }) => {
              const permit = await pacer.acquire("read");
              await sleep(clock, 100);
              permit.settle(lost ? undefined : { status, meta: { ...silentMeta, ...headers } });
            }),
          ),
        );
        // Each answer can make the pacer wait for an hour and a second at most.
        expect(clock.now() - begun).toBeLessThanOrEqual(list.length * 3_602_000);
        // There is at most one alarm in a second, and a few for each request.
        expect(timers).toBeLessThanOrEqual((clock.now() - begun) / 1000 + 4 * list.length);
        expect(pacer.secondsPerRequest()).toBeGreaterThanOrEqual(0);
        expect(pacer.secondsPerRequest()).toBeLessThanOrEqual(3602);
      }),
      { numRuns: sampleSize(300) },
    );
  });

  it("holds all waiting requests until the Retry-After of one has passed", async () => {
    const clock = createVirtualClock();
    const waits: string[] = [];
    const pacer = createPacer({ clock, onWait: (seconds, reason) => waits.push(`${reason} ${seconds}`) });
    const begun = clock.now();
    const sent = await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(100, 99, 60)));
      (await pacer.acquire("create")).settle(refusal(7));
      const priorities: Priority[] = ["cancel", "result", "status", "create", "read"];
      return Promise.all(priorities.map((priority) => pacer.acquire(priority).then(() => clock.now() - begun)));
    });
    expect(sent).toEqual([7000, 7000, 7000, 7000, 7000]);
    expect(waits).toEqual(["retry-after 7"]);
  });

  it("pauses for longer and longer when refusals name no time, and not longer than a minute", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const pauses: number[] = [];
    await clock.run(async () => {
      for (let attempt = 0; attempt < 9; attempt++) {
        const begun = clock.now();
        (await pacer.acquire("read")).settle(refusal());
        pauses.push((clock.now() - begun) / 1000);
      }
    });
    expect(pauses).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60]);
    const begun = clock.now();
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok());
      (await pacer.acquire("read")).settle(refusal());
      await pacer.acquire("read");
    });
    expect(clock.now() - begun).toBe(61_000);
  });

  it("serves by priority when the budget is short, and lets no request wait forever", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const order: Priority[] = [];
    const ask = async (priority: Priority) => {
      const permit = await pacer.acquire(priority);
      order.push(priority);
      permit.settle(ok(told(1, 0, 1)));
    };
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(1, 0, 1)));
      const five: Priority[] = ["read", "create", "status", "result", "cancel"];
      const short = five.map(ask);
      await Promise.all(short);
      expect(order).toEqual(["cancel", "result", "status", "create", "read"]);
      order.length = 0;
      const read = ask("read");
      const statuses = Array.from({ length: 30 }, () => ask("status"));
      await Promise.all([read, ...statuses]);
    });
    expect(order.indexOf("read")).toBeGreaterThan(0);
    expect(order.indexOf("read")).toBeLessThan(10);
  });

  it("removes requests that are aborted from the queue", async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const begun = clock.now();
    const reason = new Error("given up");
    const sent = await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(10, 0, 30)));
      const gone = new AbortController();
      const quitters = Array.from({ length: 100 }, () => pacer.acquire("result", gone.signal));
      const stays = pacer.acquire("read").then(() => clock.now() - begun);
      clock.setTimer(1000, () => gone.abort(reason));
      const results = await Promise.allSettled(quitters);
      expect(results.every((result) => result.status === "rejected" && result.reason === reason)).toBe(true);
      expect(clock.now() - begun).toBe(1000);
      return stays;
    });
    expect(sent).toBeGreaterThanOrEqual(30_000);
    expect(sent).toBeLessThanOrEqual(31_000);
    await expect(pacer.acquire("read", AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("continues after the clock is set back or forward by an hour", async () => {
    for (const jump of [-3_600_000, 3_600_000]) {
      const clock = createVirtualClock();
      let offset = 0;
      const pacer = createPacer({ clock: { now: () => clock.now() + offset, setTimer: clock.setTimer } });
      const begun = clock.now();
      await clock.run(async () => {
        (await pacer.acquire("read")).settle(ok(told(10, 0, 30)));
        const waiting = pacer.acquire("read");
        await sleep(clock, 1000);
        offset = jump;
        (await waiting).settle(ok(told(10, 9, 60)));
        await pacer.acquire("read");
      });
      expect(clock.now() - begun).toBeLessThanOrEqual(32_000);
    }
  });

  it("serves 100,000 waiting requests without slowing down", { tags: "full" }, async () => {
    const clock = createVirtualClock();
    const pacer = createPacer({ clock });
    const before = process.cpuUsage();
    await clock.run(async () => {
      (await pacer.acquire("read")).settle(ok(told(100_000, 0, 1)));
      await Promise.all(
        Array.from({ length: 100_000 }, async () => {
          const permit = await pacer.acquire("status");
          permit.settle(ok(told(100_000, 99_999, 60)));
        }),
      );
    });
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(30);
  });
});
