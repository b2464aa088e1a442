import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A git repository of its own in a temporary folder, with nobody's configuration. */
export interface GitRepository extends Disposable {
  readonly folder: string;
  /** Runs git in it and returns what it prints, without the last line end. */
  git(...args: string[]): string;
  write(file: string, content: unknown): void;
  remove(file: string): void;
  /** Commits everything that is there. Returns the commit. */
  commit(message?: string): string;
  /** Another repository, with the part of the history that `git clone` takes with these options. */
  clone(...options: string[]): GitRepository;
}

/** What git sees of the machine: where programs are, and no configuration. */
export const gitEnv = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: os.devNull,
  GIT_AUTHOR_NAME: "Quant",
  GIT_AUTHOR_EMAIL: "quant@house.example",
  GIT_COMMITTER_NAME: "Quant",
  GIT_COMMITTER_EMAIL: "quant@house.example",
};

/** Whether there is git: there is none under Wine. */
export const hasGit = spawnSync("git", ["--version"]).status === 0;

export function createRepository(): GitRepository {
  const folder = mkdtempSync(path.join(os.tmpdir(), "repository-"));
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", folder], { env: gitEnv });
  return openFolder(folder);
}

function openFolder(folder: string): GitRepository {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: folder, env: gitEnv, encoding: "utf8", maxBuffer: 1 << 28 }).replace(/\n$/, "");
  return {
    folder,
    git,
    write(file, content) {
      const target = path.join(folder, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    },
    remove: (file) => rmSync(path.join(folder, file), { recursive: true }),
    commit(message = "Change parameters") {
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--message", message);
      return git("rev-parse", "HEAD");
    },
    clone(...options) {
      const copy = mkdtempSync(path.join(os.tmpdir(), "clone-"));
      execFileSync("git", ["clone", "--quiet", ...options, `file://${folder}`, copy], { env: gitEnv });
      return openFolder(copy);
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
