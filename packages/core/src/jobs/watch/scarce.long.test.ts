import { expect, it } from "vitest";
import { createWorld, manyPa } from "../../../test/support/world.ts";
import { seededRandom } from "../../testing/index.ts";

it("runs 1,000 jobs of 5 to 300 s within 40 minutes where the service allows 100 requests a minute", async () => {
  const random = seededRandom(3);
  const world = createWorld({
    rateLimit: { limit: 100, windowSeconds: 60 },
    maxRunningUnits: 1000,
    maxRequests: 10_000,
    jobSeconds: () => 5 * 60 ** random(),
  });
  const startedAt = world.clock.now();
  const outcomes = await world.run(manyPa(1000), { concurrency: 50, random });
  expect(outcomes.filter(({ status }) => status !== "success")).toEqual([]);
  expect(world.simulator.requests.filter(({ status }) => status === 429)).toEqual([]);
  const seconds = (world.clock.now() - startedAt) / 1000;
  expect(seconds).toBeLessThan(2400);
});
