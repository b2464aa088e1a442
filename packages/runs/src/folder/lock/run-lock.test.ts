import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { RunTakenOverError } from "@analytics-engines/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { UserError } from "../../user-error.ts";
import { thisProcess } from "./holder.ts";
import { isRunFolderInUse, lockRunFolder } from "./run-lock.ts";

const START = Date.UTC(2026, 0, 1);
beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ["setTimeout", "setInterval", "clearInterval", "clearTimeout", "Date"],
      now: START,
    }),
);
afterEach(() => void vi.useRealTimers());

const since = "2025-12-31T23:00:00.000Z";
/** Linux reports when a process started. Elsewhere a process number can be that of a later process, so a lock is only watched. */
const reportsStarts = thisProcess().started !== "";

/** The lock of another process, which lives, is dead, or cannot be seen from here. */
const lockOf = (change: object) =>
  `${JSON.stringify({ ...thisProcess(), host: "host", since, token: "other", ...change })}\n`;
const live = lockOf({});
const dead = lockOf({ started: "1" });
const unseen = lockOf({ pid: 7, boot: "other" });

async function scene(content?: string) {
  const folder = await temporaryFolder();
  const path = join(folder, "run.lock");
  if (content !== undefined) writeFileSync(path, content);
  return {
    folder,
    path,
    content: () => readFileSync(path, "utf8"),
    touchedMs: () => lstatSync(path).mtimeMs,
    /** Another process touches the lock. */
    touch: () => utimesSync(path, 1000, 1000),
  };
}

/** Starts to lock a folder, and says how that went so far. */
function startLock(folder: string, watchMs?: number) {
  const state: { taken?: Awaited<ReturnType<typeof lockRunFolder>>; error?: unknown } = {};
  lockRunFolder(folder, watchMs).then(
    (taken) => Object.assign(state, { taken }),
    (error: unknown) => Object.assign(state, { error }),
  );
  return state;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a lock that this process has", () => {
  it("names the process, and the time when it took this lock", async () => {
    const { folder, content } = await scene();
    const first = await lockRunFolder(folder);
    const lock = JSON.parse(content());
    expect(content()).toMatch(/^\{.*\}\n$/);
    expect(lock).toEqual({
      ...thisProcess(),
      since: "2026-01-01T00:00:00.000Z",
      token: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    await first.release();
    await lockRunFolder(folder);
    expect(JSON.parse(content()).token).not.toBe(lock.token);
  });

  it("is touched every 2 s, until it is released", async () => {
    const { folder, path, touchedMs } = await scene();
    const taken = await lockRunFolder(folder);
    for (const seconds of [2, 4, 6]) {
      await pass(1999);
      expect(touchedMs()).not.toBe(START + seconds * 1000);
      await pass(1);
      expect(touchedMs()).toBe(START + seconds * 1000);
    }
    await taken.release();
    expect(existsSync(path)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("is not touched while it is another's", async () => {
    const { folder, path, content, touch, touchedMs } = await scene();
    const taken = await lockRunFolder(folder);
    writeFileSync(path, live);
    touch();
    await pass(10_000);
    expect(touchedMs()).toBe(1_000_000);
    await taken.release();
    expect(content()).toBe(live);
  });

  // Windows says of a file below another file that it does not exist.
  it.skipIf(process.platform === "win32")("is touched again after the disk refused it", async () => {
    const { folder, path, content, touchedMs } = await scene();
    const taken = await lockRunFolder(folder);
    const lock = content();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "no folder");
    await pass(2000);
    // What the disk says is not taken for the lock of another process.
    await expect(taken.check()).rejects.toThrow("ENOTDIR");
    rmSync(folder);
    mkdirSync(folder);
    writeFileSync(path, lock);
    await pass(2000);
    expect(touchedMs()).toBe(START + 4000);
    await taken.check();
  });

  it("is lost as soon as it is not there, or another's: an error names the other process", async () => {
    const { folder, path } = await scene();
    const taken = await lockRunFolder(folder);
    await taken.check();
    writeFileSync(path, live);
    const words = `Another process took over the run in ${folder} (process ${process.pid} on host, since ${since})`;
    await expect(taken.check()).rejects.toThrow(words);
    await expect(taken.check()).rejects.toThrow(RunTakenOverError);
    for (const change of [() => writeFileSync(path, "{}"), () => rmSync(path), () => mkdirSync(path)]) {
      change();
      await expect(taken.check()).rejects.toThrow(
        `Another process took over the run in ${folder} (its run.lock is gone or damaged)`,
      );
    }
  });
});

describe("a folder that cannot be locked", () => {
  it("is reported with the system's error where it is not there", async () => {
    const { path } = await scene();
    await expect(lockRunFolder(path)).rejects.toThrow("ENOENT");
  });

  it("is reported where its lock is far too large", async () => {
    const { folder } = await scene(" ".repeat(5000));
    await expect(lockRunFolder(folder)).rejects.toThrow("run.lock has 5000 bytes, and at most 4096 are read");
  });

  it.runIf(reportsStarts)("is in use by a process that lives", async () => {
    const { folder, content } = await scene(live);
    const state = startLock(folder);
    await pass(0);
    expect(state.error).toBeInstanceOf(UserError);
    expect(String(state.error)).toContain(
      `${folder} is in use by another run (process ${process.pid} on host, since ${since}). Wait until it ends, stop it`,
    );
    expect([content(), readdirSync(folder)]).toEqual([live, ["run.lock"]]);
  });
});

describe.runIf(reportsStarts)("the lock of a process that is dead", () => {
  it("is taken over at once", async () => {
    const { folder, content } = await scene(dead);
    const state = startLock(folder);
    await pass(0);
    expect([state.error, content() === dead, readdirSync(folder)]).toEqual([undefined, false, ["run.lock"]]);
  });

  it("is taken over by one process at a time", async () => {
    const { folder, path, content } = await scene(dead);
    writeFileSync(`${path}~`, live);
    const state = startLock(folder);
    await pass(0);
    expect(String(state.error)).toContain("is in use by another run (process");
    expect([content(), readFileSync(`${path}~`, "utf8")]).toEqual([dead, live]);
  });

  it("keeps its place while another process takes it over, whenever that begins", async () => {
    for (let moment = 0; moment < 40; moment++) {
      const { folder, path } = await scene(dead);
      const state = startLock(folder);
      for (let tick = 0; tick < moment; tick++) await null;
      writeFileSync(`${path}~`, live);
      await pass(0);
      expect([moment, readFileSync(`${path}~`, "utf8")]).toEqual([moment, live]);
      await state.taken?.release();
    }
  });
});

describe("the lock of a process that cannot be seen", () => {
  it("is taken over when nobody has touched it for 12 s, and not before", async () => {
    const { folder, content } = await scene(unseen);
    const state = startLock(folder);
    await pass(11_999);
    expect([state, content()]).toEqual([{}, unseen]);
    await pass(1);
    expect(state.taken).toBeDefined();
    expect(JSON.parse(content()).token).not.toBe("other");
    expect(readdirSync(folder)).toEqual(["run.lock"]);
  });

  it.each([1, 2 ** 31 - 1])("is in use by process %d, the first or the last that there can be", async (pid) => {
    const { folder, touch } = await scene(lockOf({ pid, boot: "other" }));
    const state = startLock(folder);
    await pass(1);
    touch();
    await pass(250);
    expect(String(state.error)).toContain(`in use by another run (process ${pid} on host`);
  });

  it("is in use where it is touched in that time, up to the end", async () => {
    for (const ms of [1, 6000, 11_999]) {
      const { folder, touch, content } = await scene(unseen);
      const state = startLock(folder);
      await pass(ms);
      touch();
      await pass(250);
      expect(String(state.error)).toContain("in use by another run (process 7 on host");
      expect(content()).toBe(unseen);
    }
  });

  it("is free as soon as it is removed", async () => {
    const { folder, path } = await scene(unseen);
    const state = startLock(folder);
    await pass(1000);
    rmSync(path);
    await pass(250);
    expect(state.taken).toBeDefined();
  });

  it.runIf(reportsStarts)("is no longer watched when another process has it", async () => {
    const { folder, path, content } = await scene(unseen);
    const state = startLock(folder);
    await pass(1000);
    writeFileSync(path, live);
    await pass(250);
    expect(String(state.error)).toContain(`in use by another run (process ${process.pid} on host`);
    expect([content(), readdirSync(folder)]).toEqual([live, ["run.lock"]]);
  });

  it.each(["touched", "replaced"])(
    "is not removed where it is %s between the last look and the removal",
    async (change) => {
      for (let moment = 0; moment < 100; moment++) {
        const { folder, path, touch, content } = await scene(unseen);
        utimesSync(path, 500, 500);
        const state = startLock(folder, 500);
        await pass(250);
        vi.advanceTimersByTime(250);
        for (let tick = 0; tick < moment; tick++) await null;
        if (!existsSync(path) || content() !== unseen) {
          expect(moment).toBeGreaterThan(0);
          return;
        }
        if (change === "touched") touch();
        else {
          writeFileSync(path, live);
          // Some file systems keep times in steps of 2 s.
          utimesSync(path, 500, 500);
        }
        const changed = content();
        await pass(0);
        expect([moment, content()]).toEqual([moment, changed]);
        await pass(500);
        await state.taken?.release();
      }
      expect.fail("the lock is never taken");
    },
  );
});

it.each([
  ["of another machine", lockOf({ boot: "other" })],
  ["of another container", lockOf({ namespace: "pid:[1]" })],
  ["of another host, where the system has no boot id", lockOf({ boot: "", host: "elsewhere" })],
  ["whose process number another process has by now, where the system reports no start", lockOf({ started: "" })],
  ["of process 0", lockOf({ pid: 0 })],
  ["of a process number that no system has", lockOf({ pid: 2 ** 40 })],
  ["of an earlier version", JSON.stringify({ pid: 1, host: hostname(), started: "", since: "", token: "" })],
  ["that a kill left half written", '{"pid":1,'],
  ["that a kill left empty", ""],
])("a lock %s that nobody touches is taken over", async (_, text) => {
  const { folder, content } = await scene(text);
  const state = startLock(folder);
  await pass(12_000);
  await state.taken?.check();
  expect(JSON.parse(content())).toMatchObject({ pid: process.pid, since: expect.stringMatching(/^2026/) });
  await state.taken?.release();
  expect(readdirSync(folder)).toEqual([]);
});

describe("a lock that is half written", () => {
  const half = unseen.slice(0, 20);

  it("is taken over when nobody completes it for 1.8 s, and not before", async () => {
    const { folder, content } = await scene(half);
    const state = startLock(folder);
    await pass(1799);
    expect([state, content()]).toEqual([{}, half]);
    await pass(1);
    expect(state.taken).toBeDefined();
  });

  it.runIf(reportsStarts)("is the lock of the process that completes it", async () => {
    const { folder, path, content } = await scene(half);
    const state = startLock(folder);
    await pass(1700);
    writeFileSync(path, live);
    await pass(100);
    expect(String(state.error)).toContain(`in use by another run (process ${process.pid} on host`);
    expect(content()).toBe(live);
  });

  it("is free as soon as it is removed", async () => {
    const { folder, path } = await scene(half);
    const state = startLock(folder);
    await pass(300);
    rmSync(path);
    await pass(100);
    expect(state.taken).toBeDefined();
  });

  it.each(["7", 7.5, 2 ** 31])("names %j, which is no process number", async (pid) => {
    const { folder } = await scene(lockOf({ pid, boot: "other" }));
    const state = startLock(folder);
    await pass(1799);
    expect(state).toEqual({});
    await pass(1);
    expect(state.taken).toBeDefined();
  });

  it.each(["pid", "host", "started", "boot", "namespace", "since", "token"])("has no %s", async (property) => {
    const { [property]: _, ...rest } = JSON.parse(live);
    const { folder } = await scene(JSON.stringify(rest));
    const state = startLock(folder);
    await pass(1799);
    expect(state).toEqual({});
    await pass(1);
    expect(state.taken).toBeDefined();
  });
});

describe("a run folder", () => {
  const locks: [string, string | undefined, boolean][] = [
    ["without a lock", undefined, false],
    ["with a lock that is damaged", "{", false],
  ];
  const locksOfSeenProcesses: [string, string | undefined, boolean][] = [
    ["with the lock of a process that lives", live, true],
    ["with the lock of a dead process", dead, false],
  ];
  it.each(reportsStarts ? [...locks, ...locksOfSeenProcesses] : locks)(
    "%s says whether a process uses it, and stays as it is",
    async (_, text, isInUse) => {
      const { folder } = await scene(text);
      const before = readdirSync(folder);
      const asked = isRunFolderInUse(folder);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await asked).toBe(isInUse);
      expect(readdirSync(folder)).toEqual(before);
    },
  );
});
