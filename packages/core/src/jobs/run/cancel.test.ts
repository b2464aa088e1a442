import { describe, expect, it } from "vitest";
import { createTestJob, handleWith } from "../../../test/support/jobs/test-job.ts";
import type { JobHandle } from "../handle.ts";
import { cancelHandle } from "./cancel.ts";

const sentHandle = { ...handleWith(["weights"]), jobId: "a1" };

/** Cancels a job whose create can be delivered for 25 s. The cancel at `foundAt` finds it. */
async function cancelAt(foundAt: number | undefined, handle: JobHandle & { readonly jobId: string }, seconds = 100) {
  const cancelSeconds: number[] = [];
  const { job, clock, elapsedMs } = createTestJob({
    api: {
      deliveryMs: 25_000,
      async cancel() {
        cancelSeconds.push(elapsedMs() / 1000);
        return elapsedMs() / 1000 === foundAt ? "canceled" : "gone";
      },
    },
  });
  const result = await clock.run(() => cancelHandle(job.api, handle, { clock, seconds }));
  return { result, cancelSeconds };
}

describe("the cancel of a job whose create may still be delivered", () => {
  it("is sent again every 10 s until no gateway can have the create, each time twice", async () => {
    expect(await cancelAt(undefined, sentHandle)).toEqual({
      result: { state: "gone" },
      cancelSeconds: [0, 2, 12, 14, 24, 26, 31, 33],
    });
  });

  it("ends with the job that it finds", async () => {
    expect(await cancelAt(14, sentHandle)).toEqual({ result: { state: "canceled" }, cancelSeconds: [0, 2, 12, 14] });
  });

  it.each([
    ["the limit comes before that time", 25],
    ["the limit comes during the last cancel", 32],
  ])("fails where %s, and says how long it takes", async (_title, seconds) => {
    const { result } = await cancelAt(undefined, sentHandle, seconds);
    expect(result).toMatchObject({
      state: "failed",
      reason: expect.stringMatching(/^the service does not know the job, .* with more than 25 s of time$/),
    });
  });

  it.each([
    ["of a job that was created", { phase: "running" }],
    ["of a create that is over", { isCreateOver: true }],
  ] as const)("is not needed for the cancel %s", async (_title, more) => {
    expect(await cancelAt(undefined, { ...sentHandle, ...more })).toEqual({
      result: { state: "gone" },
      cancelSeconds: [0, 2],
    });
  });
});
