import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { textDigest } from "../files/open-file.ts";
import { findCommittedFiles, repositoryOf } from "./committed-files.ts";

let clone = "";
const git = (...args: string[]) =>
  execFileSync("git", ["-C", clone, "-c", "user.name=Quant", "-c", "user.email=quant@house.example", ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: clone, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
const write = (file: string, content: string) => {
  mkdirSync(path.dirname(path.join(clone, file)), { recursive: true });
  writeFileSync(path.join(clone, file), content);
};
const asked = (file: string, content: string) => ({ path: file, sha256: textDigest(content) });
const find = (files: readonly ReturnType<typeof asked>[], folder = "books") =>
  findCommittedFiles(path.join(clone, folder), files, process.env, () => expect.fail());

beforeEach(async () => {
  clone = await temporaryFolder();
  git("init", "--quiet", "--initial-branch=main");
  write("books/a.pa.json", "{}\n");
  write("books/deep/b.pa.json", "[1]\n");
  git("add", "--all");
  git("commit", "--quiet", "--message=x");
});

describe("the commit of parameter files", () => {
  const [a, b] = [asked("a.pa.json", "{}\n"), asked("deep/b.pa.json", "[1]\n")];

  it("has its id, branch and repository, where all files are as they are in it", async () => {
    git("remote", "add", "origin", "https://quant:secret@git.house.example/house/book.git");
    const found = {
      commit: git("rev-parse", "HEAD"),
      uncommitted: false,
      ref: "refs/heads/main",
      repository: "house/book",
    };
    expect(await find([a, b])).toEqual(found);
    expect(await find([{ ...b, path: "../books/deep/b.pa.json" }])).toEqual(found);
    expect(await find([asked("a.pa.json", "{}\r\n")])).toEqual(found);
    git("checkout", "--quiet", "--detach");
    expect(await find([a])).toEqual({ ...found, ref: undefined });
  });

  it("is marked where a file differs from it, or is not in it", async () => {
    expect(await find([a, asked("deep/b.pa.json", "[2]\n")])).toMatchObject({ uncommitted: true });
    expect(await find([a, asked("new.pa.json", "{}\n")])).toMatchObject({ uncommitted: true, repository: undefined });
  });

  it("is not stated without a repository, without a commit, and for files of several folders", async () => {
    expect(await find([])).toBeUndefined();
    expect(await find([a, { ...b, path: path.join(await temporaryFolder(), "b.pa.json") }])).toBeUndefined();
    expect(await findCommittedFiles(await temporaryFolder(), [a], process.env, () => expect.fail())).toBeUndefined();
    expect(await findCommittedFiles(clone, [a], { PATH: "" }, () => expect.fail())).toBeUndefined();
    clone = await temporaryFolder();
    git("init", "--quiet");
    expect(await find([a], ".")).toBeUndefined();
  });
});

describe("the repository of a remote", () => {
  it.each([
    ["https://github.com/house/book.git", "house/book"],
    ["https://token@git.house.example/group/sub/book/", "group/sub/book"],
    ["ssh://git@git.house.example:2222/house/book.git", "house/book"],
    ["git@github.com:house/book.git", "house/book"],
    ["/srv/git/book.git", undefined],
    ["../book", undefined],
    ["file:///srv/book", undefined],
    ["C:\\book", undefined],
    ["", undefined],
  ])("of the address %s is %s", (address, repository) => {
    expect(repositoryOf(address)).toBe(repository);
  });
});
