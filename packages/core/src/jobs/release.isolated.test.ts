import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createWorld, requests } from "../../test/support/world.ts";
import type { JobRequest } from "./types.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

it("lets go of the request and all else of a job once the job has ended", async () => {
  const world = createWorld();
  const made: WeakRef<object>[] = [];
  const lazy = Array.from({ length: 12 }, (_, index): JobRequest => {
    const { key, family } = requests.paUnits(["one"], `job-${index}.pa.json`);
    return {
      key,
      family,
      get body() {
        const body = { ...Object(requests.paUnits([`unit ${index}`]).body) };
        made.push(new WeakRef(body));
        return body;
      },
    };
  });
  let ended = 0;
  const held: number[] = [];
  await world.run(lazy, {
    concurrency: 2,
    onEvent({ type }) {
      if (type !== "job-finished") return;
      ended++;
      if (typeof collectGarbage === "function") collectGarbage();
      held.push(made.filter((ref) => ref.deref() !== undefined).length);
    },
  });
  expect([ended, made.length]).toEqual([12, 12]);
  // Two in progress, and those whose promises have not settled yet.
  expect(Math.max(...held.slice(4))).toBeLessThanOrEqual(5);
});
