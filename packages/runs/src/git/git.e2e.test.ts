import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  findBase,
  findCommit,
  findMergeBase,
  listTree,
  readContents,
  readObjects,
  readTreeChanges,
  shallowHint,
} from "./commits.ts";
import { type Git, openGit } from "./git.ts";

let clone = "";
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), "git-"));
  git(["init", "--quiet", "--initial-branch=main"]);
});
afterEach(() => {
  for (const one of opened.splice(0)) one[Symbol.dispose]();
  rmSync(clone, { recursive: true, force: true });
});

const git = (args: readonly string[], input = "") =>
  execFileSync("git", ["-C", clone, "-c", "user.name=Quant", "-c", "user.email=quant@house.example", ...args], {
    encoding: "utf8",
    input,
    env: { PATH: process.env["PATH"], HOME: clone, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
const commit = (files: Readonly<Record<string, string>>) => {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
    writeFileSync(path.join(clone, file), content);
  }
  git(["add", "--all"]);
  git(["commit", "--quiet", "--allow-empty", "--message=x"]);
  return git(["rev-parse", "HEAD"]);
};
const opened: Git[] = [];
const open = async (folder = ".") => {
  const one = await openGit(path.join(clone, folder), process.env);
  opened.push(one);
  return one;
};

describe("git", () => {
  it("lists and compares what is below its folder, which need not be checked out", async () => {
    const before = commit({ "a.json": "1", "books/b.json": "2", "books/deep/c.json": "3" });
    const after = commit({ "a.json": "4", "books/b.json": "5" });
    for (const isCheckedOut of [true, false]) {
      if (!isCheckedOut) rmSync(path.join(clone, "books"), { recursive: true });
      const repository = await open("books");
      expect(repository.prefix).toBe("books/");
      expect((await listTree(repository, after)).map((file) => file.path)).toEqual(["b.json", "deep/c.json"]);
      expect((await listTree(repository, after, "deep")).map((file) => file.path)).toEqual(["deep/c.json"]);
      expect((await listTree(repository, after, "./b.json")).map((file) => file.path)).toEqual(["b.json"]);
      expect(await listTree(repository, after, "none")).toEqual([]);
      expect((await readTreeChanges(repository, before, after)).map((file) => file.path)).toEqual(["b.json"]);
    }
    const top = await open();
    expect(top.prefix).toBe("");
    expect((await listTree(top, before)).map((file) => file.path)).toEqual([
      "a.json",
      "books/b.json",
      "books/deep/c.json",
    ]);
    expect(await listTree(await open("none"), after)).toEqual([]);
  });

  it("reads contents in order, tells those that are too large, and says what a clone lacks", async () => {
    const long = "x".repeat(300_000);
    commit({ a: "", b: "short\n", c: long });
    const repository = await open();
    const ids = (await listTree(repository, "HEAD")).map(({ id }) => id);
    const read: (string | undefined)[] = [];
    await readObjects(repository, [...ids, ...ids].reverse(), 200_000, async (_, content) => {
      await Promise.resolve();
      read.push(content?.toString());
    });
    expect(read).toEqual([undefined, "short\n", "", undefined, "short\n", ""]);
    expect((await readContents(repository, [ids[2] ?? ""], 300_000)).get(ids[2] ?? "")?.toString()).toBe(long);
    await expect(readContents(repository, ["1".repeat(40)], 9)).rejects.toThrow(
      /^git has no content for 1{40}: missing\./,
    );
    const stopped = readObjects(repository, [...ids].reverse(), 300_000, () => Promise.reject(new Error("disk full")));
    await expect(stopped).rejects.toThrow("disk full");
  });

  it("knows a base as GitHub does, and says no to names that are none", async () => {
    const first = commit({ a: "1" });
    git(["update-ref", "refs/remotes/origin/main", first]);
    const second = commit({ a: "2" });
    const repository = await open();
    expect(await findBase(repository, "main")).toBe(first);
    expect(await findCommit(repository, "main")).toBe(second);
    expect(await findMergeBase(repository, first, second)).toBe(first);
    expect(await shallowHint(repository)).toBe("");
    for (const name of ["none", "--help", "-h", "HEAD^{tree}", "a b", ""])
      expect(await findCommit(repository, name)).toBeUndefined();
  });

  it("reads what a submodule, a second working tree and a repository with packed refs have", async () => {
    const first = commit({ a: "1" });
    git(["pack-refs", "--all"]);
    git(["worktree", "add", "--quiet", "-b", "topic", "second"]);
    git(["-C", "second", "commit", "--quiet", "--allow-empty", "--message=y"]);
    git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", clone, "module"]);
    const topic = git(["rev-parse", "topic"]);
    for (const [folder, head] of [
      [".", first],
      ["second", topic],
      ["module", first],
    ] as const) {
      const repository = await open(folder);
      expect(repository.prefix).toBe("");
      expect(await findCommit(repository, "HEAD")).toBe(head);
    }
    expect(await findCommit(await open("second"), "main")).toBe(first);
  });

  it("reads a repository whose hashes are SHA-256", async () => {
    rmSync(path.join(clone, ".git"), { recursive: true });
    git(["init", "--quiet", "--initial-branch=main", "--object-format=sha256"]);
    const only = commit({ a: "1" });
    expect(only).toHaveLength(64);
    const repository = await open();
    expect(await findCommit(repository, "HEAD")).toBe(only);
    expect((await listTree(repository, only)).map((file) => file.path)).toEqual(["a"]);
  });

  it("says so where a clone is shallow", async () => {
    commit({ a: "1" });
    commit({ a: "2" });
    git(["clone", "--quiet", "--depth=1", `file://${clone}`, "copy"]);
    expect(await shallowHint(await open("copy"))).toContain("fetch-depth: 0");
  });

  it("does not unfold a commit of a few bytes into a thousand million files", async () => {
    let tree = git(["mktree"], `100644 blob ${git(["hash-object", "-w", "--stdin"], "{}")}\tx.pa.json\n`);
    for (let level = 0; level < 9; level += 1) {
      const entries = Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\t${index}${"-".repeat(99)}\n`);
      tree = git(["mktree"], entries.join(""));
    }
    const before = git(["commit-tree", git(["mktree"]), "-m", "empty"]);
    const bomb = git(["commit-tree", tree, "-m", "bomb", "-p", before]);
    const repository = await open();
    const refused = "The repository has more files than can be read.";
    await expect(listTree(repository, bomb)).rejects.toThrow(refused);
    await expect(readTreeChanges(repository, before, bomb)).rejects.toThrow(refused);
  });
});
