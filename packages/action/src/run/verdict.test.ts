import { describe, expect, it } from "vitest";
import { failsStep } from "./verdict.ts";

const ended = ["success", "running", "failure", "timed-out", "canceled", "unknown"] as const;
const failing = (failOn: "error" | "warning" | "never", warnings: number) =>
  ended.filter((status) => failsStep(status, warnings, { failOn }));

describe("what the jobs came to fails the step", () => {
  it("error: whenever a job did not succeed, whatever became of it, unless it was left to run on", () => {
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
});
