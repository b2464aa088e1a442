import type { JobOutcome, JobStatus } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { runFileOf } from "../../../test/support/run-file.ts";
import { buildManifest } from "./manifest-build.ts";

const head = { tool: "test/1", service: "https://api.example", startedAt: "2026-11-20T09:00:00.000Z" };

/** The status of a run whose files ended with these statuses. */
function statusOf(statuses: readonly JobStatus[], stopped = false): JobStatus {
  const files = statuses.map((_, index) => runFileOf({ key: `${index}.pa.json`, family: "pa", body: {} }));
  const outcomes = statuses.map((status, index): [string, JobOutcome] => [
    `${index}.pa.json`,
    { key: `${index}.pa.json`, family: "pa", jobId: "a", status, requestKeys: [], units: [] },
  ]);
  return buildManifest(head, files, new Map(outcomes), stopped).status;
}

describe("the status of a run", () => {
  it.each<[JobStatus, readonly JobStatus[]]>([
    ["success", ["success", "success"]],
    ["failure", ["success", "failure", "success"]],
    ["canceled", ["failure", "canceled"]],
    ["timed-out", ["canceled", "timed-out", "failure"]],
    ["unknown", ["timed-out", "unknown", "failure", "canceled", "success"]],
  ])("is %s if its files ended as %j: the least certain status", (expected, statuses) => {
    expect(statusOf(statuses)).toBe(expected);
    expect(statusOf(statuses.toReversed())).toBe(expected);
  });

  it("is canceled if, and only if, the caller stopped it before its end", () => {
    expect(statusOf(["success", "canceled"], true)).toBe("canceled");
    expect(statusOf(["timed-out", "unknown"], true)).toBe("canceled");
    expect(statusOf(["success", "failure"], true)).toBe("failure");
    expect(statusOf(["success"], true)).toBe("success");
  });

  it("is unknown while a file has no outcome yet", () => {
    const file = { path: "a.fi.json", family: "fi" as const, request: {}, sha256: "0", parametersSha256: "1" };
    expect(buildManifest(head, [file], new Map(), false)).toMatchObject({
      status: "unknown",
      files: [{ path: "a.fi.json", status: "unknown", requestKeys: [], units: [] }],
    });
  });
});

it("a unit has the digest of its parameters, whatever its id", () => {
  const unitsOf = (request: unknown, ...ids: readonly string[]) => {
    const file = { path: "a.pa.json", family: "pa" as const, request, sha256: "0", parametersSha256: "1" };
    const units = ids.map((id) => ({ id, status: "success" as const, warnings: [], errors: [] }));
    const outcome: JobOutcome = { key: file.path, family: "pa", jobId: "a", status: "success", requestKeys: [], units };
    return buildManifest(head, [file], new Map([[file.path, outcome]]), false).files[0]?.units ?? [];
  };
  const [weights] = unitsOf({ data: { weights: { a: 1, b: 2 } }, meta: { format: "x" } }, "weights");
  const [renamed, other] = unitsOf(
    { meta: { format: "x" }, data: { renamed: { b: 2, a: 1 }, other: { a: 1 } } },
    "renamed",
    "other",
  );
  expect(weights?.parametersSha256).toMatch(/^[0-9a-f]{64}$/);
  expect(renamed?.parametersSha256).toBe(weights?.parametersSha256);
  expect(other?.parametersSha256).not.toBe(weights?.parametersSha256);
  expect(unitsOf({ data: {} }, "result")[0]).not.toHaveProperty("parametersSha256");
});
