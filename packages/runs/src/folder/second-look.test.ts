import { cancelOnService, familyApi } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { createWorld, only, requests } from "../../../core/test/support/world.ts";
import { readEntry } from "./journal/journal-lines.ts";

const everyKind = [requests.pa(), requests.quant(), requests.fi(), requests.fiab(), requests.pub()];

describe("one 404 of the service itself", () => {
  it.each(["status#1=404", "status#2=404", "result#1=404", "info#1=404"])(
    "(%s) is not believed: the job goes on, and nothing is read twice",
    async (fault) => {
      for (const request of everyKind) {
        const world = createWorld({ jobSeconds: 60, faults: [fault] });
        const outcome = only(await world.run([request]));
        expect([request.family, outcome.status, outcome.units.map(({ warnings }) => warnings)]).toEqual([
          request.family,
          "success",
          outcome.units.map(() => []),
        ]);
        const job = only(world.simulator.jobs);
        expect(job.creates).toBe(1);
        for (const { resultReads } of job.units) expect(resultReads).toBe(request.family === "fiab" ? 0 : 1);
      }
    },
  );

  it("to a cancel is not believed: the job is canceled at the second try", async () => {
    const world = createWorld({ jobSeconds: 1000, faults: ["cancel#1=404"] });
    const stop = new AbortController();
    world.clock.setTimer(20_000, () => stop.abort());
    const outcome = only(await world.run([requests.pa()], { signal: stop.signal }));
    expect(outcome.status).toBe("canceled");
    expect(only(world.simulator.jobs)).toMatchObject({ state: "Cancelled", cancels: 1 });
  });
});

describe("a second 404", () => {
  it("is believed: the job is gone, soon and after two looks", async () => {
    const world = createWorld({ jobSeconds: 600 });
    world.clock.setTimer(60_000, () => world.simulator.faults.add("status=404"));
    const startedAt = world.clock.now();
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "job-gone" } });
    expect(world.clock.now() - startedAt).toBeLessThan(200_000);
  });

  it("to a cancel says that nothing runs; a stop that comes between leaves it open", async () => {
    const world = createWorld({ faults: ["cancel=404"] });
    const { clock, client, simulator } = world;
    const api = familyApi(client, "pa");
    const id = "0".repeat(32);
    expect(await clock.run(() => cancelOnService(api, id, { clock, seconds: 10 }))).toEqual({ state: "gone" });
    expect(simulator.requests.filter(({ method }) => method === "DELETE")).toHaveLength(2);
    expect(await clock.run(() => cancelOnService(api, id, { clock, seconds: 1 }))).toMatchObject({ state: "failed" });
  });
});

describe("a cancel of which every answer was lost", () => {
  it.each([requests.pa(), requests.fi(), requests.quant()])(
    "is known to a resumed run of $family, which calls the job canceled; the next one starts it again",
    async (request) => {
      // The cancel is carried out, and no answer to it arrives.
      const world = createWorld({
        jobSeconds: 1000,
        client: {
          fetch: async (sent) => {
            const answer = await world.simulator.fetch(sent);
            if (sent.method === "DELETE") throw new TypeError("fetch failed");
            return answer;
          },
        },
      });
      const stop = new AbortController();
      world.clock.setTimer(20_000, () => stop.abort());
      const first = only(await world.run([request], { signal: stop.signal }));
      expect(first).toMatchObject({ status: "unknown", problem: { code: "still-running" } });
      expect(world.entries.map(({ type }) => type)).toContain("cancel");

      const resumed = only(await world.run([request]));
      expect(resumed).toMatchObject({ status: "canceled", problem: { code: "job-canceled" } });
      expect(resumed.problem?.message).toMatch(/had asked to cancel it/);
      expect(resumed.units.map(({ status }) => status)).not.toContain("lost");

      expect(only(await world.run([request])).status).toBe("success");
      expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1]);
    },
  );

  it("stands in the journal as it is read back", () => {
    const entry = { type: "cancel", key: "a.pa.json", at: "2026-01-01T00:00:00.000Z", jobId: "0".repeat(32) };
    expect(readEntry(entry)).toEqual(entry);
  });
});
