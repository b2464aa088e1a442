import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { toRunFiles } from "../sweep/check-files.ts";
import { findChecksFiles, findFiles, requireFiles } from "./find-files.ts";
import { checkFile, MAX_FILE_BYTES } from "./parameter-files.ts";

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), "files-"));
  folder = path.join(base, "work");
  for (const file of ["a/one.pa.json", "a/two.spar.json", "b/three.pa.json"]) write(file);
});
afterEach(() => rmSync(base, { recursive: true }));

function write(file: string, content = "{}"): string {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
  return target;
}

const find = (...patterns: string[]) => requireFiles(findFiles(folder, { patterns }), patterns, folder);
const problemsOf = (...patterns: string[]) =>
  toRunFiles(
    find(...patterns).map((file) => checkFile(folder, file, {}, { root: folder, maxBytes: MAX_FILE_BYTES })),
    folder,
  ).problems;

describe("the files that patterns select", () => {
  it("are sorted, each once", () => {
    expect(find("b/*.json", "**/*.json", "b/three.pa.json", "!**/two.*")).toEqual(["a/one.pa.json", "b/three.pa.json"]);
  });

  it("must not be none", () => {
    expect(() => find("c/*.json")).toThrow(
      /^No files match the input files in .*: c\/\*\.json\. Check the patterns\.$/,
    );
    expect(() => find("a/*.json", "!a/*")).toThrow(/^No files match/);
    rmSync(path.join(folder, "a"), { recursive: true });
    rmSync(path.join(folder, "b"), { recursive: true });
    expect(() => find()).toThrow(/^There are no parameter files in .*: their names end in \.FAMILY\.json/);
  });

  it("are none of those that a sweep names, unless they are named themselves", () => {
    const sweep = JSON.stringify({ template: "weights.template.json", rows: "rows.json", id: "{id}", fill: {} });
    write("a/book.pa.sweep.json", sweep);
    for (const name of ["weights.template.json", "rows.json", "other.json"]) write(`a/${name}`);
    expect(find("a/**/*.json")).toEqual(["a/book.pa.sweep.json", "a/one.pa.json", "a/other.json", "a/two.spar.json"]);
    expect(find("a/*.json", "a/weights.template.json")).toContain("a/weights.template.json");
    write("a/broken.pa.sweep.json", "{");
    expect(find("a/*.json")).not.toContain("a/rows.json");
  });

  it("must include every file that is named, unless it is excluded", () => {
    expect(() => find("a/*.json", "a/none.pa.json", "x.pa.json")).toThrow(
      expect.objectContaining({
        lines: [
          `There is no parameter file a/none.pa.json in ${folder}. Check its path.`,
          `There is no parameter file x.pa.json in ${folder}. Check its path.`,
        ],
      }),
    );
  });

  it.runIf(hasLinks)("are refused where a link leads outside, also through a folder", () => {
    writeFileSync(path.join(base, "secret.pa.json"), "{}");
    symlinkSync(path.join(base, "secret.pa.json"), path.join(folder, "a/link.pa.json"));
    expect(problemsOf("a/*.json")).toEqual([
      "a/link.pa.json is a link that leads outside of the project: put the file in its place.",
    ]);
    symlinkSync(base, path.join(folder, "b/up"));
    expect(() => find("b/up/*.json")).toThrow(
      "The folder b/up is a link that leads outside of the project: put the file in its place.",
    );
  });

  it.runIf(hasLinks)("are refused where a link leads to git's own files, which can hold a token", () => {
    write(".git/config");
    symlinkSync("../.git/config", path.join(folder, "a/config.pa.json"));
    expect(problemsOf("a/*.json")).toEqual(["a/config.pa.json is a link to git's own files: remove it."]);
  });

  it.runIf(hasLinks)("are one where a link leads to another, with the name of the file itself", () => {
    symlinkSync("one.pa.json", path.join(folder, "a/also.pa.json"));
    symlinkSync("one.pa.json", path.join(folder, "a/same.pa.json"));
    symlinkSync("a", path.join(folder, "linked"));
    expect(find("a/*.pa.json", "linked/one.pa.json")).toEqual(["a/one.pa.json"]);
    // Where only links are named, the first of them.
    expect(find("a/same.pa.json", "a/also.pa.json")).toEqual(["a/also.pa.json"]);
    expect(problemsOf("a/*.pa.json")).toEqual([]);
  });

  it("are two where a folder has two names of one content", () => {
    linkSync(path.join(folder, "a/one.pa.json"), path.join(folder, "a/hard.pa.json"));
    expect(find("a/*.pa.json")).toEqual(["a/hard.pa.json", "a/one.pa.json"]);
  });

  it.runIf(hasLinks)("are refused where a list names one by a link, too", () => {
    symlinkSync("one.pa.json", path.join(folder, "a/same.pa.json"));
    const checked = ["a/one.pa.json", "a/same.pa.json"].map((name) => checkFile(folder, name));
    expect(toRunFiles(checked, folder).problems).toEqual([
      "a/same.pa.json and a/one.pa.json are the same file: its jobs would be computed twice. Leave one out.",
    ]);
  });

  it.runIf(hasLinks)("include a link that leads nowhere, which is reported when it is read", () => {
    symlinkSync("none.json", path.join(folder, "a/nowhere.pa.json"));
    expect(problemsOf("a/no*.json")).toEqual(["a/nowhere.pa.json cannot be read: no such file or directory."]);
  });

  it("are refused before they are read where they are huge", () => {
    truncateSync(write("a/huge.pa.json"), MAX_FILE_BYTES + 1);
    expect(problemsOf("a/huge.*")).toEqual([
      "a/huge.pa.json is larger than 16 MiB, too large for a parameter file: divide it.",
    ]);
  });
});

describe("checks files", () => {
  it("are all of the folder, or those that each pattern matches", () => {
    for (const file of ["a/x.checks.json", "b/y.checks.json"]) write(file);
    expect(findChecksFiles(folder)).toEqual(["a/x.checks.json", "b/y.checks.json"]);
    expect(findChecksFiles(folder, ["**/*.checks.json", "!b/**"])).toEqual(["a/x.checks.json"]);
    expect(findChecksFiles(folder, [])).toEqual([]);
  });

  it("are refused with each pattern that matches none", () => {
    write("a/x.checks.json");
    const none = (pattern: string) =>
      `No checks file matches ${pattern} in ${folder}. Their names end in .checks.json, and so must the pattern.`;
    for (const [patterns, empty] of [
      [["a/*.checks.json", "misspelt/*.checks.json"], ["misspelt/*.checks.json"]],
      [["a/*.json"], ["a/*.json"]],
      [
        ["c/*.checks.json", "d.checks.json"],
        ["c/*.checks.json", "d.checks.json"],
      ],
      [["a/*.checks.json", "!a/**"], ["a/*.checks.json"]],
    ] as const)
      expect(() => findChecksFiles(folder, patterns)).toThrow(expect.objectContaining({ lines: empty.map(none) }));
    expect(() => findChecksFiles(folder, ["!a/**"])).toThrow("The patterns of checks files only exclude some: !a/**.");
  });

  it("are those of the other patterns where some may match none, but not where all match none", () => {
    write("a/x.checks.json");
    const allowsUnmatched = true;
    const patterns = ["a/*.checks.json", "misspelt/*.checks.json"];
    expect(findChecksFiles(folder, patterns, { allowsUnmatched })).toEqual(["a/x.checks.json"]);
    expect(() => findChecksFiles(folder, ["misspelt/*.checks.json"], { allowsUnmatched })).toThrow(
      "No checks file matches misspelt/*.checks.json",
    );
  });
});
