import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findGitProgram } from "./git.ts";

describe("git on Windows", () => {
  const find = (env: Record<string, string>, ...programs: string[]) =>
    findGitProgram(env, "C:\\repo", {
      platform: "win32",
      realProgram: (file) => (programs.includes(file) ? file : undefined),
    });
  const installed = "C:\\Program Files\\Git\\cmd\\git.exe";

  it.each([
    ["an empty folder of PATH, which is the working directory", ""],
    ["a folder that depends on the working directory", "."],
    ["a folder of the current drive", "\\repo\\tools"],
    ["a folder of a drive's working directory", "C:tools"],
    ["a folder of the repository", "C:\\repo\\tools"],
    ["a folder of the repository in other letters", "c:\\REPO"],
  ])("is never that of %s", (_, folder) => {
    const planted = ["git.exe", ".\\git.exe", `${folder}\\git.exe`, path.win32.join(folder, "git.exe")];
    const env = { Path: `${folder};C:\\Program Files\\Git\\cmd` };
    expect(find(env, ...planted, installed)).toBe(installed);
    expect(() => find({ Path: folder }, ...planted)).toThrow("No folder of PATH outside of C:\\repo contains git.");
  });

  it.each(["Path", "PATH", "path"])("is found by the variable %s, in quotes too", (name) => {
    expect(find({ [name]: '"C:\\Program Files\\Git\\cmd"' }, installed)).toBe(installed);
  });
});

describe.skipIf(process.platform === "win32")("git", () => {
  let folder = "";
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "programs-")));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const place = (name: string, mode = 0o755) => {
    mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(folder, name), "#!/bin/sh\n");
    chmodSync(path.join(folder, name), mode);
  };
  const find = (...folders: string[]) => findGitProgram({ PATH: folders.join(":") }, path.join(folder, "repo"));
  const at = (name: string) => path.join(folder, name);

  it("is the first program of that name in the folders of PATH", () => {
    place("bin/git");
    place("data/git", 0o644);
    mkdirSync(at("folder/git"), { recursive: true });
    expect(find(at("none"), at("data"), at("folder"), at("bin"))).toBe(at("bin/git"));
  });

  it("is not a program of the repository, not even through a link", () => {
    place("repo/node_modules/.bin/git");
    place("bin/git");
    mkdirSync(at("links"));
    symlinkSync(at("repo/node_modules/.bin/git"), at("links/git"));
    expect(find("", ".", at("repo/node_modules/.bin"), at("links"), at("bin"))).toBe(at("bin/git"));
  });

  it("is reported as missing if there is none", () => {
    expect(() => find(at("none"))).toThrow(
      `No folder of PATH outside of ${at("repo")} contains git. Install git, and add its folder to PATH.`,
    );
  });
});
