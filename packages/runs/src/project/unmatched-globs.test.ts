import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readProject } from "@analytics-engines/core/files";
import { beforeEach, describe, expect, it } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { checkProjectGlobs } from "./open-project.ts";
import { unmatchedGlobs } from "./unmatched-globs.ts";

const all = ["analytics-engines.json", "book/a.pa.json", "legacy/b.json", "rules/a.checks.json", "run/manifest.json"];

function issuesIn(project: object): readonly (readonly [pointer: string, line: number, text: string])[] {
  const text = JSON.stringify(project, null, 2);
  return unmatchedGlobs(readProject(text), all).map(({ pointer, range, severity, code }) => {
    // A run reads no file by a glob of families.
    const expectedSeverity = pointer.startsWith("/families") ? "warning" : "error";
    expect([severity, code]).toEqual([expectedSeverity, "unmatched-glob"]);
    return [pointer, range.start.line, text.slice(range.start.offset, range.end.offset)];
  });
}

describe("a glob of the project file", () => {
  it("that matches no file is an error at its place", () => {
    const sets = { nightly: { files: ["book/*.json", "boook/*.json"] } };
    expect(issuesIn({ files: ["book/**", "parms/**"], checks: ["rules/*.json"], sets })).toEqual([
      ["/files/1", 4, '"parms/**"'],
      // Only a glob with the ending of checks files means one.
      ["/checks/0", 7, '"rules/*.json"'],
      ["/sets/nightly/files/1", 13, '"boook/*.json"'],
    ]);
  });

  it("of families counts for every file, and one that excludes may match none", () => {
    expect(issuesIn({ files: ["book/*.json", "!drafts/**"], families: { "legacy/*.json": "pa" } })).toEqual([]);
    expect(issuesIn({ families: { "old/*.json": "pa" } })).toEqual([["/families/old~1*.json", 3, '"pa"']]);
  });

  it("whose files are all excluded matches none", () => {
    expect(issuesIn({ files: ["book/*.json", "!book/**"] })).toEqual([["/files/0", 3, '"book/*.json"']]);
  });

  it("written with backslashes is the same glob", () => {
    expect(issuesIn({ files: ["book\\*.json"] })).toEqual([]);
  });

  it("is not judged in a file with errors", () => {
    expect(issuesIn({ files: ["nothing/**"], fils: [] })).toEqual([]);
  });
});

describe("the globs of the project file of a folder", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  function write(name: string, content: object): void {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  }

  /** The place of each warning in the file. */
  const pointers = () => checkProjectGlobs(folder)?.issues.map(({ pointer }) => pointer);

  it("are matched with the files on the disk, also with hidden ones and those behind a link", () => {
    write("book/a.pa.json", {});
    write(".house/b.pa.json", {});
    write("rules/a.checks.json", {});
    const linked = hasLinks ? ["linked/*.json"] : [];
    if (hasLinks) symlinkSync(path.join(folder, "book"), path.join(folder, "linked"), "junction");
    const project = { files: ["book/**", ".house/*.json", ...linked], checks: ["rules/*.checks.json"] };
    write("analytics-engines.json", project);
    expect(checkProjectGlobs(folder)).toBeUndefined();
    write("analytics-engines.json", { ...project, sets: { nightly: { files: ["book/*.json", "boook/*.json"] } } });
    expect(pointers()).toEqual(["/sets/nightly/files/1"]);
  });

  it("match no result of a run", () => {
    write("book/a.pa.json", {});
    for (const name of ["manifest.json", "journal.jsonl", "b.pa.json"]) write(`book/run/${name}`, {});
    write("analytics-engines.json", { files: ["book/*.json", "book/run/*.json"] });
    expect(pointers()).toEqual(["/files/1"]);
  });

  it("are not looked at without a project file, or in one with errors", () => {
    expect(checkProjectGlobs(folder)).toBeUndefined();
    write("analytics-engines.json", { files: ["nothing/**"], fils: [] });
    expect(checkProjectGlobs(folder)).toBeUndefined();
  });
});
