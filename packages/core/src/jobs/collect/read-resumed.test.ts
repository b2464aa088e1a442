import { describe, expect, it } from "vitest";
import { bodyOf, lossOf, playRead, storedTable, tableText } from "../../../test/support/jobs/play-read.ts";
import { createTestJob, handleWith, type TestJobOptions } from "../../../test/support/jobs/test-job.ts";
import { memoryStore } from "../../../test/support/world.ts";
import { silentMeta } from "../../testing/index.ts";
import type { JobState } from "../protocol/job-protocol.ts";
import { saveOnlyCopy } from "./read-once.ts";

const goneState: JobState = { state: "gone" };
const lostAnswerLoss = lossOf("it was given away in an answer that did not arrive. 0 bytes arrived");

describe("a read that an earlier execution began", () => {
  const resultRead = { source: "result" } as const;
  const name = "a.json/a/result";

  it("whose bytes are whole is journaled as it was begun", async () => {
    const store = memoryStore();
    await store.store("a.json", "a", "result", bodyOf(tableText));
    for (const earlierRead of [resultRead, { source: "create" } as const, {}]) {
      const { end, steps, entries } = await playRead({ earlierRead, store });
      expect(end).toMatchObject(storedTable);
      expect(steps).toEqual([]);
      expect(entries).toMatchObject([
        { type: "stored", unitId: "a", kind: "result", ...earlierRead, file: storedTable },
      ]);
      expect(entries[0]).not.toHaveProperty("requestKey");
      expect(Object.keys(entries[0] ?? {}).includes("source")).toBe("source" in earlierRead);
    }
  });

  it("of which nothing arrived asks for the status first, and is not journaled again", async () => {
    for (const earlierRead of [resultRead, {}]) {
      const { end, steps, types } = await playRead({ earlierRead });
      expect(end).toMatchObject(storedTable);
      expect(steps).toEqual(["0 status of a1", "0 result a of a1"]);
      expect(types).toEqual(["stored"]);
    }
    expect((await playRead({ earlierRead: resultRead, states: [goneState, goneState] })).end).toMatchObject(
      lostAnswerLoss,
    );
  });

  it.each(["create", "status"] as const)(
    "in the answer to a %s is begun again where nothing arrived",
    async (source) => {
      expect((await playRead({ earlierRead: { source } })).types).toEqual(["reading", "stored"]);
    },
  );

  it.each([
    ["is lost", resultRead, {}, false],
    ["is lost, also of an answer to a create", { source: "create" }, {}, false],
    ["is lost, where the status is the result", resultRead, { statusIsResult: true }, false],
    ["is lost, where the journal does not say of which answer", {}, { statusIsResult: true }, false],
    [
      "is read, where the answer to a status need not have been the result",
      { source: "status" },
      { statusIsResult: true },
      true,
    ],
    ["is read, where the service gives it again", resultRead, { resultRepeats: true }, true],
  ] as const)("of which a part arrived %s", async (_title, earlierRead, api, isRead) => {
    const store = memoryStore();
    store.halves.set(name, 9);
    const { end, steps } = await playRead({ earlierRead, store }, { api });
    const loss = lossOf("the run was stopped while it arrived. 9 bytes arrived");
    expect(end).toMatchObject(isRead ? storedTable : loss);
    expect(steps.some((step) => step.includes("result"))).toBe(isRead);
  });

  it("of which a part arrived is read again where it is an info document", async () => {
    const store = memoryStore();
    store.halves.set("a.json/a/info", 9);
    const { end, steps } = await playRead({ earlierRead: resultRead, store, kind: "info" });
    expect(end).toMatchObject({ file: "a.json/a/info" });
    expect(steps.at(-1)).toBe("0 info a of a1");
  });
});

describe("the answer that may be the only copy of a result", () => {
  const keep = async (text: string, source: "create" | "status", options: TestJobOptions = {}) => {
    const test = createTestJob({ earlier: handleWith(["a"], { phase: "done" }), ...options });
    const answer = { state: "result", unitId: "a", source, body: bodyOf(text), meta: silentMeta } as const;
    return { ...test, end: await saveOnlyCopy(test.job, answer) };
  };

  it.each(["create", "status"] as const)(
    "to a %s is journaled before its first byte is read, and stored",
    async (source) => {
      const { end, entries } = await keep(tableText, source);
      expect(end).toMatchObject(storedTable);
      expect(entries).toMatchObject([
        { type: "reading", unitId: "a", kind: "result", source },
        { type: "stored", unitId: "a", kind: "result", source, file: storedTable },
      ]);
    },
  );

  it("and contains nothing is not stored", async () => {
    const { end, entries } = await keep("{}", "status");
    expect(end).toBeUndefined();
    expect(entries.map(({ type }) => type)).toEqual(["reading"]);
  });

  it("is the result in any case where the document of the job is", async () => {
    const { end } = await keep("{}", "status", { api: { resultRepeats: true } });
    expect(end).toMatchObject({ bytes: 2 });
  });
});
