import type { JobOutcome, JobStatus } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { runFileOf } from "../../../test/support/run-file.ts";
import type { RunFile } from "../run-options.ts";
import type { ManifestFile } from "./manifest.ts";
import { buildManifest, statusWithoutWait } from "./manifest-build.ts";

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

describe("the units of a file", () => {
  const unitsOf = (request: unknown, ids: readonly string[], rowOf?: RunFile["rowOf"]) => {
    const file = { path: "a.pa.json", family: "pa" as const, request, sha256: "0", parametersSha256: "1" };
    const units = ids.map((id) => ({ id, status: "success" as const, warnings: [], errors: [] }));
    const outcome: JobOutcome = { key: file.path, family: "pa", jobId: "a", status: "success", requestKeys: [], units };
    const files = [{ ...file, ...(rowOf && { rowOf }) }];
    return buildManifest(head, files, new Map([[file.path, outcome]]), false).files[0]?.units.map(({ id }) => id);
  };

  it("stand in the order of the request, also where some were copied first", () => {
    expect(unitsOf({ data: { c: {}, a: {}, b: {} } }, ["b", "c", "a"])).toEqual(["c", "a", "b"]);
  });

  it("stand in the order of the rows of a sweep, whatever their ids", () => {
    const rows = ["10", "b", "2"];
    const rowOf = (row: string) => ({ sweep: "a.pa.sweep.json", row, line: rows.indexOf(row) + 2 });
    expect(unitsOf({ data: { "10": {}, b: {}, "2": {} } }, ["2", "10", "b"], rowOf)).toEqual(rows);
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
