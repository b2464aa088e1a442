import { describe, expect, it } from "vitest";
import { createTestJob, handleWith } from "../../../test/support/jobs/test-job.ts";
import { LostResultError, NotFoundError } from "../../service/errors/errors.ts";
import type { JobHandle } from "../handle.ts";
import { successOf } from "../protocol/job-protocol.ts";
import type { StoredFile, UnitOutcome, UnitReport } from "../types.ts";
import { errorItem, lossItem, unitsSoFar } from "./read-results.ts";

const resultFile: StoredFile = { file: "a.result", contentType: "application/json", bytes: 12, sha256: "0" };
const infoFile: StoredFile = { ...resultFile, file: "a.info" };
const report: UnitReport = { ...successOf("a"), warnings: ["slow"], errors: [{ title: "odd" }] };
const failedReport: UnitReport = { ...report, status: "failure" };
const resultRead = { unitId: "a", kind: "result", file: resultFile } as const;
const infoRead = { unitId: "a", kind: "info", file: infoFile } as const;

/** The units of a job that ended as `timed-out`. */
function end(handle: Partial<JobHandle> | undefined, unitOutcomes = new Map<string, UnitOutcome>()) {
  const earlier = handle && handleWith(["a"], { phase: "done", ...handle });
  const { job } = createTestJob({ ...(earlier && { earlier }), unitOutcomes });
  return unitsSoFar(job, "timed-out", (id) => [{ title: `late ${id}` }]);
}

describe("the units of a job that ended early", () => {
  it.each([
    ["none where it had not begun", undefined, []],
    [
      "those of the request where the service had reported none",
      { unitIds: ["a", "b"] },
      [
        { id: "a", status: "timed-out", warnings: [], errors: [{ title: "late a" }] },
        { id: "b", status: "timed-out", warnings: [], errors: [{ title: "late b" }] },
      ],
    ],
    [
      "those that the service reported, in its spelling",
      { unitIds: ["A"], units: [report] },
      [{ id: "a", status: "timed-out", warnings: ["slow"], errors: [{ title: "odd" }, { title: "late a" }] }],
    ],
    [
      "as failed where the service says so",
      { units: [failedReport] },
      [{ id: "a", status: "failure", warnings: ["slow"], errors: [{ title: "odd" }] }],
    ],
    [
      "as failed with the document that is stored",
      { units: [failedReport], reads: [resultRead] },
      [{ id: "a", status: "failure", stored: resultFile, warnings: ["slow"], errors: [{ title: "odd" }] }],
    ],
    [
      "as a success where its result is stored, with its info document",
      { units: [report], reads: [infoRead, resultRead] },
      [
        {
          id: "a",
          status: "success",
          stored: resultFile,
          info: infoFile,
          warnings: ["slow"],
          errors: [{ title: "odd" }],
        },
      ],
    ],
    [
      "as a success where its result is stored, also before a report",
      { reads: [resultRead] },
      [{ id: "a", status: "success", stored: resultFile, warnings: [], errors: [] }],
    ],
    [
      "with the info document where the result is not stored",
      { units: [report], reads: [infoRead, { unitId: "a", kind: "result" }] },
      [
        {
          id: "a",
          status: "timed-out",
          info: infoFile,
          warnings: ["slow"],
          errors: [{ title: "odd" }, { title: "late a" }],
        },
      ],
    ],
  ] as const)("are %s", (_title, handle, units) => {
    expect(end(handle)).toEqual(units);
  });

  it("are those that are decided", () => {
    const unit: UnitOutcome = { id: "a", status: "lost", warnings: [], errors: [] };
    expect(end({ units: [report, successOf("b")] }, new Map([["a", unit]]))).toEqual([
      unit,
      { id: "b", status: "timed-out", warnings: [], errors: [{ title: "late b" }] },
    ]);
  });
});

describe("the error item of a unit", () => {
  it("says how its result was lost, and what to do", () => {
    const { advice } = LostResultError;
    expect(lossItem(new LostResultError("It is lost"))).toEqual({
      code: "lost-result",
      title: "The result is lost",
      detail: `It is lost. ${advice}`,
    });
  });

  it.each([
    ["the service", new NotFoundError("404"), "not-found", "404"],
    ["this side", new Error("no memory"), "internal", "no memory"],
  ])("has the code of an error of %s", (_title, error, code, detail) => {
    expect(errorItem(error)).toEqual({ code, title: "The result was not read", detail });
  });
});
