import fc from "fast-check";
import { expect, it } from "vitest";
import { isFull } from "../../test/support/sample.ts";
import { createWorld, ORIGIN, only, requests } from "../../test/support/world.ts";
import type { Clock } from "../clock.ts";
import { basicAuth, createClient } from "../index.ts";

const SECOND = 1000;
const budget = isFull ? { numRuns: 2000 } : { numRuns: 100 };

/** What happens to the clock of the machine, and to the first create. */
const story = fc.record({
  /** How far the clock of the resumed process is ahead of that of the stopped one, seconds. */
  aheadSeconds: fc.oneof(fc.integer({ min: -200, max: 200 }), fc.constantFrom(-86_400, -3600, 3600, 86_400)),
  /** Steps of the clock while a process runs: when, and by how much. */
  steps: fc.array(fc.record({ at: fc.integer({ min: 0, max: 90 }), by: fc.integer({ min: -7200, max: 7200 }) }), {
    maxLength: 3,
  }),
  stopAfter: fc.integer({ min: 1, max: 50 }),
  /** How long the machine is idle between the two processes. */
  idle: fc.integer({ min: 0, max: 5 }),
  /** When the gateway delivers the create, seconds after it left. */
  deliveredAfter: fc.integer({ min: 1, max: 59 }),
  answer: fc.constantFrom("504", "reset", "none"),
  cancelOnAbort: fc.boolean(),
});

it("a create whose answer was lost is sent again only when no gateway can deliver it any more, whatever the clocks say", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ aheadSeconds, steps, stopAfter, idle, deliveredAfter, answer, cancelOnAbort }) => {
      const world = createWorld({ jobSeconds: 20 });
      const { clock, simulator } = world;
      let aheadMs = 0;
      const stepping: Clock = { now: () => clock.now() + aheadMs, setTimer: clock.setTimer };
      const creates: number[] = [];
      const client = () =>
        createClient({
          baseUrl: ORIGIN,
          auth: basicAuth("DEMO-1", "demo"),
          clock: stepping,
          random: () => 0.5,
          fetch: async (request) => {
            if (request.method !== "PUT") return simulator.fetch(request);
            creates.push(clock.now());
            if (creates.length > 1) return simulator.fetch(request);
            const { url, method, headers } = request;
            const late = new Request(url, { method, headers, body: await request.text() });
            clock.setTimer(deliveredAfter * SECOND, () => void simulator.fetch(late));
            if (answer === "504") return new Response("<html/>", { status: 504 });
            if (answer === "reset")
              throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
            return new Promise((_, reject) =>
              request.signal.addEventListener("abort", () => reject(request.signal.reason)),
            );
          },
        });
      for (const { at, by } of steps) clock.setTimer(at * SECOND, () => (aheadMs += by * SECOND));
      const stop = new AbortController();
      clock.setTimer(stopAfter * SECOND, () => stop.abort());
      await world.run([requests.pa()], { client: client(), clock: stepping, signal: stop.signal, cancelOnAbort });
      await clock.run(() => new Promise<void>((resolve) => void clock.setTimer(idle * SECOND, resolve)));
      aheadMs += aheadSeconds * SECOND;
      const outcome = only(await world.run([requests.pa()], { client: client(), clock: stepping }));
      const [first = 0] = creates;
      // Everything that is on its way arrives.
      await clock.run(() => new Promise<void>((resolve) => void clock.setTimer(120 * SECOND, resolve)));
      expect(simulator.jobs.map((job) => job.creates)).toEqual(simulator.jobs.map(() => 1));
      expect(simulator.jobs.filter(({ state }) => state !== "Cancelled")).toHaveLength(1);
      expect(outcome.status).toBe("success");
      for (const at of creates.slice(1)) expect(at - first).toBeGreaterThanOrEqual(deliveredAfter * SECOND);
    }),
    budget,
  );
});
