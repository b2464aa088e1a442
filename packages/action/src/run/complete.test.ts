import { countRun } from "@analytics-engines/runs";
import { expect, it } from "vitest";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import { completeManifest } from "./report.ts";

const complete = (file: ReturnType<typeof fileOf>, units: readonly string[] = ["u", "v"]) => {
  const [completed] = completeManifest(manifestOf([file], "failure"), () => units).files;
  return completed;
};

it("gives a job that never began the units that its file asks for", () => {
  const problem = { code: "canceled", message: "The job had not begun." };
  const { jobId: _, ...file } = fileOf("a.pa.json", [], { status: "canceled", problem });
  expect(complete(file)?.units).toEqual([
    { id: "u", status: "canceled", warnings: [], errors: [] },
    { id: "v", status: "canceled", warnings: [], errors: [] },
  ]);
  const whole = completeManifest(manifestOf([fileOf("b.pa.json", [unitOf("x")]), file], "canceled"), () => ["u", "v"]);
  expect(countRun(whole)).toMatchObject({ files: 2, units: 3, succeeded: 1, failed: 2 });
});

it("says why nothing is known of a job whose outcome was never written", () => {
  expect(complete(fileOf("a.pa.json", [], { status: "unknown" }))).toMatchObject({
    problem: { message: "The step was stopped before the outcome of the job was known." },
    units: [{ status: "unknown" }, { status: "unknown" }],
  });
});

it("leaves alone what the run knows, also that a finished job has no units", () => {
  const known = fileOf("a.pa.json", [unitOf("other")]);
  expect(complete(known)).toEqual(known);
  const empty = fileOf("a.pa.json", [], { status: "failure", problem: { code: "no-units", message: "None." } });
  expect(complete(empty)).toEqual(empty);
});

it.each([
  ["authentication", false],
  ["bad-request", false],
  ["conflict", false],
  ["unit-failed", true],
  ["lost-result", true],
  ["job-gone", true],
])("keeps the id of a failed job only if the service has created it (%s: %s)", (code, kept) => {
  const units = [unitOf("u", { status: "failure" })];
  const file = complete(fileOf("a.pa.json", units, { status: "failure", problem: { code, message: "No." } }));
  expect(file?.jobId !== undefined).toBe(kept);
});

it("keeps the id of a job that may run", () => {
  const problem = { code: "unreachable", message: "No answer." };
  expect(complete(fileOf("a.pa.json", [], { status: "unknown", problem }))?.jobId).toBeDefined();
});
