import { familyIds } from "@analytics-engines/core/basics";
import { readChecks, readProject, readSweep } from "@analytics-engines/core/files";
import { describe, expect, it } from "vitest";
import { newChecksText, newProjectText, newSweep } from "./new-project-files.ts";

describe("a new sweep", () => {
  it.each(familyIds)("of %s has no errors, and gives a job with its row", (family) => {
    const { sweep, rows } = newSweep(family, "rows.csv");
    const files = new Map([["rows.csv", { text: rows }]]);
    const { sources, jobs } = readSweep(sweep, `new.${family}.sweep.json`, { files });
    const issues = sources.flatMap((source) => source.issues);
    expect(issues.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(jobs.map((job) => job.rowOf(0).id)).toEqual(["first"]);
    const [, value] = rows.trim().split("\n").at(-1)?.split(",") ?? [];
    expect(JSON.stringify(jobs[0]?.request)).toContain(value);
  });
});

describe("a new file of a project", () => {
  it("is a checks file without issues", () => {
    expect(readChecks(newChecksText()).issues).toEqual([]);
  });

  it("is a project file without issues, with a set to run", () => {
    const { project, issues } = readProject(newProjectText());
    expect([issues, Object.keys(project?.sets ?? {})]).toEqual([[], ["nightly"]]);
  });
});
