import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createWorld, ORIGIN, requests } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { UserError } from "../user-error.ts";
import { lockRunFolder } from "./run-lock.ts";
import { runToFolder } from "./run-to-folder.ts";

/** A process that waits, and the lock that it would write. */
async function waitingProcess() {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(child, "spawn");
  const lock = { pid: child.pid ?? 0, host: hostname(), started: "", since: "2026-01-01T00:00:00.000Z", token: "" };
  return {
    lock,
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

describe("a run folder in use", () => {
  it("is refused to a second run, which changes nothing and names the first; after its end it is free", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const { client, clock } = world;
    const { key, family, body } = requests.pa();
    const files = [{ path: key, family, request: body, sha256: "0".repeat(64), parametersSha256: "1".repeat(64) }];
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

  it("by a process that lives is refused, and is taken over once it was killed", async () => {
    const folder = await temporaryFolder();
    const { lock, kill } = await waitingProcess();
    const text = JSON.stringify(lock);
    await writeFile(join(folder, "run.lock"), text);
    await expect(lockRunFolder(folder)).rejects.toThrow(`process ${lock.pid} on`);
    expect(await readFile(join(folder, "run.lock"), "utf8")).toBe(text);
    await kill();
    const unlock = await lockRunFolder(folder);
    expect(JSON.parse(await readFile(join(folder, "run.lock"), "utf8"))).toMatchObject({ pid: process.pid });
    await unlock();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    [
      "of another host",
      JSON.stringify({ pid: process.pid, host: "elsewhere.example", started: "", since: "", token: "" }),
    ],
    ["that a kill left half written", '{"pid":1,'],
    ["that a kill left empty", ""],
  ])("by a lock %s is taken over", async (_, text) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "run.lock"), text);
    const unlock = await lockRunFolder(folder);
    expect(JSON.parse(await readFile(join(folder, "run.lock"), "utf8"))).toMatchObject({ pid: process.pid });
    await unlock();
  });

  it.runIf(process.platform === "linux")("by a process whose number another has by now is taken over", async () => {
    const folder = await temporaryFolder();
    const lock = { pid: process.pid, host: hostname(), started: "1", since: "", token: "" };
    await writeFile(join(folder, "run.lock"), JSON.stringify(lock));
    await (await lockRunFolder(folder))();
  });

  it("is given to one of many that take over a dead lock at once", async () => {
    const folder = await temporaryFolder();
    const dead = { pid: process.pid, host: "elsewhere.example", started: "", since: "", token: "" };
    for (let round = 0; round < 20; round++) {
      await writeFile(join(folder, "run.lock"), JSON.stringify(dead));
      const taken = await Promise.allSettled(Array.from({ length: 8 }, () => lockRunFolder(folder)));
      expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const result of taken) if (result.status === "fulfilled") await result.value();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it("is taken over although the one that took it over before was killed at that", async () => {
    const folder = await temporaryFolder();
    const dead = JSON.stringify({ pid: process.pid, host: "elsewhere.example", started: "", since: "", token: "" });
    await writeFile(join(folder, "run.lock"), dead);
    await writeFile(join(folder, "run.lock~"), dead);
    await (await lockRunFolder(folder))();
    expect(await readdir(folder)).toEqual([]);
  });

  it("is not freed by one that lost it", async () => {
    const folder = await temporaryFolder();
    const unlock = await lockRunFolder(folder);
    await writeFile(join(folder, "run.lock"), "another's");
    await unlock();
    expect(await readdir(folder)).toEqual(["run.lock"]);
  });
});
