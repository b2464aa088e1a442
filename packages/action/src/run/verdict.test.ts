import { describe, expect, it } from "vitest";
import { failsStep } from "./verdict.ts";

const ended = ["success", "failure", "timed-out", "canceled", "unknown"] as const;
const failing = (failOn: "error" | "warning" | "never", warnings: number, wait = true) =>
  ended.filter((status) => failsStep(status, warnings, { failOn, wait }));

describe("what the jobs came to fails the step", () => {
  it("error: whenever a job did not succeed, whatever became of it", () => {
    expect(failing("error", 0)).toEqual(["failure", "timed-out", "canceled", "unknown"]);
    expect(failing("error", 5)).toEqual(["failure", "timed-out", "canceled", "unknown"]);
  });

  it("warning: for a warning too", () => {
    expect(failing("warning", 0)).toEqual(["failure", "timed-out", "canceled", "unknown"]);
    expect(failing("warning", 1)).toEqual([...ended]);
  });

  it("never: not at all", () => {
    expect(failing("never", 5)).toEqual([]);
  });

  it("without waiting: not for jobs that run on", () => {
    expect(failing("error", 0, false)).toEqual(["failure", "timed-out", "canceled"]);
  });
});
