import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createSimulator } from "@analytics-engines/simulator";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { manyPa } from "../../../../core/test/support/world.ts";
import { bundleChild } from "../../../test/support/bundle-child.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { runFileOf } from "../../../test/support/run-file.ts";
import { checkRun } from "../../verify/check-run.ts";
import type { RunFile } from "../run-options.ts";

const files: readonly RunFile[] = manyPa(6).map(runFileOf);

/** Commands that run a program apart from others of the machine, as containers do. */
const containers: Readonly<Record<string, readonly string[]>> = {
  "process numbers of its own": ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"],
  "a host name of its own": ["unshare", "--uts", "sh", "-c", 'hostname other-host && exec "$@"', "sh"],
};

/** Whether this system permits that. */
const isPermitted = ([command = "", ...rest]: readonly string[]) =>
  process.platform === "linux" && spawnSync(command, [...rest, "true"], { stdio: "ignore" }).status === 0;

let programs = "";
let script = "";
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), "run-program-"));
  script = await bundleChild("support/run-child.ts", programs);
});
afterAll(() => rm(programs, { recursive: true, force: true }));

interface Ended {
  readonly status?: string;
  readonly error?: string;
  readonly message?: string;
}

/** Starts a run of the files in a process of its own. */
function start(container: readonly string[], url: string, folder: string) {
  const [command = "", ...rest] = [...container, process.execPath, "--no-warnings", script, url, folder];
  const child = spawn(command, rest, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin.end(JSON.stringify(files));
  const ended: Promise<Ended> = text(child.stdout).then((out) => JSON.parse(out));
  return { child, ended };
}

/** A service, and a run that waits there for the jobs of all files. */
async function createScene(container: readonly string[], jobSeconds: number) {
  const simulator = createSimulator({ profile: "strict", jobSeconds });
  const { url, close } = await simulator.listen();
  onTestFinished(() => close());
  const folder = await temporaryFolder();
  const first = start(container, url, folder);
  await expect.poll(() => simulator.jobs.length, { timeout: 60_000 }).toBe(files.length);
  await expect
    .poll(() =>
      readFile(join(folder, "journal.jsonl"), "utf8").then((journal) => journal.split('"created"').length - 1),
    )
    .toBe(files.length);
  return { simulator, folder, first, second: () => start(container, url, folder) };
}

const creates = ({ jobs }: Awaited<ReturnType<typeof createScene>>["simulator"]) => jobs.map((job) => job.creates);

describe.each(Object.entries(containers))("a run folder that two processes share, each with %s", (_, container) => {
  it.runIf(isPermitted(container))(
    "is refused to the second while the first lives, which ends with all results",
    async () => {
      const { simulator, folder, first, second } = await createScene(container, 5);
      expect(await second().ended).toMatchObject({
        error: "UserError",
        message: expect.stringContaining("is in use by another run"),
      });
      expect(await first.ended).toEqual({ status: "success" });
      expect(creates(simulator)).toEqual(files.map(() => 1));
      expect(await readdir(folder)).not.toContain("run.lock");
      expect(await checkRun(folder, () => {})).toMatchObject({ results: 6, problems: [] });
    },
  );
});

describe("a run whose process is paused in a container of its own", () => {
  const container = containers["process numbers of its own"] ?? [];

  it.runIf(isPermitted(container))(
    "is continued by a process of another container, and stops when it goes on: it changes nothing any more",
    { tags: ["full"] },
    async () => {
      const { simulator, folder, first, second } = await createScene(container, 3);
      const paused = innermost(first.child);
      process.kill(paused, "SIGSTOP");
      expect(await second().ended).toEqual({ status: "success" });
      const manifest = await readFile(join(folder, "manifest.json"), "utf8");
      const journal = await readFile(join(folder, "journal.jsonl"), "utf8");
      process.kill(paused, "SIGCONT");
      expect(await first.ended).toMatchObject({
        error: "RunTakenOverError",
        message: expect.stringContaining("took over the run"),
      });
      expect(await readFile(join(folder, "manifest.json"), "utf8")).toBe(manifest);
      expect(await readFile(join(folder, "journal.jsonl"), "utf8")).toBe(journal);
      expect(existsSync(join(folder, "run.lock"))).toBe(false);
      expect(creates(simulator)).toEqual(files.map(() => 1));
      expect(simulator.jobs.flatMap(({ units }) => units.map(({ resultReads }) => resultReads))).toEqual(
        files.map(() => 1),
      );
      expect(await checkRun(folder, () => {})).toMatchObject({ results: 6, problems: [] });
    },
  );
});

/** The process that a container runs. */
function innermost({ pid = 0 }: ChildProcess): number {
  return Number(execFileSync("pgrep", ["--parent", String(pid)], { encoding: "utf8" }).trim());
}
