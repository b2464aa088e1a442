import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { findCommittedFiles } from "../provenance/committed-files.ts";
import { openGit, SlowGitError } from "./git.ts";

// A busy machine takes a second to start a program.
const MAX_TIME_MS = 3000;
/** A command that answers as git does while the repository is opened. */
const OPENS = 'case "$*" in *extensions*) exit 1 ;; esac';

let world = "";
beforeEach(async () => {
  world = await temporaryFolder();
  for (const name of ["bin", "clone/.git/objects", "clone/.git/refs"])
    mkdirSync(join(world, name), { recursive: true });
  writeFileSync(join(world, "clone/.git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(world, "clone/.git/config"), "[core]\n");
});

/** Puts a program in the place of git. Its variable PID_FILE names a file for the id of a process that outlives it. */
function replaceGit(script: string): Readonly<Record<string, string>> {
  writeFileSync(join(world, "bin/git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { PATH: `${join(world, "bin")}:/usr/bin:/bin`, PID_FILE: join(world, "pid") };
}

async function openClone(script: string, maxTimeMs = MAX_TIME_MS) {
  const git = await openGit(join(world, "clone"), replaceGit(script), maxTimeMs);
  onTestFinished(() => git[Symbol.dispose]());
  return git;
}

describe.skipIf(process.platform === "win32")("a git that does not end", () => {
  it("is ended, and the error names the command", async () => {
    const env = replaceGit("exec sleep 600");
    const opening = openGit(join(world, "clone"), env, MAX_TIME_MS);
    await expect(opening).rejects.toThrow(SlowGitError);
    await expect(opening).rejects.toThrow(/^git config did not end within 3 s and was ended\./);
  });

  it("is ended although it answers no signal that it can ignore", async () => {
    const git = await openClone(`${OPENS}\ntrap "" TERM; echo $$ > "$PID_FILE"; while :; do sleep 0.1; done`);
    await expect(git.read(["rev-parse", "HEAD"])).rejects.toThrow("git rev-parse did not end");
    const pid = Number(readFileSync(join(world, "pid"), "utf8"));
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("is not waited for where a program that it started keeps its output", async () => {
    const git = await openClone(`${OPENS}\nsleep 600 & echo $! > "$PID_FILE"; echo answer`);
    onTestFinished(() => void process.kill(Number(readFileSync(join(world, "pid"), "utf8")), "SIGKILL"));
    await expect(git.read(["rev-parse", "HEAD"])).rejects.toThrow(SlowGitError);
  });

  it("leaves a run without the commit of its files, and says so", async () => {
    const sentences: string[] = [];
    const files = [{ path: "a.pa.json", sha256: "0".repeat(64) }];
    const env = replaceGit("exec sleep 600");
    const committed = await findCommittedFiles(
      join(world, "clone"),
      files,
      env,
      (sentence) => sentences.push(sentence),
      MAX_TIME_MS,
    );
    expect(committed).toBeUndefined();
    expect(sentences).toEqual([
      expect.stringMatching(/^The manifest does not name the commit of the parameter files: git config did not end/),
    ]);
  });
});

describe.skipIf(process.platform === "win32")("a git that is only slow", () => {
  it("is read to its end within the time that it has", async () => {
    const git = await openClone(
      `${OPENS}\nfor part in 1 2 3 4 5 6 7 8 9 10 11; do echo $part; sleep 0.1; done`,
      60_000,
    );
    expect((await git.read(["ls-tree"])).toString()).toBe("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
