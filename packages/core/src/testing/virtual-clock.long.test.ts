import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sleep } from "../clock.ts";
import { createVirtualClock } from "./index.ts";

describe("createVirtualClock", () => {
  it("runs ten hours of waiting in no time and answers what the work answers", async () => {
    const clock = createVirtualClock({ start: 0 });
    expect(await clock.run(() => sleep(clock, 36_000_000).then(() => "done"))).toBe("done");
    expect(clock.now()).toBe(36_000_000);
  });

  it("stands still while it is held for what happens elsewhere", async () => {
    const clock = createVirtualClock({ start: 0 });
    const elsewhere = () => new Promise((resolve) => setTimeout(resolve, 30));
    const seen = await clock.run(async () => {
      await Promise.all([clock.hold(elsewhere()), sleep(clock, 5).then(() => clock.hold(elsewhere()))]);
      const after = clock.now();
      await expect(clock.hold(Promise.reject(new Error("elsewhere")))).rejects.toThrow("elsewhere");
      await sleep(clock, 100);
      return [after, clock.now()];
    });
    expect(seen).toEqual([5, 105]);
  });

  it("fires timers in the order of their times, and those of one time in the order in which they were set", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ ms: fc.integer({ min: 0, max: 20 }), cancel: fc.boolean() })),
        async (plan) => {
          const clock = createVirtualClock({ start: 0 });
          const fired: { ms: number; order: number }[] = [];
          const cancels = plan.map(({ ms }, order) => clock.setTimer(ms, () => fired.push({ ms: clock.now(), order })));
          plan.forEach(({ cancel }, order) => {
            if (cancel) cancels[order]?.();
          });
          await clock.run(() => sleep(clock, 100));
          const expected = plan.map(({ ms, cancel }, order) => ({ ms, order, cancel })).filter(({ cancel }) => !cancel);
          expected.sort((a, b) => a.ms - b.ms || a.order - b.order);
          expect(fired).toEqual(expected.map(({ ms, order }) => ({ ms, order })));
        },
      ),
    );
  });

  it("forgets timers that were taken back, however many there are", async () => {
    const clock = createVirtualClock({ start: 0 });
    const fired: number[] = [];
    clock.setTimer(10, () => fired.push(clock.now()));
    for (let index = 0; index < 100_000; index++) clock.setTimer(index, () => fired.push(-1))();
    clock.setTimer(5, () => fired.push(clock.now()));
    await clock.run(() => sleep(clock, 1_000_000));
    expect(fired).toEqual([5, 10]);
  });

  it("ignores the cancellation of a timer that has fired", async () => {
    const clock = createVirtualClock({ start: 0 });
    let fired = 0;
    const cancel = clock.setTimer(1, () => fired++);
    await clock.run(() => sleep(clock, 2));
    cancel();
    await clock.run(() => sleep(clock, 2));
    expect(fired).toBe(1);
  });

  it("lets no time pass while streams, immediates and files are in progress", async () => {
    const clock = createVirtualClock({ start: 0 });
    let overtaken = false;
    clock.setTimer(1, () => {
      overtaken = true;
    });
    const answer = async (): Promise<Response> => {
      let left = 50;
      const stream = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setImmediate(resolve));
          if (left-- > 0) controller.enqueue(new Uint8Array(1000));
          else controller.close();
        },
      });
      return new Response(stream.pipeThrough(new TransformStream()));
    };
    const bytes = await clock.run(async () => {
      const body = new Uint8Array(await (await answer()).arrayBuffer());
      const path = join(tmpdir(), `virtual-clock-${process.pid}`);
      await writeFile(path, body);
      const { length } = await readFile(path);
      await rm(path);
      return length;
    });
    expect(bytes).toBe(50_000);
    expect(overtaken).toBe(false);
  });

  it.each<[string, () => Promise<object>]>([
    ["of ours, and all that it imports", () => import("../service/models/index.ts")],
    ["that brings a package", () => import("../service/http/ky.ts")],
    ["of a package", () => import("oauth4webapi")],
    ["that was loaded before", () => import("./index.ts")],
  ])("lets no time pass while a module is loaded: one %s", async (_, load) => {
    const clock = createVirtualClock({ start: 0 });
    // Timers enough for a process that stays busy for long.
    for (let ms = 1; ms <= 100_000; ms++) clock.setTimer(ms, () => {});
    await clock.run(async () => {
      await load();
      expect(clock.now()).toBe(0);
    });
  });

  it("says so when the work waits for something that never comes", async () => {
    const clock = createVirtualClock({ patienceSeconds: 0.1 });
    await expect(clock.run(() => new Promise(() => {}))).rejects.toThrow("no timer is set");
    await expect(clock.run(() => sleep(clock, Number.POSITIVE_INFINITY))).rejects.toThrow("no timer is set");
  });

  it("says so when timers of 0 ms set each other forever", async () => {
    const clock = createVirtualClock();
    const spin = () => {
      clock.setTimer(0, spin);
    };
    spin();
    await expect(clock.run(() => sleep(clock, 1))).rejects.toThrow("The virtual time is stuck");
  });

  it("reports the work's own error, and can run again", async () => {
    const clock = createVirtualClock({ start: 0 });
    const failing = async () => {
      await sleep(clock, 5);
      throw new Error("broken");
    };
    await expect(clock.run(failing)).rejects.toThrow("broken");
    expect(await clock.run(() => sleep(clock, 5).then(() => clock.now()))).toBe(10);
  });

  it("refuses a second run beside the first", async () => {
    const clock = createVirtualClock();
    const first = clock.run(() => sleep(clock, 5));
    await expect(clock.run(() => sleep(clock, 5))).rejects.toThrow("one run at a time");
    await first;
  });

  it("handles 200,000 timers, the same way each time", { tags: "full" }, async () => {
    const play = async () => {
      const clock = createVirtualClock({ start: 0 });
      let digest = 0;
      const wait = async (seed: number) => {
        for (let step = 0; step < 1000; step++) {
          await sleep(clock, (seed * 7919 + step * 104_729) % 997);
          digest = (digest * 31 + seed + clock.now()) % 1_000_000_007;
        }
      };
      await clock.run(() => Promise.all(Array.from({ length: 200 }, (_, seed) => wait(seed))));
      return digest;
    };
    expect(await play()).toBe(await play());
  });
});
