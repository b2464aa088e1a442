import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { writeInside } from "./inside.ts";

let base: string;
let workspace: string;
beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), "write-"));
  workspace = path.join(base, "work");
  mkdirSync(path.join(workspace, ".git/hooks"), { recursive: true });
  mkdirSync(path.join(base, "outside"));
});
afterEach(() => rmSync(base, { recursive: true }));

const write = (file: string) => writeInside(path.join(workspace, file), "new", workspace);

it("writes a file with its folders, and replaces one that is there", () => {
  write("a/b/c.sarif");
  expect(readFileSync(path.join(workspace, "a/b/c.sarif"), "utf8")).toBe("new");
  writeFileSync(path.join(workspace, "a/b/c.sarif"), "old");
  write("a/b/c.sarif");
  expect(readFileSync(path.join(workspace, "a/b/c.sarif"), "utf8")).toBe("new");
  expect(readdirSync(path.join(workspace, "a/b"))).toEqual(["c.sarif"]);
});

it.runIf(hasLinks)("replaces a link in the file's place, and not what it leads to", () => {
  writeFileSync(path.join(base, "outside/profile"), "kept");
  symlinkSync(path.join(base, "outside/profile"), path.join(workspace, "out.sarif"));
  write("out.sarif");
  expect(readFileSync(path.join(base, "outside/profile"), "utf8")).toBe("kept");
  expect(lstatSync(path.join(workspace, "out.sarif")).isFile()).toBe(true);
});

it.runIf(hasLinks)(
  "refuses a folder that is a link to elsewhere, also where more folders are to be made behind it",
  () => {
    symlinkSync(path.join(base, "outside"), path.join(workspace, "up"));
    expect(() => write("up/out.sarif")).toThrow(/outside of the workspace/);
    expect(() => write("up/more/out.sarif")).toThrow(/outside of the workspace/);
    expect(readdirSync(path.join(base, "outside"))).toEqual([]);
  },
);

it.runIf(hasLinks)("refuses git's own files, also behind a link", () => {
  symlinkSync(".git/hooks", path.join(workspace, "hooks"));
  expect(() => write(".git/hooks/post-checkout")).toThrow(/git's own files/);
  expect(() => write("hooks/post-checkout")).toThrow(/git's own files/);
  expect(readdirSync(path.join(workspace, ".git/hooks"))).toEqual([]);
});

it("says why a file cannot be written, and leaves nothing behind", () => {
  mkdirSync(path.join(workspace, "folder.sarif/x"), { recursive: true });
  expect(() => write("folder.sarif")).toThrow(
    /^.*folder\.sarif could not be written: .*directory\. Name a file that this process can write\.$/,
  );
  writeFileSync(path.join(workspace, "file"), "");
  expect(() => write("file/out.sarif")).toThrow(
    /could not be written: .*(?:directory|exists)\. Name a file that this process can write\.$/,
  );
  expect(existsSync(path.join(workspace, "folder.sarif/x"))).toBe(true);
  expect(readdirSync(workspace).sort()).toEqual([".git", "file", "folder.sarif"]);
});
