import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { link, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { RunTakenOverError } from "@analytics-engines/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWorld, ORIGIN, requests } from "../../../../core/test/support/world.ts";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { runFileOf } from "../../../test/support/run-file.ts";
import { UserError } from "../../user-error.ts";
import { runToFolder } from "../run-to-folder.ts";
import { thisProcess } from "./holder.ts";
import { lockRunFolder } from "./run-lock.ts";

/** A process that waits, and the lock that it would write. */
async function waitingProcess() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(child, "spawn");
  const { pid = 0 } = child;
  const lock = { ...thisProcess(), pid, started: startOf(pid), since: "2026-01-01T00:00:00.000Z", token: "" };
  return {
    lock,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

/** When a process started, as Linux reports it; empty on other systems. */
function startOf(pid: number): string {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) ? (readFileSync(file, "latin1").split(") ")[1]?.split(" ")[19] ?? "") : "";
}

describe("a run folder in use", () => {
  it("is refused to a second run, which changes nothing and names the first; after its end it is free", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const { client, clock } = world;
    const files = [runFileOf(requests.pa())];
    const options = { client, clock, folder, tool: "test/1", service: ORIGIN, resume: true };
    let second: unknown;
    await clock.run(() =>
      runToFolder(files, {
        ...options,
        async onEvent({ type }) {
          if (type === "job-created") second = await runToFolder(files, options).catch((error: unknown) => error);
        },
      }),
    );
    expect(second).toBeInstanceOf(UserError);
    expect(String(second)).toContain(`in use by another run (process ${process.pid} on ${hostname()}, since `);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1]);
    expect(await readdir(folder)).not.toContain("run.lock");
    expect((await clock.run(() => runToFolder(files, options))).status).toBe("success");
  });

  it.runIf(process.platform === "linux")(
    "by a process that lives is refused, and is taken over once it was killed",
    async () => {
      const folder = await temporaryFolder();
      const { lock, kill } = await waitingProcess();
      const text = JSON.stringify(lock);
      await writeFile(join(folder, "run.lock"), text);
      await expect(lockRunFolder(folder)).rejects.toThrow(`process ${lock.pid} on`);
      expect(await readFile(join(folder, "run.lock"), "utf8")).toBe(text);
      await kill();
      const taken = await lockRunFolder(folder);
      expect(JSON.parse(await readFile(join(folder, "run.lock"), "utf8"))).toMatchObject({ pid: process.pid });
      await taken.release();
      expect(await readdir(folder)).toEqual([]);
    },
  );

  const foreign = { ...thisProcess(), since: "", token: "" };
  it("by a process that cannot be seen is refused while that touches its lock, whatever its clock says", async () => {
    for (const clock of [0, 1_000_000_000, 4_000_000_000]) {
      const folder = await temporaryFolder();
      const lock = join(folder, "run.lock");
      await writeFile(lock, JSON.stringify({ ...foreign, namespace: "pid:[1]", pid: 7 }));
      await utimes(lock, clock, clock);
      const taken = lockRunFolder(folder, 20_000);
      setTimeout(() => utimesSync(lock, clock - 5, clock - 5), 700);
      await expect(taken).rejects.toThrow("in use by another run (process 7 on");
      expect(await readdir(folder)).toEqual(["run.lock"]);
    }
  });

  it("is refused where its lock is a link, a folder or a pipe, at once, and the rest is unchanged", async () => {
    const outside = join(await temporaryFolder(), "outside");
    await writeFile(outside, "outside");
    const makes: Record<string, (path: string) => Promise<unknown>> = {
      "is a link": (path) => symlink("/dev/zero", path),
      "is a link, and": (path) => symlink(outside, path),
      "is a folder": (path) => mkdir(path),
      "is a pipe": async (path) => void execFileSync("mkfifo", [path]),
      "has 2 names": (path) => link(outside, path),
      "has 5000 bytes": (path) => writeFile(path, " ".repeat(5000)),
    };
    for (const [words, make] of Object.entries(makes)) {
      const folder = await temporaryFolder();
      await make(join(folder, "run.lock"));
      await expect(lockRunFolder(folder)).rejects.toThrow(`run.lock ${words}`);
      await expect(lockRunFolder(folder)).rejects.toThrow(UserError);
    }
    expect(await readFile(outside, "utf8")).toBe("outside");
  });

  it.runIf(process.platform === "linux")("by a process whose number another has by now is taken over", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "run.lock"), JSON.stringify({ ...foreign, started: "1" }));
    await (await lockRunFolder(folder)).release();
  });

  it("is given to one of many that take over a dead lock at once", async () => {
    const folder = await temporaryFolder();
    const dead = { ...foreign, started: "1" };
    for (let round = 0; round < 20; round++) {
      await writeFile(join(folder, "run.lock"), JSON.stringify(dead));
      const taken = await Promise.allSettled(Array.from({ length: 8 }, () => lockRunFolder(folder)));
      expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const result of taken) if (result.status === "fulfilled") await result.value.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it("is never taken from a process that took it in the moment between the look and the removal", async () => {
    for (let moment = 0; moment < 40; moment++) {
      const folder = await temporaryFolder();
      const lock = join(folder, "run.lock");
      await writeFile(lock, JSON.stringify({ ...foreign, started: "1" }));
      const taking = lockRunFolder(folder).catch(() => undefined);
      for (let tick = 0; tick < moment; tick++) await null;
      const other = JSON.stringify({ ...foreign, token: "other" });
      writeFileSync(lock, other);
      await (await taking)?.release();
      expect([moment, await readFile(lock, "utf8")]).toEqual([moment, other]);
    }
  });

  it.runIf(process.platform === "linux")(
    "by a process that is dead, and that its parent has not noticed, is taken over",
    async () => {
      const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] });
      onTestFinished(() => void parent.kill("SIGKILL"));
      const pid = Number(String((await once(parent.stdout, "data"))[0]));
      // A shell would notice the end of its child.
      await expect.poll(() => readFile(`/proc/${parent.pid}/stat`, "latin1")).toMatch(/\(sleep\)/);
      process.kill(pid, "SIGKILL");
      await expect.poll(() => readFile(`/proc/${pid}/stat`, "latin1")).toMatch(/\) Z /);
      const folder = await temporaryFolder();
      await writeFile(join(folder, "run.lock"), JSON.stringify({ ...foreign, pid, started: "" }));
      await (await lockRunFolder(folder)).release();
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it("is taken over although the one that took it over before was killed at that", async () => {
    const folder = await temporaryFolder();
    const dead = JSON.stringify({ ...foreign, started: "1" });
    await writeFile(join(folder, "run.lock"), dead);
    await writeFile(join(folder, "run.lock~"), dead);
    await (await lockRunFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it("is neither freed nor used by one that lost it", async () => {
    const folder = await temporaryFolder();
    const taken = await lockRunFolder(folder);
    await taken.check();
    for (const change of [
      () => writeFile(join(folder, "run.lock"), "another's"),
      () => writeFile(join(folder, "run.lock"), JSON.stringify({ ...foreign, token: "other", pid: 7 })),
      async () => {
        await rm(join(folder, "run.lock"));
        await symlink("elsewhere", join(folder, "run.lock"));
      },
    ]) {
      await change();
      await expect(taken.check()).rejects.toThrow(RunTakenOverError);
      await taken.release();
      expect(await readdir(folder)).toEqual(["run.lock"]);
    }
    await rm(join(folder, "run.lock"));
    await expect(taken.check()).rejects.toThrow(/took over the run in .* \(its run.lock is gone/);
  });
});
