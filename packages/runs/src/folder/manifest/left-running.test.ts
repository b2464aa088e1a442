import { describe, expect, it } from "vitest";
import { statusWithoutWait } from "./left-running.ts";
import type { ManifestFile } from "./manifest.ts";

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
