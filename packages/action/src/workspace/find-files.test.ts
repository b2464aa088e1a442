import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Problem } from "../github/problem.ts";
import { fileSizeLimit, findParameterFiles } from "./find-files.ts";

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), "files-"));
  folder = path.join(base, "work");
  for (const file of [
    "a/one.pa.json",
    "a/two.spar.json",
    "b/three.pa.json",
    "b/odd [name]!.pa.json",
    "analytics-run/manifest.json",
    "node_modules/x/y.pa.json",
  ])
    write(file);
});
afterEach(() => rmSync(base, { recursive: true }));

function write(file: string): string {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, "{}");
  return target;
}

const find = (...patterns: string[]) => findParameterFiles(patterns, folder, path.join(folder, "analytics-run"));

describe("findParameterFiles", () => {
  it("gives each file once, sorted, without those excluded, the run folder and installed packages", async () => {
    expect(await find("b/*.json", "**/*.json", "b/three.pa.json", "!**/two.*")).toEqual([
      "a/one.pa.json",
      "b/odd [name]!.pa.json",
      "b/three.pa.json",
    ]);
  });

  it("takes names with the characters of patterns, in brackets", async () => {
    expect(await find("b/odd [[]name[]]!.pa.json")).toEqual(["b/odd [name]!.pa.json"]);
  });

  it("says that nothing matches", async () => {
    await expect(find("c/*.json")).rejects.toThrow(/^No files match the input files in .*: c\/\*\.json$/);
    await expect(find("a/*.json", "!a/*")).rejects.toThrow(/^No files match/);
  });

  it("says which named files are missing, and not that excluded ones are", async () => {
    await expect(find("a/*.json", "a/none.pa.json", "x.pa.json")).rejects.toMatchObject({
      lines: [
        `There is no parameter file a/none.pa.json in ${folder}.`,
        `There is no parameter file x.pa.json in ${folder}.`,
      ],
    });
    expect(await find("a/one.pa.json", "a/two.spar.json", "!a/two.*")).toEqual(["a/one.pa.json"]);
  });

  it("says that the working directory is missing", async () => {
    await expect(findParameterFiles(["*.json"], path.join(folder, "none"), folder)).rejects.toThrow(
      /^Input working-directory: there is no folder/,
    );
  });

  it("refuses links that lead outside, also through a folder", async () => {
    writeFileSync(path.join(base, "secret.pa.json"), "{}");
    symlinkSync(path.join(base, "secret.pa.json"), path.join(folder, "a/link.pa.json"));
    await expect(find("a/*.json")).rejects.toThrow(
      "a/link.pa.json is a link that leads outside of the working directory.",
    );
    symlinkSync(base, path.join(folder, "b/up"));
    await expect(find("b/up/*.json")).rejects.toThrow(
      "b/up/secret.pa.json is a link that leads outside of the working directory.",
    );
  });

  it("refuses a link to git's own files, which may hold a token", async () => {
    write(".git/config");
    symlinkSync("../.git/config", path.join(folder, "a/config.pa.json"));
    await expect(find("a/*.json")).rejects.toThrow("a/config.pa.json is a link to git's own files.");
  });

  it("refuses two paths of one file", async () => {
    symlinkSync("one.pa.json", path.join(folder, "a/same.pa.json"));
    await expect(find("a/*.json")).rejects.toThrow("a/same.pa.json and a/one.pa.json are the same file");
  });

  it("refuses a huge file before it is read", async () => {
    truncateSync(write("a/huge.pa.json"), fileSizeLimit + 1);
    await expect(find("a/*.json")).rejects.toThrow(Problem);
    await expect(find("a/*.json")).rejects.toThrow("a/huge.pa.json is larger than 16 MiB");
  });
});
