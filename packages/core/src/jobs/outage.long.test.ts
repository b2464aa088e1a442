import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, manyPa, memoryStore, only, requests } from "../../test/support/world.ts";
import { StorageError } from "./errors.ts";

const nobody = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
};
const reset = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("reset"), { code: "ECONNRESET" }) });
};

describe("a run that never gets an answer from the service", () => {
  it("ends after about two minutes, however many files there are, with jobs that were not created", async () => {
    const world = createWorld();
    const from = world.clock.now();
    const outcomes = await world.run(manyPa(40), { client: clientBefore(world, nobody) });
    expect((world.clock.now() - from) / 1000).toBeLessThan(200);
    expect(outcomes).toHaveLength(40);
    expect(outcomes.every(({ jobId, status }) => jobId === undefined && status === "failure")).toBe(true);
    // The first jobs may have reached their own time limit just before.
    for (const { problem } of outcomes.slice(10)) {
      expect(problem?.code).toBe("not-created");
      expect(problem?.message).toMatch(
        /answered nothing since the run began.*ECONNREFUSED.*not created: resume the run/,
      );
    }
    const again = await world.run(manyPa(40));
    expect(again.every(({ status }) => status === "success")).toBe(true);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual(Array(40).fill(1));
  });

  it("names the address of a job whose create may have arrived, and a resumed run creates no second one", async () => {
    const world = createWorld();
    const outcomes = await world.run(manyPa(20), {
      concurrency: 5,
      client: clientBefore(world, (request) => {
        // What is sent arrives, and every answer is lost.
        if (request.method === "PUT") void world.simulator.fetch(request.clone());
        return reset();
      }),
    });
    const unknown = outcomes.filter(({ status }) => status === "unknown");
    expect(unknown.length).toBeGreaterThan(0);
    for (const { jobId, problem } of unknown) {
      expect(problem).toMatchObject({ code: "unreachable", message: expect.stringContaining(`${jobId}`) });
    }
    const rest = outcomes.filter(({ status }) => status !== "unknown");
    expect(rest.every(({ problem }) => problem?.code === "not-created")).toBe(true);
    const again = await world.run(manyPa(20));
    expect(again.filter(({ problem }) => problem !== undefined && problem.code !== "lost-result")).toEqual([]);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual(Array(20).fill(1));
  });

  it("leaves the jobs of a resumed run unchanged", async () => {
    const world = createWorld();
    const stop = new AbortController();
    await world.run([requests.pa()], {
      signal: stop.signal,
      cancelOnAbort: false,
      onEvent: ({ type }) => type === "job-created" && stop.abort(),
    });
    const from = world.clock.now();
    const left = only(await world.run([requests.pa()], { client: clientBefore(world, nobody) }));
    expect((world.clock.now() - from) / 1000).toBeLessThan(200);
    expect(left).toMatchObject({ status: "unknown", problem: { code: "unreachable" } });
    expect(only(await world.run([requests.pa()])).status).toBe("success");
    expect(only(world.simulator.jobs)).toMatchObject({ creates: 1, cancels: 0 });
  });

  it("waits as usual once anything was answered", async () => {
    const world = createWorld();
    let isAway = false;
    world.clock.setTimer(20_000, () => {
      isAway = true;
    });
    world.clock.setTimer(400_000, () => {
      isAway = false;
    });
    const client = clientBefore(world, () => (isAway ? nobody() : undefined));
    expect(only(await world.run([requests.pa()], { client })).status).toBe("success");
    expect(world.events.some((event) => event.type === "unreachable" && event.seconds > 150)).toBe(true);
  });

  it("waits as usual if a 503 is the answer", async () => {
    const world = createWorld();
    const client = clientBefore(world, () =>
      world.clock.now() < until ? new Response("", { status: 503 }) : undefined,
    );
    const until = world.clock.now() + 150_000;
    expect(only(await world.run([requests.pa()], { client })).status).toBe("success");
  });
});

describe("a store that can keep nothing more", () => {
  it("ends the run before a create or a result is asked for; what is not read stays with the service", async () => {
    const world = createWorld();
    const files = memoryStore();
    let isFull = false;
    const store = {
      ...files,
      ready: async () => {
        if (isFull) throw new Error("1 MiB is left");
      },
    };
    const onEvent = (event: { type: string; progress?: number | undefined }) => {
      if (event.type === "job-progress" && event.progress === 100) isFull = true;
    };
    const run = world.run(manyPa(3), { store, onEvent, concurrency: 1 });
    await expect(run).rejects.toThrow(StorageError);
    await expect(run).rejects.toThrow(/1 MiB is left.*resume the run/);
    expect(world.traffic().filter((line) => line.includes("result"))).toEqual([]);
    isFull = false;
    const outcomes = await world.run(manyPa(3), { store });
    expect(outcomes.map(({ status }) => status)).toEqual(["success", "success", "success"]);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1, 1]);
  });
});
