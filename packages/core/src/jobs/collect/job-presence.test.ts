import { describe, expect, it } from "vitest";
import { createTestJob, handleWith } from "../../../test/support/jobs/test-job.ts";
import { silentMeta } from "../../testing/index.ts";
import { type JobProtocol, type JobState, successOf } from "../protocol/job-protocol.ts";
import { recordNotFound } from "./read-once.ts";

const meta = silentMeta;

/** Whether the job counts as there after each of the denials, and how often its status was read. */
async function deny(states: readonly (JobState | Error)[], units: readonly string[], api: Partial<JobProtocol> = {}) {
  let statusReads = 0;
  const stop = new AbortController().signal;
  const { job } = createTestJob({
    stop,
    earlier: handleWith(units, { phase: "done", units: units.map(successOf) }),
    api: {
      async status(jobId, { signal }) {
        expect([jobId, signal]).toEqual(["a1", stop]);
        const state = states[statusReads++];
        if (state === undefined || state instanceof Error) throw state;
        return state;
      },
      ...api,
    },
  });
  const presences: string[] = [];
  for (const id of units) {
    await recordNotFound(job);
    presences.push(job.jobPresence);
    job.unitOutcomes.set(id, { id, status: "lost", warnings: [], errors: [] });
  }
  return { presences, statusReads };
}

describe("a job whose results are denied", () => {
  it.each([
    [
      "no longer has a status, is gone at the second result",
      [{ state: "gone" }],
      ["maybe-forgotten", "forgotten", "forgotten"],
      1,
    ],
    [
      "is canceled, is gone at the second result",
      [{ state: "canceled", meta }],
      ["maybe-forgotten", "forgotten", "forgotten"],
      1,
    ],
    [
      "has a status, is there",
      [
        { state: "running", meta },
        { state: "done", units: [], meta },
      ],
      ["known", "known", "known"],
      2,
    ],
    [
      "has an unreadable status, is there, because that proves nothing",
      [new Error("503"), { state: "gone" }],
      ["known", "maybe-forgotten", "maybe-forgotten"],
      2,
    ],
  ] as const)("and that %s", async (_, states, presences, statusReads) => {
    expect(await deny(states, ["a", "b", "c"])).toEqual({ presences, statusReads });
  });

  it.each([
    ["has one result", ["a"], {}],
    ["gives its result as its status", ["a", "b"], { statusIsResult: true }],
    ["gives its result again", ["a", "b"], { resultRepeats: true }],
  ])("is not looked at if it %s", async (_, units, api) => {
    expect(await deny([{ state: "gone" }], units, api)).toEqual({
      presences: units.map(() => "known"),
      statusReads: 0,
    });
  });
});
