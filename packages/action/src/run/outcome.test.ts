import type { ManifestFile } from "@analytics-engines/runs";
import { describe, expect, it } from "vitest";
import { failsRun, statusWithoutWait } from "./outcome.ts";

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

function fileOf(status: ManifestFile["status"], code?: string): ManifestFile {
  const problem = code === undefined ? {} : { problem: { code, message: "Why." } };
  return { path: "a", family: "pa", sha256: "", parametersSha256: "", requestKeys: [], status, units: [], ...problem };
}

const left = fileOf("unknown", "still-running");
const waiting = fileOf("unknown", "not-collected");

describe("the status of a run that does not wait", () => {
  it.each([
    ["running where all jobs run on or have their results ready", [left, waiting], "running"],
    ["running where the others succeeded at once", [left, fileOf("success")], "running"],
    ["success where nothing is left", [fileOf("success")], "success"],
    ["failure where the service refused a job", [left, fileOf("failure", "bad-request")], "failure"],
    ["unknown where a create was ambiguous", [left, fileOf("unknown", "ambiguous-create")], "unknown"],
  ] as const)("is %s", (_name, files, status) => {
    const head = { version: 1, tool: "t", service: "s", startedAt: "", status: "unknown" } as const;
    expect(statusWithoutWait({ ...head, files })).toBe(status);
  });
});
