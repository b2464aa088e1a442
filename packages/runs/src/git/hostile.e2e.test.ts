import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  findBase,
  findCommit,
  findMergeBase,
  listTree,
  readContents,
  readTreeChanges,
  shallowHint,
} from "./commits.ts";
import { type Git, openGit } from "./git.ts";

/** Every function of the product that runs git. */
const calls: Readonly<Record<string, (git: Git) => Promise<unknown>>> = {
  openGit: async () => {},
  findCommit: (git) => findCommit(git, "HEAD"),
  "findCommit of a commit that is missing": (git) => findCommit(git, "1".repeat(40)),
  findBase: (git) => findBase(git, "main"),
  findMergeBase: (git) => findMergeBase(git, first, second),
  shallowHint: (git) => shallowHint(git),
  listTree: (git) => listTree(git, second),
  "listTree of a tree that is missing": (git) => expect(listTree(git, withoutTree)).rejects.toThrow("git ls-tree"),
  readTreeChanges: (git) => readTreeChanges(git, first, second),
  "readTreeChanges of content that is missing": (git) =>
    expect(readTreeChanges(git, first, withoutContent)).rejects.toThrow("git diff-tree"),
  "readContents of content that is missing": (git) =>
    expect(readContents(git, [missing], 9)).rejects.toThrow(`git has no content for ${missing}: missing.`),
};

let world = "";
let first = "";
let second = "";
let withoutTree = "";
let withoutContent = "";
/** The id of a content that only the remote can have. */
let missing = "";

const repository = () => path.join(world, "repository");
const git = (...args: string[]) =>
  execFileSync("git", ["-C", repository(), "-c", "user.name=Quant", "-c", "user.email=quant@house.example", ...args], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: world, GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
const lines = (last: string) => `${Array.from({ length: 99 }, (_, index) => `line ${index}`).join("\n")}\n${last}\n`;

beforeAll(() => {
  world = mkdtempSync(path.join(tmpdir(), "hostile-"));
  mkdirSync(repository());
  git("init", "--quiet", "--initial-branch=main");
  const write = (file: string, text: string) => writeFileSync(path.join(repository(), file), text);
  const commit = () => {
    git("add", "--all");
    git("commit", "--quiet", "--message=x");
    return git("rev-parse", "HEAD");
  };
  const forget = (object: string) =>
    rmSync(path.join(repository(), ".git/objects", object.slice(0, 2), object.slice(2)));
  write("a.json", lines("1"));
  write("b.json", lines("2"));
  write(".gitattributes", "*.json filter=evil diff=evil\n");
  first = commit();
  write("a.json", lines("3"));
  second = commit();
  // A rename that git can only find with the content.
  git("mv", "b.json", "c.json");
  write("c.json", lines("4"));
  withoutContent = commit();
  missing = git("rev-parse", "HEAD:c.json");
  mkdirSync(path.join(repository(), "deep"));
  write("deep/d.json", "5");
  withoutTree = commit();
  forget(git("rev-parse", "HEAD:deep"));
  forget(missing);
  git("reset", "--quiet", "--soft", second);
  git("config", "core.repositoryFormatVersion", "1");
  for (const [name, value] of Object.entries(settings())) git("config", name, value);
});
afterAll(() => rmSync(world, { recursive: true }));

const own = (text: string) => `touch ${path.join(world, `owned-${text}`)}; false`;
const owned = () => readdirSync(world).filter((name) => name.startsWith("owned"));
afterEach(() => {
  for (const name of owned()) rmSync(path.join(world, name));
});

/** Settings that make a command of git run a program: a command that the product uses, or may use later. */
const settings = () => ({
  "core.fsmonitor": own("fsmonitor"),
  "core.sshCommand": own("ssh"),
  "core.gitProxy": own("proxy"),
  "core.pager": own("pager"),
  "core.editor": own("editor"),
  "core.askPass": own("askpass"),
  "core.alternateRefsCommand": own("alternates"),
  "core.hooksPath": path.join(world, "hooks"),
  "credential.helper": `!${own("credential")}`,
  "filter.evil.clean": own("clean"),
  "filter.evil.smudge": own("smudge"),
  "filter.evil.process": own("process"),
  "diff.evil.textconv": own("textconv"),
  "diff.evil.command": own("diff"),
  "diff.external": own("external"),
  "gpg.program": own("gpg"),
  "alias.ls-tree": `!${own("alias")}`,
  "protocol.ext.allow": "always",
  "extensions.partialClone": "origin",
  "remote.origin.promisor": "true",
  "remote.origin.uploadpack": own("uploadpack"),
});

/** Addresses that git fetches from with a program that the repository sets. */
const remotes = ["a folder", "ssh://house.example/book", "ext::touch ../owned-ext"];

describe.skipIf(process.platform === "win32").each(Object.entries(calls))("%s", (_, call) => {
  it.each(remotes)("runs nothing that a repository sets whose remote is %s", async (remote) => {
    git("config", "remote.origin.url", remote);
    using opened = await openGit(repository(), process.env);
    await call(opened);
    expect(owned()).toEqual([]);
  });
});

describe("a repository", () => {
  it("has no say in where its files are, and has no other file read as its configuration", async () => {
    const config = path.join(repository(), ".git/config");
    execFileSync("mkfifo", [path.join(world, "pipe")]);
    git("config", "core.worktree", world);
    // A pipe that nobody writes to: a program that opens it waits.
    appendFileSync(config, `[include]\n\tpath = ${path.join(world, "pipe")}\n`);
    using opened = await openGit(path.join(repository(), "deep"), process.env);
    expect(opened.prefix).toBe("deep/");
    expect(await findCommit(opened, "main")).toBe(second);
  });

  it("cannot have its own program git run, from the working directory or a folder of PATH", async () => {
    for (const folder of [repository(), path.join(repository(), "bin")]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "git"), `#!/bin/sh\n${own("git")}\n`);
      chmodSync(path.join(folder, "git"), 0o755);
    }
    const before = process.cwd();
    process.chdir(repository());
    try {
      const PATH = `.::${repository()}:${path.join(repository(), "bin")}:${process.env["PATH"]}`;
      using opened = await openGit(repository(), { ...process.env, PATH });
      expect(await findCommit(opened, "main")).toBe(second);
    } finally {
      process.chdir(before);
    }
    expect(owned()).toEqual([]);
  });

  it("leaves no temporary folder behind", async () => {
    const temporary = path.join(world, "temporary");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    const opened = await openGit(repository(), process.env);
    expect(readdirSync(temporary)).toHaveLength(1);
    opened[Symbol.dispose]();
    expect(readdirSync(temporary)).toEqual([]);
    vi.unstubAllEnvs();
  });
});
