import { readSweep } from "@analytics-engines/core/files";
import { readParameterFile } from "@analytics-engines/core/parameters";
import { describe, expect, it } from "vitest";
import { fileOf, manifestOf, unitOf } from "../../test/support/manifests.ts";
import type { Manifest, ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { findFindings, findingHeadline, mostImportant, placeOfFinding } from "./findings.ts";

const failed = (id: string, detail: string): ManifestUnit => unitOf(id, { status: "failure", errors: [{ detail }] });
const run = (...files: ManifestFile[]): Manifest => manifestOf(files, "failure");

describe("findFindings", () => {
  it("finds nothing in a run that went well", () => {
    expect(findFindings(manifestOf([fileOf("a.pa.json", [unitOf("u")])]))).toEqual([]);
  });

  it("finds failed units with what the service says, and warnings of those that succeeded", () => {
    const unit = unitOf("x", {
      status: "failure",
      errors: [{ code: "400", title: "Bad", detail: "No such account", source: { pointer: "/data/x" } }, { code: "7" }],
    });
    expect(findFindings(run(fileOf("a.pa.json", [unit, unitOf("y", { warnings: ["Stale prices"] })])))).toEqual([
      {
        level: "error",
        path: "a.pa.json",
        unit: "x",
        state: "failure",
        message: "Bad: No such account (at /data/x) · Error 7",
        refusal: { error: unit.errors[0], units: ["x", "y"] },
      },
      { level: "warning", path: "a.pa.json", unit: "y", state: "success", message: "Stale prices" },
    ]);
  });

  it("tells once why a whole job ended, not for each of its units", () => {
    const problem = { code: "canceled", message: "The run was canceled." };
    const own = { detail: problem.message };
    const units = [
      unitOf("x", { status: "canceled", errors: [own] }),
      unitOf("y", { status: "canceled", errors: [own] }),
    ];
    expect(findFindings(run(fileOf("a.pa.json", units, { problem, status: "canceled" })))).toEqual([
      { level: "error", path: "a.pa.json", unit: undefined, state: "canceled", message: "The run was canceled." },
    ]);
  });

  it("tells an error of the whole request at the unit that it points at, and not at its siblings", () => {
    const problem = { code: "bad-request", message: "The service refuses the request (400)." };
    const errors = [{ detail: "No such account", source: { pointer: "/data/good~1bad/accounts" } }];
    const units = ["x", "Good/Bad", "y"].map((id) => unitOf(id, { status: "failure", errors }));
    expect(findFindings(run(fileOf("a.pa.json", units, { problem })))).toMatchObject([
      { unit: "Good/Bad", message: "No such account (at /data/good~1bad/accounts)" },
    ]);
  });

  it("tells once of all jobs that were not created", () => {
    const problem = { code: "not-created", message: "The service has answered nothing." };
    const errors = [{ code: "not-created", detail: problem.message }];
    const files = ["a", "b", "c"].map((path) => {
      const { jobId: _, ...file } = fileOf(path, [unitOf("u", { status: "failure", errors })], { status: "failure" });
      return { ...file, problem };
    });
    expect(findFindings(run(...files)).map((finding) => `${finding.path}: ${findingHeadline(finding)}`)).toEqual([
      "a: Job failed, as 2 others",
    ]);
  });

  it("tells once of all jobs that never began, where the reason is one", () => {
    const { jobId: _, ...unbegun } = fileOf("b.pa.json", [unitOf("u", { status: "canceled" })], { status: "canceled" });
    const problem = { code: "canceled", message: "The run was canceled. The job had not begun." };
    const late = { code: "job-deadline", message: "The run's deadline passed." };
    const found = findFindings(
      run(
        fileOf("a.pa.json", [failed("x", "No account")]),
        ...["b", "c", "d"].map((path) => ({ ...unbegun, path, problem })),
        { ...unbegun, path: "e", status: "timed-out", problem: late },
      ),
    );
    expect(found.map((finding) => `${finding.path}: ${findingHeadline(finding)}: ${finding.message}`)).toEqual([
      "a.pa.json: Unit x failed: No account",
      "b: Job was canceled, as 2 others: The run was canceled. The job had not begun.",
      "e: Job timed out: The run's deadline passed.",
    ]);
  });

  it("tells of units rather than of the job where the units say more", () => {
    const problem = { code: "unit-failed", message: "1 of 2 units did not succeed: x (failure)." };
    const found = findFindings(run(fileOf("a.pa.json", [failed("x", "No account"), unitOf("y")], { problem })));
    expect(found.map(({ unit, message }) => [unit, message])).toEqual([["x", "No account"]]);
  });
});

describe("placeOfFinding", () => {
  const text = '{"data": {"x": {"componentid": "C", "accounts": [{"id": "CLIENT:/A.ACCT"}]}}}';
  const file = readParameterFile(text, { family: "pa" });
  const markOf = (detail: string) => {
    const [finding] = findFindings(run(fileOf("a.pa.json", [failed("x", detail)])));
    const range = finding && placeOfFinding(file, finding);
    return range && text.slice(range.start.offset, range.end.offset);
  };

  it("is the value that the service speaks of, else the unit", () => {
    expect(markOf("Invalid account identifier: CLIENT:/A.ACCT")).toBe('"CLIENT:/A.ACCT"');
    expect(markOf("Out of memory")).toBe('"x"');
  });
});

describe("placeOfFinding of a sweep", () => {
  const files = new Map([
    ["book/funds.json", { text: '{"componentid": "C", "accounts": [{"id": "TODO"}]}' }],
    ["book/funds.csv", { text: "name,account\na,Client:/A.ACCT\nb,Client:/B.ACCT\n" }],
  ]);
  const sweepText = JSON.stringify({
    template: "funds.json",
    rows: "funds.csv",
    id: "{name}",
    fill: { "/accounts/0/id": "{account}" },
  });
  const placesOf = (path: string, unit: ManifestUnit, job = 0) => {
    const file = readSweep(sweepText, path, { files }).jobs[job];
    const findings = findFindings(run(fileOf(path, [unit], { status: "failure" })));
    return findings.map((finding) => {
      const place = file && placeOfFinding(file, finding);
      return `${place?.path}:${place?.start.line}:${place?.start.column}`;
    });
  };

  it("is the cell that the service speaks of, else the row of the unit, also where the words name the template", () => {
    const sweep = "book/funds.pa.sweep.json";
    expect(placesOf(sweep, failed("b", "Invalid account identifier: Client:/B.ACCT"))).toEqual(["book/funds.csv:3:3"]);
    expect(placesOf(sweep, failed("b", "Out of memory"))).toEqual(["book/funds.csv:3:1"]);
    expect(placesOf(sweep, failed("b", "Invalid component identifier: C"))).toEqual(["book/funds.csv:3:1"]);
    const lost = unitOf("b", { status: "lost", errors: [{ title: "The result of the component was cut" }] });
    expect(placesOf(sweep, lost)).toEqual(["book/funds.csv:3:1"]);
  });
});

describe("mostImportant", () => {
  it("puts the worst first and repeats after everything else", () => {
    const manifest = run(
      fileOf("a.pa.json", [
        failed("1", "same"),
        failed("2", "same"),
        failed("3", "other"),
        unitOf("4", { status: "lost" }),
      ]),
    );
    const units = mostImportant(findFindings(manifest), "error", 10).map(({ unit }) => unit);
    expect(units).toEqual(["4", "1", "3", "2"]);
    expect(mostImportant(findFindings(manifest), "error", 2).map(({ unit }) => unit)).toEqual(["4", "1"]);
  });
});

it("findingHeadline says what became of it", () => {
  const about = { path: "a", message: "m" };
  expect(findingHeadline({ ...about, level: "error", unit: "x", state: "lost" })).toBe("Unit x is lost");
  expect(findingHeadline({ ...about, level: "error", unit: undefined, state: "timed-out" })).toBe("Job timed out");
  expect(findingHeadline({ ...about, level: "warning", unit: "x", state: "success" })).toBe("Unit x: warning");
});
