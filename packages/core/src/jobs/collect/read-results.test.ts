import { describe, expect, it } from "vitest";
import { createTestJob, handleWith, type TestJobOptions } from "../../../test/support/jobs/test-job.ts";
import { memoryStore } from "../../../test/support/world.ts";
import { ForbiddenError, LostResultError } from "../../service/errors/errors.ts";
import { silentMeta } from "../../testing/index.ts";
import { IncompleteBodyError, StorageError } from "../errors.ts";
import { documentBody } from "../protocol/by-family.ts";
import { type JobProtocol, type ResultRead, successOf } from "../protocol/job-protocol.ts";
import type { ReadKind, StoredFile, UnitOutcome, UnitReport } from "../types.ts";
import { readResults } from "./read-results.ts";

const answerWith = (text: string): ResultRead => ({
  body: documentBody(new TextEncoder().encode(text)),
  meta: silentMeta,
});
const table = '{"data":{"tables":{}}}';
const refusal = new ForbiddenError("403: not yours");
const failedReport: UnitReport = {
  ...successOf("a"),
  status: "failure",
  warnings: ["slow"],
  errors: [{ title: "bad" }],
};

/** A store that keeps nothing, and says this of each file. */
function storeOf(about: (kind: ReadKind) => Partial<StoredFile>) {
  return {
    ...memoryStore(),
    store: async (_key: string, unitId: string, kind: ReadKind): Promise<StoredFile> => ({
      file: `${unitId}.${kind}`,
      contentType: "application/json",
      bytes: 12,
      sha256: "0",
      ...about(kind),
    }),
  };
}

/** Reads the results of a finished job with these reports. */
async function read(units: readonly UnitReport[], options: TestJobOptions = {}, hasInfoCall = true) {
  const reads: string[] = [];
  const result: JobProtocol["result"] = async (_jobId, unitId) => {
    reads.push(`result ${unitId}`);
    return answerWith(table);
  };
  const info: JobProtocol["info"] = async (_jobId, unitId) => {
    reads.push(`info ${unitId}`);
    return answerWith('{"data":{"rows":1}}');
  };
  const asked = units.map(({ id }) => id);
  const test = createTestJob({
    earlier: handleWith(asked, { phase: "done", units }),
    store: storeOf(() => ({})),
    ...options,
    api: { result, ...(hasInfoCall && { info }), ...options.api },
  });
  const outcomes = await test.clock.run(() => readResults(test.job));
  return { ...test, outcomes, reads };
}

describe("the results of a finished job", () => {
  it("are read unit by unit, each info document before its result, and reported", async () => {
    const { outcomes, reads, events } = await read([{ ...successOf("a"), hasInfo: true }, successOf("b")]);
    expect(reads).toEqual(["info a", "result a", "result b"]);
    expect(outcomes).toMatchObject([
      { id: "a", status: "success", stored: { file: "a.result" }, info: { file: "a.info" }, warnings: [], errors: [] },
      { id: "b", status: "success", stored: { file: "b.result" }, warnings: [], errors: [] },
    ]);
    expect(outcomes[1]).not.toHaveProperty("info");
    expect(events).toEqual(outcomes.map((unit) => ({ type: "unit-finished", key: "a.json", unit })));
  });

  it("have no info documents where the family has none", async () => {
    const { outcomes } = await read([{ ...successOf("a"), hasInfo: true }], {}, false);
    expect(outcomes).toMatchObject([{ status: "success", warnings: [] }]);
  });

  it("include the units that the status does not mention, as failures", async () => {
    const earlier = handleWith(["a", "b"], { phase: "done", units: [successOf("a")] });
    const { outcomes, reads } = await read([], { earlier });
    expect(outcomes).toMatchObject([
      { id: "a", status: "success" },
      {
        id: "b",
        status: "failure",
        warnings: [],
        errors: [
          {
            code: "unit-missing",
            title: "The service does not mention this unit",
            detail: "The job is complete and its status names no such unit.",
          },
        ],
      },
    ]);
    expect(reads).toEqual(["result a"]);
  });

  it("of a job without a report of any unit are all missing", async () => {
    const { outcomes } = await read([], { earlier: handleWith(["a", "b"], { phase: "done" }) });
    expect(outcomes).toMatchObject([
      { id: "a", errors: [{ code: "unit-missing" }] },
      { id: "b", errors: [{ code: "unit-missing" }] },
    ]);
  });

  it("that are decided already are not read again, nor reported", async () => {
    const lostUnit: UnitOutcome = { id: "a", status: "lost", warnings: [], errors: [] };
    const unitOutcomes = new Map([["a", lostUnit]]);
    const { outcomes, reads, events } = await read([successOf("a"), successOf("b")], { unitOutcomes });
    expect(outcomes).toMatchObject([lostUnit, { id: "b", status: "success" }]);
    expect([reads, events.length]).toEqual([["result b"], 1]);
  });

  it("that are no results are kept, and their units fail", async () => {
    const { outcomes } = await read([{ ...successOf("a"), warnings: ["slow"], errors: [{ title: "odd" }] }], {
      store: storeOf(() => ({ defect: "It is a page." })),
    });
    const detail = "It is a page. The bytes are kept in a.result.";
    expect(outcomes).toMatchObject([
      {
        status: "failure",
        stored: { file: "a.result" },
        warnings: ["slow"],
        errors: [{ title: "odd" }, { code: "malformed-result", title: "The answer is not the result", detail }],
      },
    ]);
  });

  it("whose end nothing proves are successes with a warning", async () => {
    const { outcomes } = await read([{ ...successOf("a"), warnings: ["slow"], hasInfo: true }], {
      store: storeOf(() => ({ end: "not-proved" })),
    });
    const warning = (noun: string, file: string) =>
      `The end of the ${noun} is not proved: its answer came without a length, and its format has no end mark, so bytes may be missing after the 12 of ${file}. Look at its last rows, or run the parameter file again.`;
    expect(outcomes).toMatchObject([
      {
        status: "success",
        warnings: ["slow", warning("info document", "a.info"), warning("result", "a.result")],
      },
    ]);
  });
});

describe("a result in a version that is not read", () => {
  it("is a success with a warning that names the version, those that are read, and the file", async () => {
    const { outcomes } = await read([{ ...successOf("a"), warnings: ["slow"] }], {
      store: storeOf(() => ({ unread: "STACH version 3.0" })),
    });
    const warning =
      "The result is STACH version 3.0, which this version does not read (it reads STACH versions 1 and 2 as JSON, and Arrow without metadata of another scheme). The bytes are kept as they came in a.result. Checks of this unit fail, and its numbers are not compared. A newer version may read it.";
    expect(outcomes).toMatchObject([{ status: "success", stored: { file: "a.result" }, warnings: ["slow", warning] }]);
  });
});

describe("a result that cannot be read", () => {
  const report: UnitReport = { ...successOf("a"), warnings: ["slow"], errors: [{ title: "odd" }], hasInfo: true };

  it("leaves its unit unknown where the service still has it, and the next unit is read", async () => {
    const result: JobProtocol["result"] = async (_jobId, unitId) => {
      if (unitId === "a") throw refusal;
      return answerWith(table);
    };
    const { outcomes, job } = await read([report, successOf("b")], { api: { result } });
    expect(outcomes).toMatchObject([
      {
        id: "a",
        status: "unknown",
        info: { file: "a.info" },
        warnings: ["slow"],
        errors: [{ title: "odd" }, { code: "forbidden", title: "The result was not read", detail: "403: not yours" }],
      },
      { id: "b", status: "success" },
    ]);
    expect(job.unitOutcomes.get("a")?.status).toBe("unknown");
  });

  it("is lost with its unit where its bytes are gone", async () => {
    const { store, ...others } = storeOf(() => ({}));
    const storeCut: typeof store = async (key, unitId, kind) => {
      if (kind === "result") throw new IncompleteBodyError("the body was cut", 5);
      return store(key, unitId, kind);
    };
    const { outcomes } = await read([report], { store: { ...others, store: storeCut } });
    const detail = `The result of unit a of job a1 (a.json) is lost: the body was cut. 5 bytes arrived. ${LostResultError.advice}`;
    expect(outcomes).toMatchObject([
      {
        status: "lost",
        info: { file: "a.info" },
        warnings: ["slow"],
        errors: [{ title: "odd" }, { code: "lost-result", title: "The result is lost", detail }],
      },
    ]);
  });

  it.each([
    ["the store fails", new StorageError("the disk is full"), false],
    ["this side fails", new TypeError("no such method"), false],
    ["the run is stopped", refusal, true],
  ])("leaves all units open where %s", async (_title, error, isStopped) => {
    const stop = new AbortController();
    const api = {
      result: async (): Promise<never> => {
        if (isStopped) stop.abort();
        throw error;
      },
    };
    await expect(read([successOf("a")], { stop: stop.signal, api })).rejects.toBe(error);
  });
});

describe("an info document", () => {
  const report: UnitReport = { ...successOf("a"), warnings: ["slow"], hasInfo: true };

  it("that the service does not give is a warning", async () => {
    const { outcomes } = await read([report], { api: { info: () => Promise.reject(refusal) } });
    expect(outcomes).toMatchObject([
      { status: "success", warnings: ["slow", "The info document is missing: 403: not yours"] },
    ]);
    expect(outcomes[0]).not.toHaveProperty("info");
  });

  it("that is none is kept, and is a warning", async () => {
    const store = storeOf((kind) => (kind === "info" ? { defect: "It is a page." } : {}));
    const { outcomes } = await read([report], { store });
    expect(outcomes).toMatchObject([
      {
        status: "success",
        warnings: ["slow", "The answer is not an info document: It is a page. The bytes are kept in a.info."],
      },
    ]);
    expect(outcomes[0]).not.toHaveProperty("info");
  });

  it.each([
    ["this side fails", new TypeError("no such method"), false],
    ["the run is stopped", refusal, true],
  ])("leaves its unit open where %s", async (_title, error, isStopped) => {
    const stop = new AbortController();
    const api = {
      info: async (): Promise<never> => {
        if (isStopped) stop.abort();
        throw error;
      },
    };
    await expect(read([report], { stop: stop.signal, api })).rejects.toBe(error);
  });
});

describe("a failed unit", () => {
  const { id, status, warnings, errors } = failedReport;

  it("has its warnings and errors, and no result", async () => {
    const { outcomes, reads } = await read([failedReport]);
    expect([outcomes, reads]).toEqual([[{ id, status, warnings, errors }], []]);
  });

  it("has its document where the family has one", async () => {
    const { outcomes, reads } = await read([failedReport], { api: { failureHasResult: true } });
    expect(outcomes).toMatchObject([{ id, status, warnings, errors, stored: { file: "a.result" } }]);
    expect(reads).toEqual(["result a"]);
  });

  it("has a warning where its document is missing", async () => {
    const result = () => Promise.reject(refusal);
    const { outcomes } = await read([failedReport], { api: { failureHasResult: true, result } });
    expect(outcomes).toEqual([{ id, status, warnings: ["slow", "Its document is missing: 403: not yours"], errors }]);
  });

  it("that was canceled has no document", async () => {
    const { reads } = await read([{ ...failedReport, status: "canceled" }], { api: { failureHasResult: true } });
    expect(reads).toEqual([]);
  });
});
