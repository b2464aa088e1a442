import { readProject } from "@analytics-engines/core/files";
import { describe, expect, it } from "vitest";
import { unmatchedGlobs } from "./unmatched-globs.ts";

const all = ["analytics-engines.json", "book/a.pa.json", "legacy/b.json", "rules/a.checks.json", "run/manifest.json"];

function warningsIn(project: object): readonly (readonly [pointer: string, line: number, text: string])[] {
  const text = JSON.stringify(project, null, 2);
  return unmatchedGlobs(readProject(text), all).map(({ pointer, range, severity, code }) => {
    expect([severity, code]).toEqual(["warning", "unmatched-glob"]);
    return [pointer, range.start.line, text.slice(range.start.offset, range.end.offset)];
  });
}

describe("a glob of the project file", () => {
  it("that matches no file is a warning at its place", () => {
    const sets = { nightly: { files: ["book/*.json", "boook/*.json"] } };
    expect(warningsIn({ files: ["book/**", "parms/**"], checks: ["rules/*.json"], sets })).toEqual([
      ["/files/1", 4, '"parms/**"'],
      // Only a glob with the ending of checks files means one.
      ["/checks/0", 7, '"rules/*.json"'],
      ["/sets/nightly/files/1", 13, '"boook/*.json"'],
    ]);
  });

  it("of families counts for every file, and one that excludes may match none", () => {
    expect(warningsIn({ files: ["book/*.json", "!drafts/**"], families: { "legacy/*.json": "pa" } })).toEqual([]);
    expect(warningsIn({ families: { "old/*.json": "pa" } })).toEqual([["/families/old~1*.json", 3, '"pa"']]);
  });

  it("whose files are all excluded matches none", () => {
    expect(warningsIn({ files: ["book/*.json", "!book/**"] })).toEqual([["/files/0", 3, '"book/*.json"']]);
  });

  it("written with backslashes is the same glob", () => {
    expect(warningsIn({ files: ["book\\*.json"] })).toEqual([]);
  });

  it("is not judged in a file with errors", () => {
    expect(warningsIn({ files: ["nothing/**"], fils: [] })).toEqual([]);
  });
});
