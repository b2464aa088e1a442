import { describe, expect, it } from "vitest";
import { failsRun } from "./report.ts";

const statuses = ["success", "running", "failure", "timed-out", "canceled", "unknown"] as const;
const bad = ["failure", "timed-out", "canceled", "unknown"];

describe("failsRun", () => {
  it.each([
    ["error", 0, bad],
    ["error", 5, bad],
    ["warning", 0, bad],
    ["warning", 1, [...statuses]],
    ["never", 5, []],
  ] as const)("with fail-on %s and %i warnings fails the right statuses", (failOn, warnings, expected) => {
    expect(statuses.filter((status) => failsRun(status, warnings, failOn))).toEqual(expected);
  });
});
