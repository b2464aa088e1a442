import { describe, expect, it } from "vitest";
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
const ended = (status: RunEnd["status"], succeeded: number): RunView => {
  const end = { status, finishedAt: "2026-11-20T09:58:00.000Z", units: 2, succeeded };
  return { record: { ...record, end }, state: "finished", jobs: [] };
};

describe("the notification at the end of a run", () => {
  it("appears only after more than ten seconds", () => {
    expect(noticeOf({ run: ended("success", 2), seconds: 10 })).toBeUndefined();
    expect(noticeOf({ run: ended("failure", 1), seconds: 3 })).toBeUndefined();
    expect(noticeOf({ run: ended("success", 2), seconds: 10.1 })).toEqual({
      isGood: true,
      message: "a.pa.json: succeeded. 2 of 2 units have results.",
    });
  });

  it("contains the status and the number of results", () => {
    const notice = (status: RunEnd["status"], succeeded: number) =>
      noticeOf({ run: ended(status, succeeded), seconds: 60 });
    expect(notice("failure", 1)).toEqual({
      isGood: false,
      message: "a.pa.json: failed. 1 of 2 units have results.",
    });
    expect(notice("unknown", 0)?.message).toBe("a.pa.json: outcome unknown. 0 of 2 units have results.");
    expect(notice("canceled", 0)).toBeUndefined();
    expect(notice("canceled", 1)?.message).toBe("a.pa.json: canceled. 1 of 2 units have results.");
  });
});
