import { createVirtualClock } from "@analytics-engines/core/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { watchChanges } from "./watch.ts";

/** Files on virtual time, each with a text. `saves` are made at their times, ms. */
function filesOf(
  first: Readonly<Record<string, string>>,
  saves: readonly (readonly [number, string, (string | undefined)?])[],
) {
  const clock = createVirtualClock();
  const files = new Map(Object.entries(first));
  let looks = 0;
  for (const [ms, name, text] of saves)
    clock.setTimer(ms, () => void (text === undefined ? files.delete(name) : files.set(name, text)));
  const startedAt = clock.now();
  const look = async () => {
    looks += 1;
    return new Map(files);
  };
  return { clock, files, look, elapsedMs: () => clock.now() - startedAt, looks: () => looks };
}

const never = new AbortController().signal;

describe("a watch", () => {
  it("names what was saved, added and removed, soon after it", async () => {
    const { clock, look, elapsedMs } = filesOf({ a: "1", b: "1", c: "1" }, [
      [1000, "a", "2"],
      [1000, "d", "1"],
      [1000, "c"],
    ]);
    await clock.run(async () => {
      const nextChange = await watchChanges(look, never, clock);
      expect(await nextChange()).toEqual(["a", "c", "d"]);
      expect(elapsedMs()).toBeLessThan(2000);
    });
  });

  it("waits until an editor has written everything, and for nothing that is as before in the end", async () => {
    const { clock, look, elapsedMs } = filesOf({ a: "1", b: "1" }, [
      [900, "a"],
      [1000, "a", ""],
      [1100, "a", "1"],
      [5000, "a", "2"],
      [5100, "b", "2"],
    ]);
    await clock.run(async () => {
      const nextChange = await watchChanges(look, never, clock);
      expect(await nextChange()).toEqual(["a", "b"]);
      expect(elapsedMs()).toBeGreaterThan(5000);
    });
  });

  it("tells of a file that was saved between two calls", async () => {
    const { clock, files, look, elapsedMs } = filesOf({ a: "1" }, []);
    await clock.run(async () => {
      const nextChange = await watchChanges(look, never, clock);
      files.set("a", "2");
      expect(await nextChange()).toEqual(["a"]);
      expect(elapsedMs()).toBeLessThan(500);
    });
  });

  it("gives up waiting after a time, and forgets nothing of what is saved later", async () => {
    const { clock, look, elapsedMs } = filesOf({ a: "1" }, [[9000, "a", "2"]]);
    await clock.run(async () => {
      const nextChange = await watchChanges(look, never, clock);
      expect(await nextChange(3000)).toEqual([]);
      expect(elapsedMs()).toBeLessThan(4000);
      expect(await nextChange(60_000)).toEqual(["a"]);
    });
  });

  it("ends with its signal", async () => {
    const { clock, look } = filesOf({ a: "1" }, []);
    const stop = new AbortController();
    clock.setTimer(3000, () => stop.abort(new Error("stopped")));
    const watching = clock.run(async () => (await watchChanges(look, stop.signal, clock))());
    await expect(watching).rejects.toThrow("stopped");
  });

  it("looks less often where a look takes long", async () => {
    const { clock, look, looks } = filesOf({ a: "1" }, [[60_000, "a", "2"]]);
    const slowLook = () => new Promise<Map<string, string>>((resolve) => clock.setTimer(100, () => resolve(look())));
    await clock.run(async () => (await watchChanges(slowLook, never, clock))());
    expect(looks()).toBeLessThan(40);
  });

  it("misses no last state, whenever files are saved", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5000), fc.constantFrom("a", "b"), fc.constantFrom("1", "2", "3", undefined)), {
          minLength: 1,
          maxLength: 12,
        }),
        async (saves) => {
          const { clock, files, look } = filesOf({ a: "1" }, [...saves, [20_000, "end", "1"]]);
          let latest = new Map<string, string>();
          await clock.run(async () => {
            const nextChange = await watchChanges(look, never, clock);
            for (let names: readonly string[] = []; !names.includes("end"); latest = new Map(files))
              names = await nextChange();
          });
          expect(latest).toEqual(files);
        },
      ),
    ));
});
