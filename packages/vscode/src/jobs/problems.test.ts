import type { ManifestFile, ManifestUnit } from "@analytics-engines/runs";
import { describe, expect, it } from "vitest";
import { locateInFile, problemsOf } from "./problems.ts";

const unit = (id: string, parts: Partial<ManifestUnit>): ManifestUnit => ({
  id,
  status: "success",
  warnings: [],
  errors: [],
  ...parts,
});
const file = (units: readonly ManifestUnit[], parts: Partial<ManifestFile> = {}): ManifestFile => ({
  path: "a.pa.json",
  family: "pa",
  sha256: "",
  parametersSha256: "",
  requestKeys: [],
  status: "failure",
  units,
  ...parts,
});

const text = JSON.stringify(
  { Data: { one: { Dates: { StartDate: "-1M" } }, "a/b~c": {}, "": {} }, meta: { format: "JsonStach" } },
  undefined,
  2,
);
const marked = (problems: ReturnType<typeof problemsOf>, content = text) =>
  locateInFile(
    content,
    { path: "a.pa.json", family: "pa" },
    problems.map(({ pointers }) => pointers),
  ).map(({ start, end }) => content.slice(start, end));

describe("the problems of a file", () => {
  it("have the words of the service, at its pointers or at the keys of the units", () => {
    const errors = [
      { code: "400", title: "Bad date", detail: "after the end", source: { pointer: "/data/one/dates/startdate" } },
      { code: "400", detail: "Account not found" },
    ];
    const problems = problemsOf(
      file([
        unit("one", { status: "failure", errors }),
        unit("a/b~c", { warnings: ["No holdings"] }),
        unit("", { status: "lost" }),
      ]),
    );
    expect(problems.map(({ severity, message, code }) => [severity, message, code])).toEqual([
      ["error", "Bad date: after the end", "400"],
      ["error", "Account not found", "400"],
      ["warning", "No holdings", undefined],
      ["error", "lost", undefined],
    ]);
    expect(marked(problems)).toEqual(['"StartDate"', '"one"', '"a/b~c"', '""']);
  });

  it("contain the end of the job for a unit without errors, and nothing for a canceled unit", () => {
    const ended = { problem: { code: "job-deadline", message: "The job took too long." } };
    const units = [unit("one", { status: "unknown" }), unit("two", { status: "canceled" })];
    expect(problemsOf(file(units, ended)).map(({ message }) => message)).toEqual(["The job took too long."]);
  });

  it("are at the start of a text without the unit, or of one that is not JSON", () => {
    const problems = problemsOf(file([unit("gone", { status: "failure" })]));
    expect(marked(problems)).toEqual([""]);
    expect(marked(problems, "{ not json")).toEqual([""]);
    expect(marked(problems, "")).toEqual([""]);
  });
});
