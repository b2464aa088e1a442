import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, only, requests } from "../../../test/support/world.ts";
import { sleep } from "../../clock.ts";

describe("a job is read first", () => {
  it.each([1, 2])("after 1 s, so that a job of 2 s takes at most 3 s where max-age is %s", async (maxAgeSeconds) => {
    const world = createWorld({ jobSeconds: 2, maxAgeSeconds });
    const startedAt = world.clock.now();
    await world.run([requests.pa()]);
    expect(world.clock.now() - startedAt).toBeLessThanOrEqual(3000);
  });

  it("after max-age by the jobs that follow: only one of fifty costs a read more", async () => {
    const world = createWorld({ jobSeconds: 4.5, maxAgeSeconds: 5 });
    await world.run(Array.from({ length: 50 }, (_, index) => requests.pa(`${index}.pa.json`)));
    expect(world.simulator.jobs.reduce((sum, { statusReads }) => sum + statusReads, 0)).toBeLessThanOrEqual(51);
  });
});

describe("while a job runs", () => {
  it.each(["reset", "503", "500", "429", "429:200", "broken-json", "lost"])(
    "statuses that meet %s do not fail it",
    async (fault) => {
      const world = createWorld({ jobSeconds: 300, faults: [`status*2=${fault}`] });
      expect(only(await world.run([requests.pa()])).status).toBe("success");
      expect(only(world.simulator.jobs).creates).toBe(1);
    },
  );

  it("an hour without the service is survived under a deadline", async () => {
    const world = createWorld({ jobSeconds: 30 });
    world.simulator.faults.add("status=reset");
    world.clock.setTimer(3_600_000, () => world.simulator.faults.clear());
    expect(only(await world.run([requests.pa()], { jobDeadlineSeconds: 7200 })).status).toBe("success");
  });

  it("half an hour without the service and without a deadline leaves it unknown", async () => {
    const world = createWorld({ faults: ["status=503"] });
    const startedAt = world.clock.now();
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "unknown", problem: { code: "unreachable" } });
    expect(outcome.problem?.message).toMatch(/^The service gives no status: .* Resume the run to ask again\.$/);
    expect(world.clock.now() - startedAt).toBeGreaterThan(1_800_000);
    expect(world.clock.now() - startedAt).toBeLessThan(2_400_000);
    expect(world.simulator.requests.length).toBeLessThan(400);
  });

  it("credentials that are refused for a moment do not fail it; for longer they leave it unknown", async () => {
    for (const [seconds, status] of [
      [60, "success"],
      [6000, "unknown"],
    ] as const) {
      const world = createWorld({
        client: {
          fetch: async (request) => {
            const isRefused = request.url.endsWith("/status") && world.clock.now() < start + seconds * 1000;
            return isRefused ? new Response(null, { status: 401 }) : world.simulator.fetch(request);
          },
        },
      });
      const start = world.clock.now();
      expect(only(await world.run([requests.pa()]))).toMatchObject({ status });
    }
  });

  it.each([undefined, "<html>No such page</html>"])(
    "a bare 404 (body: %s) for some minutes says nothing of the job, also when another fault came before",
    async (body) => {
      const world = createWorld({ jobSeconds: 300, faults: ["status=503"] });
      world.clock.setTimer(900_000, () => {
        world.simulator.faults.clear();
        isBare = true;
      });
      world.clock.setTimer(1_300_000, () => {
        isBare = false;
      });
      let isBare = false;
      const client = clientBefore(world, (request) =>
        isBare && request.url.endsWith("/status") ? new Response(body, { status: 404 }) : undefined,
      );
      expect(only(await world.run([requests.pa()], { client })).status).toBe("success");
      expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
    },
  );

  it.each([undefined, 86_400])(
    "a bare 404 for longer (deadline: %s s) leaves it unknown, with its address; a resumed run collects it",
    async (jobDeadlineSeconds) => {
      for (const request of [requests.pa(), requests.fi(), requests.fiab()]) {
        const world = createWorld();
        const client = clientBefore(world, ({ method }) =>
          method === "GET" ? new Response("<html/>", { status: 404 }) : undefined,
        );
        const startedAt = world.clock.now();
        const outcome = only(
          await world.run([request], { client, ...(jobDeadlineSeconds === undefined ? {} : { jobDeadlineSeconds }) }),
        );
        expect(outcome).toMatchObject({ status: "unknown", problem: { code: "unreachable" } });
        expect(outcome.problem?.message).toMatch(/answered 404: .*proxy/);
        expect(outcome.problem?.message).toContain(`https://api.example/analytics/engines/${request.family}/`);
        expect(outcome.problem?.message).toContain(`/${outcome.jobId}.`);
        expect(world.clock.now() - startedAt).toBeLessThan(1_200_000);
        expect(only(await world.run([request]))).toMatchObject({ status: "success", jobId: outcome.jobId });
        expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
      }
    },
  );

  it("a cancel by somebody else ends it", async () => {
    const world = createWorld({ jobSeconds: 1000 });
    world.clock.setTimer(100_000, () => {
      world.client.pa.calculations.cancel(only(world.simulator.jobs).id).catch(() => {});
    });
    const outcome = only(await world.run([requests.pa()]));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "job-gone" } });
    expect(outcome.problem?.message).toMatch(/canceled|expired/);
  });

  it("a status that says canceled ends it as canceled, and a resumed run starts it again", async () => {
    let canceled = true;
    const world = createWorld({
      duplicates: "allow",
      client: {
        fetch: async (request) => {
          if (!request.url.endsWith("/status") || !canceled) return world.simulator.fetch(request);
          return Response.json({ data: { status: "Cancelled", units: {} } });
        },
      },
    });
    const first = only(await world.run([requests.pa()]));
    expect(first).toMatchObject({ status: "canceled", problem: { code: "job-canceled" } });
    canceled = false;
    const again = only(await world.run([requests.pa()]));
    expect(again.status).toBe("success");
    expect(again.jobId).not.toBe(first.jobId);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1]);
  });

  it("an answer that says both complete and running is requested again, but not forever", async () => {
    let asked = 0;
    const world = createWorld({
      client: {
        fetch: async (request) => {
          if (!request.url.endsWith("/status")) return world.simulator.fetch(request);
          asked++;
          return Response.json({ data: { status: "Completed", units: { weights: { status: "Executing" } } } });
        },
      },
    });
    const outcome = only(await world.run([requests.pa()]));
    expect(only(outcome.units)).toMatchObject({ status: "failure", errors: [{ code: "unknown-status" }] });
    expect(asked).toBe(20);
  });

  it("units that the finished job does not name are missing, and a job without any is not a success", async () => {
    for (const [units, expected] of [
      [{ a: { status: "Success" } }, ["a success", "b failure"]],
      [{}, ["a failure", "b failure"]],
      // The service may spell a unit's name in its own way; its status counts.
      [{ A: { status: "Failed" }, " b": { status: "Failed" } }, ["A failure", " b failure"]],
    ] as const) {
      const world = createWorld({
        client: {
          fetch: async (request) => {
            if (!request.url.endsWith("/status")) return world.simulator.fetch(request);
            if (only(world.simulator.jobs).state !== "Completed") return world.simulator.fetch(request);
            return Response.json({ data: { status: "Completed", units } });
          },
        },
      });
      const outcome = only(await world.run([requests.paUnits(["a", "b"])]));
      expect(outcome.status).toBe("failure");
      expect(outcome.units.map(({ id, status }) => `${id} ${status}`)).toEqual(expected);
    }
  });

  it("a status answer that was lost may have been the result: then it is lost", async () => {
    const world = createWorld({ jobSeconds: 7, faults: ["status#3=lost"] });
    const outcome = only(await world.run([requests.fi()]));
    expect(outcome).toMatchObject({ status: "failure", problem: { code: "lost-result" } });
    expect(only(outcome.units).status).toBe("lost");
  });

  it.each([
    ["a status", []],
    ["a failed status", ["status#2=503", "status#3=503", "status#4=503", "status#5=503", "status#6=503"]],
  ])("a clock that is set back by an hour during the wait after %s costs no hour", async (_, faults) => {
    const world = createWorld({ jobSeconds: 300, faults });
    let setBack = 0;
    world.clock.setTimer(7_000, () => {
      setBack = 3_600_000;
    });
    const clock = { ...world.clock, now: () => world.clock.now() - setBack };
    const startedAt = world.clock.now();
    expect(only(await world.run([requests.pa()], { clock })).status).toBe("success");
    expect(world.clock.now() - startedAt).toBeLessThan(600_000);
  });

  it.each([429, 503])(
    "a %i that asks for years is asked again after an hour, one that asks for minutes after these",
    async (status) => {
      for (const [asked, waited] of [
        [999_999_999_999, 3600],
        [600, 600],
      ] as const) {
        const world = createWorld();
        const at: number[] = [];
        const client = clientBefore(world, ({ url }) => {
          if (!url.endsWith("/status")) return undefined;
          at.push(world.clock.now());
          return at.length === 1 ? new Response(null, { status, headers: { "retry-after": `${asked}` } }) : undefined;
        });
        expect(only(await world.run([requests.fi()], { client, jobDeadlineSeconds: 86_400 })).status).toBe("success");
        expect(((at[1] ?? 0) - (at[0] ?? 0)) / 1000).toBe(waited);
      }
    },
  );

  it("a process that is paused during a long wait counts that time", async () => {
    const world = createWorld();
    const at: number[] = [];
    let pausedMs = 0;
    const client = clientBefore(world, ({ url }) => {
      if (!url.endsWith("/status")) return undefined;
      if (at.push(world.clock.now()) > 1) return undefined;
      world.clock.setTimer(7_000, () => {
        pausedMs = 3_600_000;
      });
      return new Response(null, { status: 503, headers: { "retry-after": "600" } });
    });
    const clock = { ...world.clock, now: () => world.clock.now() + pausedMs };
    expect(only(await world.run([requests.fi()], { client, clock })).status).toBe("success");
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBe(10_000);
  });

  it("a job that was created in the clock's future is asked for at once by a resumed run", async () => {
    const world = createWorld({ jobSeconds: 60 });
    const stop = new AbortController();
    world.clock.setTimer(10_000, () => stop.abort());
    await world.run([requests.pa()], { signal: stop.signal, cancelOnAbort: false });
    const clock = { ...world.clock, now: () => world.clock.now() - 3_600_000 };
    const startedAt = world.clock.now();
    expect(only(await world.run([requests.pa()], { clock })).status).toBe("success");
    expect(world.clock.now() - startedAt).toBeLessThan(120_000);
  });

  it("a job that finished after its deadline, and that nobody canceled, is collected by a resumed run with that deadline", async () => {
    const world = createWorld({ jobSeconds: 100 });
    const options = { jobDeadlineSeconds: 60, cancelOnAbort: false };
    expect(only(await world.run([requests.pa()], options)).status).toBe("timed-out");
    await world.clock.run(sleep(world.clock, 60_000));
    expect(only(await world.run([requests.pa()], options)).status).toBe("success");
    expect(only(world.simulator.jobs)).toMatchObject({ creates: 1, cancels: 0 });
  });

  it("does not ask more often than max-age allows", async () => {
    const world = createWorld({ jobSeconds: 600, maxAgeSeconds: 20 });
    await world.run([requests.pa()]);
    const reads = world.simulator.requests.filter(({ operation }) => operation.endsWith("status"));
    const gaps = reads.slice(1).map(({ at }, index) => at - (reads[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20_000);
  });
});
