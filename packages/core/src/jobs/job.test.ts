import { describe, expect, it } from "vitest";
import { createWorld, only, requests, type World } from "../../test/support/world.ts";
import { applyEntry, type JobHandle } from "./handle.ts";
import { cancel, collect, type JobOptions, poll, submit } from "./job.ts";
import { familyApi } from "./protocol/by-family.ts";
import { cancelHandle } from "./run/cancel.ts";

const optionsOf = ({ client, clock, store }: World): JobOptions => ({ client, clock, store, random: () => 0.5 });
/** The handle as another process reads it after it was saved. */
const saved = (handle: JobHandle): JobHandle => JSON.parse(JSON.stringify(handle));

async function wait(world: World, handle: JobHandle) {
  const states = [];
  for await (const progress of poll(handle, optionsOf(world))) states.push(progress);
  return states;
}

describe("a single job", () => {
  it.each([
    ["pa", requests.pa()],
    ["quant", requests.quant()],
    ["fi", requests.fi()],
    ["fiab", requests.fiab()],
  ])("of %s is submitted, watched and collected, its handle saved in between", async (_family, request) => {
    const world = createWorld();
    const outcome = await world.clock.run(async () => {
      const handle = await submit(request, optionsOf(world));
      expect(handle).toMatchObject({ phase: "running", jobId: only(world.simulator.jobs).id, key: request.key });
      const states = await wait(world, saved(handle));
      const last = states.at(-1)?.handle ?? expect.fail("no state");
      expect(last.phase).toBe("done");
      return collect(saved(last), optionsOf(world));
    });
    expect(outcome).toMatchObject({ status: "success", jobId: only(world.simulator.jobs).id });
    expect(only(world.simulator.jobs)).toMatchObject({ creates: 1, cancels: 0 });
  });

  it("can be collected without being watched", async () => {
    const world = createWorld();
    const outcome = await world.clock.run(async () =>
      collect(await submit(requests.pa(), optionsOf(world)), optionsOf(world)),
    );
    expect(outcome.status).toBe("success");
  });

  it("whose result comes at once is stored by the submit, and collected without a request", async () => {
    const world = createWorld({ inlineSeconds: 60 });
    const handle = await world.clock.run(() => submit(requests.pa(), optionsOf(world)));
    expect(handle.phase).toBe("done");
    expect(world.store.files.size).toBe(1);
    expect((await world.clock.run(() => collect(saved(handle), optionsOf(world)))).status).toBe("success");
    expect(world.simulator.requests).toHaveLength(1);
    expect(await world.clock.run(() => wait(world, saved(handle)))).toEqual([]);
  });

  it("continues on the service when the client stops watching it", async () => {
    const world = createWorld();
    await world.clock.run(async () => {
      const handle = await submit(requests.pa(), optionsOf(world));
      for await (const { progress } of poll(handle, optionsOf(world))) if (progress !== undefined) break;
      const stop = new AbortController();
      world.clock.setTimer(3000, () => stop.abort(new Error("closed")));
      await expect(collect(handle, { ...optionsOf(world), signal: stop.signal })).rejects.toThrow("closed");
      expect(only(world.simulator.jobs)).toMatchObject({ state: "Executing", cancels: 0 });
      expect((await collect(handle, optionsOf(world))).status).toBe("success");
    });
  });

  it("is canceled once, and the next cancel finds nothing", async () => {
    const world = createWorld();
    await world.clock.run(async () => {
      const handle = await submit(requests.pa(), optionsOf(world));
      expect(await cancel(handle, optionsOf(world))).toEqual({ state: "canceled" });
      expect(await cancel(handle, optionsOf(world))).toEqual({ state: "gone" });
      await expect(collect(handle, optionsOf(world))).rejects.toThrow(/no longer knows/);
    });
  });

  it("that the service does not know is gone only after its create cannot be delivered any more, whatever the journal's times say", async () => {
    const hour = 3_600_000;
    for (const ahead of [-24 * hour, -hour, 0, 61_000, hour, 24 * hour]) {
      const world = createWorld();
      const { clock } = world;
      const jobId = "0".repeat(32);
      // The process that wrote the journal had another clock.
      const at = new Date(clock.now() - ahead).toISOString();
      const sent = applyEntry(undefined, {
        type: "create",
        key: "a.pa.json",
        at,
        family: "pa",
        jobId,
        units: ["a"],
      });
      const ended = applyEntry(sent, { type: "cancel", key: "a.pa.json", at, jobId });
      await clock.run(async () => {
        for (const handle of [sent, ended])
          expect([ahead, await cancel(handle, optionsOf(world))]).toMatchObject([
            ahead,
            { state: "failed", reason: expect.stringContaining("may still get its create") },
          ]);
        const begunAt = clock.now();
        const api = familyApi(world.client, "pa");
        expect(await cancelHandle(api, { ...ended, jobId }, { clock, seconds: 90 })).toEqual({ state: "gone" });
        expect(clock.now() - begunAt).toBeGreaterThanOrEqual(api.deliveryMs);
      });
    }
  });

  it("whose create arrives while its cancel waits is canceled", async () => {
    const world = createWorld();
    const { clock, client } = world;
    const jobId = "0".repeat(32);
    const sent = applyEntry(undefined, {
      type: "create",
      key: "a.pa.json",
      at: new Date(0).toISOString(),
      family: "pa",
      jobId,
      units: ["weights"],
    });
    const body = JSON.parse(JSON.stringify(requests.pa().body));
    clock.setTimer(45_000, () => void client.pa.calculations.createOrUpdate(jobId, body));
    const api = familyApi(client, "pa");
    expect(await clock.run(() => cancelHandle(api, { ...sent, jobId }, { clock, seconds: 90 }))).toEqual({
      state: "canceled",
    });
    expect(only(world.simulator.jobs).state).toBe("Cancelled");
  });

  it("that cannot be canceled says so and does not throw", async () => {
    const world = createWorld({ faults: ["cancel=reset"] });
    await world.clock.run(async () => {
      const handle = await submit(requests.pa(), optionsOf(world));
      expect(await cancel(handle, optionsOf(world))).toMatchObject({ state: "failed" });
      expect(await cancel(await submit(requests.fiab(), optionsOf(world)), optionsOf(world))).toMatchObject({
        state: "failed",
        reason: expect.stringContaining("cannot be canceled"),
      });
    });
  });

  it("that the service never accepted is not sent again, because its handle has no request", async () => {
    const world = createWorld();
    await world.clock.run(async () => {
      const handle = await submit(requests.pa(), optionsOf(world));
      const begun: JobHandle = { ...handle, phase: "creating", jobId: "0".repeat(32) };
      await expect(collect(begun, optionsOf(world))).rejects.toThrow(/never took job 0+\. Submit its request again/);
      expect(world.simulator.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
    });
  });

  it("throws what the service refuses", async () => {
    const world = createWorld();
    const bad = { key: "bad", family: "pa", body: { data: { x: { wrong: 1 } } } } as const;
    await expect(world.clock.run(() => submit(bad, optionsOf(world)))).rejects.toMatchObject({ code: "bad-request" });
  });
});
