import { mkdtempSync, rmSync } from "node:fs";
import { glob } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { awkwardFamilies, awkwardFound, awkwardTree, writeAwkwardTree } from "../../test/support/awkward-tree.ts";
import { findFiles } from "./find-files.ts";
import { type Selection, selectFiles } from "./select-files.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "select-"));
  writeAwkwardTree(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const families = awkwardFamilies;

describe("the parameter files of a folder", () => {
  it("are the same on a disk and in a list of paths, without packages, run folders and hidden files", () => {
    expect(selectFiles(awkwardTree, { families }).files).toEqual(awkwardFound);
    expect(findFiles(folder, { families }).files).toEqual(awkwardFound);
  });

  it.each<[string, string[], string[]]>([
    [
      "without excluded files",
      ["!b/**", "!risk/*"],
      ["a.pa.json", "deep/er/b.QUANT.json", "with space.fi.json", "ü.spar.json"],
    ],
    ["of a glob", ["b/*.json"], ["b/1.pa.json", "b/{y}.json"]],
    ["of globs with backslashes", [".\\b\\*.json", "!.\\b\\1.*"], ["b/{y}.json"]],
    [
      "hidden only with the dot in the pattern",
      ["**/.*/*.pa.json", "b/*/*"],
      ["b/.c/a.pa.json", "b/c/[x] n&me!.pa.json", "b/c/a.quant.json"],
    ],
    ["with special characters in brackets", ["b/c/[[]x[]] n&me!.pa.json"], ["b/c/[x] n&me!.pa.json"]],
    ["never of a run folder", ["old-run/**/*.json", "a.json"], ["a.json"]],
    ["never of a package", ["node_modules/**/*.json", "a.json"], ["a.json"]],
    ["without a folder that is excluded with its hidden files", ["b/.c/a.pa.json", "a.json", "!b/**"], ["a.json"]],
  ])("are selected %s", (_, patterns, expected) => {
    expect(selectFiles(awkwardTree, { patterns, families }).files).toEqual(expected);
    expect(findFiles(folder, { patterns, families }).files).toEqual(expected);
  });

  it("are those below a folder that a path names, and the file that a path names, whatever it is called", () => {
    const selection = { paths: ["b", "a.json", "old-run/x/left.pa.json"] };
    const expected = ["a.json", "b/1.pa.json", "b/c/[x] n&me!.pa.json", "b/c/a.quant.json", "old-run/x/left.pa.json"];
    expect(selectFiles(awkwardTree, selection).files).toEqual(expected);
    expect(findFiles(folder, selection).files).toEqual(expected);
  });

  it("stand beside checks files, which a folder and a pattern mean only where that is said", () => {
    const all = ["a.pa.json", "a.checks.json", "b/a.checks.json", ".c/a.checks.json", "analytics-engines.json"];
    const select = (selection: Selection) =>
      [true, false].map((includesChecks) => selectFiles(all, { ...selection, includesChecks }).files);
    expect(select({})).toEqual([["a.checks.json", "a.pa.json", "b/a.checks.json"], ["a.pa.json"]]);
    expect(select({ patterns: ["*.json", "!b"] })).toEqual([["a.checks.json", "a.pa.json"], ["a.pa.json"]]);
    expect(select({ patterns: ["**/*.checks.json"] })).toEqual([
      ["a.checks.json", "b/a.checks.json"],
      ["a.checks.json", "b/a.checks.json"],
    ]);
    expect(select({ paths: ["b"] })).toEqual([["b/a.checks.json"], []]);
  });

  it.each(["/b/*.json", "/*.json", "/a.json"])("are not selected by %s, which begins at another folder", (pattern) => {
    const nothing = { files: [], unmatched: [pattern] };
    expect(selectFiles(awkwardTree, { patterns: [pattern] })).toEqual(nothing);
    expect(findFiles(folder, { patterns: [pattern] })).toEqual(nothing);
  });

  it.each(["/b", "/a.json"])("are not selected by the path %s, which begins at another folder", (place) => {
    const nothing = { files: [], unmatched: [place] };
    expect(selectFiles(awkwardTree, { paths: [place] })).toEqual(nothing);
    expect(findFiles(folder, { paths: [place] })).toEqual(nothing);
  });

  it("may be on another drive or a share of Windows", () => {
    const all = [
      "a.pa.json",
      "D:/b.pa.json",
      "D:/book/c.pa.json",
      "//server/share/d.pa.json",
      "//server/share/e/f.pa.json",
    ];
    expect(selectFiles(all, { patterns: ["D:/*.json", "//server/share/*.json"] })).toEqual({
      files: ["//server/share/d.pa.json", "D:/b.pa.json"],
      unmatched: [],
    });
    expect(selectFiles(all, { paths: ["D:/", "//server/share/e", "a.pa.json"] })).toEqual({
      files: ["//server/share/e/f.pa.json", "D:/b.pa.json", "D:/book/c.pa.json", "a.pa.json"],
      unmatched: [],
    });
  });

  it("may be named with their whole path by a person", () => {
    const found = (selection: object) => findFiles(os.tmpdir(), selection, { isTyped: true });
    const slashed = folder.split(path.sep).join("/");
    for (const selection of [
      { patterns: [`${slashed}/b/*.json`] },
      { paths: [`${slashed}/b/1.pa.json`, `${slashed}/b/{y}.json`] },
    ])
      expect(found({ ...selection, families })).toEqual({
        files: [`${slashed}/b/1.pa.json`, `${slashed}/b/{y}.json`],
        unmatched: [],
      });
  });

  it("that a name misses are reported", () => {
    const selection = { patterns: ["none/*.json", "a.*"], paths: ["risk"] };
    expect(selectFiles(awkwardTree, selection).unmatched).toEqual(["none/*.json", "risk"]);
    expect(findFiles(folder, selection).unmatched).toEqual(["none/*.json", "risk"]);
  });
});

const folderNames = ["b", "c", "*", "**", "?", "{b,risk}", "[a-b]*", "risk", ".c", ".*"];
const fileNames = ["a.pa.json", "*", "**", "*.json", "*.pa.json", "{a,b}.json", "[a-b]*", ".*", "with space.*"];
const pattern = fc
  .tuple(fc.array(fc.constantFrom(...folderNames), { maxLength: 3 }), fc.constantFrom(...fileNames))
  .map(([folders, file]) => [...folders, file].join("/"));

describe("globs", () => {
  it("select on a disk what they select in a list, and what Node's glob finds", async () => {
    const exclude = ["**/node_modules/**", "**/.git/**", "old-run/**"];
    await fc.assert(
      fc.asyncProperty(pattern, fc.array(pattern, { maxLength: 2 }), async (one, excluded) => {
        const patterns = [one, ...excluded.map((each) => `!${each}`)];
        const found = findFiles(folder, { patterns }).files;
        expect(found, patterns.join(" ")).toEqual(selectFiles(awkwardTree, { patterns }).files);
        const listed: string[] = [];
        for await (const entry of glob(one, { cwd: folder, exclude: [...excluded, ...exclude], withFileTypes: true })) {
          const file = path.relative(folder, path.join(entry.parentPath, entry.name));
          if (!entry.isDirectory()) listed.push(file.split(path.sep).join("/"));
        }
        expect(found, patterns.join(" ")).toEqual([...new Set(listed)].sort((a, b) => (a < b ? -1 : 1)));
      }),
      {
        numRuns: 300,
        examples: [
          ["b/.c/a.pa.json", ["b/**"]],
          ["b/.*/a.pa.json", ["b/**/**"]],
        ],
      },
    );
  });
});
