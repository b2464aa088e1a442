import { describe, expect, it } from "vitest";
import type { RunOutcome } from "../runs/outcome.ts";
import type { RunEnd, RunRecord } from "../store/history.ts";
import type { RunView } from "../store/run.ts";
import { noticeOf } from "./notice.ts";

const record: RunRecord = {
  version: 1,
  id: "a".repeat(32),
  connection: { id: "one", name: "One", baseUrl: "https://api.example" },
  startedAt: "2026-11-20T09:57:00.000Z",
  folder: "/run",
  files: [{ path: "books/a.pa.json", family: "pa", sha256: "", parametersSha256: "", units: ["u", "v"] }],
};
const endOf = (status: RunEnd["status"], succeeded: number): RunEnd => {
  return { status, finishedAt: "2026-11-20T09:58:00.000Z", units: 2, succeeded };
};
const notice = (status: RunEnd["status"], succeeded: number, seconds: number, more: Partial<RunOutcome> = {}) => {
  const end = endOf(status, succeeded);
  const run: RunView = { record: { ...record, end }, state: "finished", jobs: [] };
  const outcome = {
    status,
    units: 2,
    succeeded,
    missing: 0,
    failedChecks: 0,
    warnings: 0,
    isUnchecked: false,
    ...more,
  };
  return noticeOf({ run, seconds }, outcome);
};

describe("the notification at the end of a run", () => {
  it("appears only after more than ten seconds", () => {
    expect(notice("success", 2, 10)).toBeUndefined();
    expect(notice("failure", 1, 3)).toBeUndefined();
    expect(notice("success", 2, 10.1)).toEqual({
      isGood: true,
      message: "a.pa.json: succeeded. 2 of 2 units have results.",
    });
  });

  it("contains the status and the number of results", () => {
    expect(notice("failure", 1, 60)).toEqual({
      isGood: false,
      message: "a.pa.json: failed. 1 of 2 units have results.",
    });
    expect(notice("success", 2, 60, { failedChecks: 1 })).toEqual({
      isGood: false,
      message: "a.pa.json: succeeded, 1 check failed. 2 of 2 units have results.",
    });
    expect(notice("unknown", 0, 60)?.message).toBe("a.pa.json: outcome unknown. 0 of 2 units have results.");
    expect(notice("canceled", 0, 60)).toBeUndefined();
    expect(notice("canceled", 1, 60)?.message).toBe("a.pa.json: canceled. 1 of 2 units have results.");
  });
});
