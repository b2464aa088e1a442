import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVirtualClock } from "@analytics-engines/core/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import {
  FileBusyError,
  openHandle,
  removeTemporary,
  removeTree,
  renamePath,
  retryBusy,
  retryBusyNow,
  withBusyRule,
} from "./busy-files.ts";

const systemError = (code: string) => Object.assign(new Error(`${code}: not permitted, rename`), { code });
const codes = fc.constantFrom("EPERM", "EBUSY", "EACCES");

/** A call that another program refuses until a time of the clock. */
function scene() {
  const clock = createVirtualClock();
  const startedAt = clock.now();
  let calls = 0;
  const refusedFor = (ms: number, code: string) => () => {
    calls += 1;
    if (clock.now() - startedAt < ms) throw systemError(code);
    return "done";
  };
  const settle = (isOn: boolean, call: () => string, path = "report.html", more: object = {}) =>
    clock.run(() =>
      withBusyRule({ isOn, clock, ...more }, () => retryBusy(call, { path })).then(
        (value) => ({ value, error: undefined }),
        (error: unknown) => ({ value: undefined, error }),
      ),
    );
  return { clock, refusedFor, settle, waitedMs: () => clock.now() - startedAt, calls: () => calls };
}

describe("a call that another program refuses", () => {
  it("succeeds where the program lets go within 10 s, soon after that", () =>
    fc.assert(
      fc.asyncProperty(codes, fc.nat(10_000), async (code, ms) => {
        const { refusedFor, settle, waitedMs } = scene();
        expect(await settle(true, refusedFor(ms, code))).toEqual({ value: "done", error: undefined });
        expect(waitedMs()).toBeLessThanOrEqual(Math.max(ms * 1.6, ms + 500) + 10);
      }),
    ));

  it("is tried often at first, and a few times a second after that", async () => {
    const { refusedFor, settle, calls } = scene();
    await settle(true, refusedFor(10_000, "EPERM"));
    expect(calls()).toBeGreaterThan(20);
    expect(calls()).toBeLessThan(40);
  });

  it("fails after some 10 s with the name of the file, the cause, and what to do", async () => {
    const { refusedFor, settle, waitedMs } = scene();
    const { error } = await settle(true, refusedFor(1e9, "EBUSY"), join(process.cwd(), "nightly", "report.html"));
    expect(error).toBeInstanceOf(FileBusyError);
    expect(String(error)).toContain(
      "nightly/report.html is open in another program, such as Excel. Close it there, and run the command again.",
    );
    expect(waitedMs()).toBeGreaterThan(9_000);
    expect(waitedMs()).toBeLessThan(11_000);
  });

  it("is made once where a folder has the name of the file: no program closes that", async () => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, "a.json"));
    writeFileSync(join(folder, "new"), "");
    const clock = createVirtualClock();
    const startedAt = clock.now();
    // A code of Windows, which other systems do not give for a folder.
    const busyFolder = async (code: string) => {
      const refused = () => Promise.reject(systemError(code));
      return clock.run(() =>
        withBusyRule({ isOn: true, clock }, () => retryBusy(refused, { path: "new", newFile: join(folder, "a.json") })),
      );
    };
    for (const code of ["EPERM", "EBUSY", "EACCES"]) await expect(busyFolder(code)).rejects.toThrow(/^EISDIR/);
    expect(clock.now()).toBe(startedAt);
  });

  it.runIf(hasLinks)("is made again where the system does not say what has the name of the file", async () => {
    const loop = join(await temporaryFolder(), "loop");
    symlinkSync(loop, loop);
    const { clock, refusedFor } = scene();
    const call = refusedFor(1000, "EPERM");
    const renamed = clock.run(() =>
      withBusyRule({ isOn: true, clock }, () => retryBusy(call, { path: "new", newFile: loop })),
    );
    await expect(renamed).resolves.toBe("done");
  });

  it("says what to do next in the words of the work around it", async () => {
    const { refusedFor, settle } = scene();
    const { error } = await settle(true, refusedFor(1e9, "EBUSY"), "a.json", { remedy: "resume the run" });
    expect(String(error)).toMatch(/Close it there, and resume the run\.$/);
  });

  it("keeps the words of the system where the file is not there or may not be changed", async () => {
    const { refusedFor, settle } = scene();
    const refusal = refusedFor(1e9, "EPERM");
    expect(String((await settle(true, refusal, join(await temporaryFolder(), "none"))).error)).toContain("EPERM: not");
    const path = join(await temporaryFolder(), "mine");
    writeFileSync(path, "");
    expect((await settle(true, refusedFor(1e9, "EPERM"), path)).error).toBeInstanceOf(FileBusyError);
    if (process.getuid?.() === 0) return;
    chmodSync(path, 0o444);
    expect(String((await settle(true, refusedFor(1e9, "EPERM"), path)).error)).toContain("EPERM: not");
  });

  it("has what arrived recorded before it waits, once", async () => {
    const { refusedFor, settle, waitedMs } = scene();
    const noted: number[] = [];
    const beforeWait = async () => void noted.push(waitedMs());
    await settle(true, refusedFor(2000, "EPERM"), "a", { beforeWait });
    expect(noted).toEqual([0]);
  });

  it("waits without leaving the call where that must be", () => {
    let waitedMs = 0;
    const call = () => {
      if (waitedMs < 3000) throw systemError("EBUSY");
      return "done";
    };
    const pauseNow = (ms: number) => {
      waitedMs += ms;
    };
    withBusyRule({ isOn: true, pauseNow }, () => {
      expect(retryBusyNow(call, { path: "a" })).toBe("done");
      waitedMs = -1e9;
      expect(() => retryBusyNow(call, { path: "a" })).toThrow(FileBusyError);
    });
  });
});

describe("a call is not tried again", () => {
  it.each(["ENOENT", "EEXIST", "ENOSPC", "EIO"])("where the system answers %s", async (code) => {
    const { refusedFor, settle, calls } = scene();
    expect((await settle(true, refusedFor(1, code))).error).toMatchObject({ code });
    expect(calls()).toBe(1);
  });

  it("on a system where a program that has a file open refuses nothing", async () => {
    const { refusedFor, settle, calls } = scene();
    expect((await settle(false, refusedFor(1, "EPERM"))).error).toMatchObject({ code: "EPERM" });
    expect(calls()).toBe(1);
  });
});

describe("the calls of the system", () => {
  it("open, rename and remove", async () => {
    const folder = await temporaryFolder();
    const [one, other] = [join(folder, "one"), join(folder, "other")];
    writeFileSync(one, "1");
    await (await openHandle(one, 0)).close();
    await renamePath(one, other);
    expect(readFileSync(other, "utf8")).toBe("1");
    mkdirSync(join(folder, "tree/inner"), { recursive: true });
    await removeTree(join(folder, "tree"));
    await removeTree(join(folder, "none"));
    expect(readdirSync(folder)).toEqual(["other"]);
  });

  it("leave what cannot be removed, where nobody needs it any more", async () => {
    await expect(removeTemporary("\0")).resolves.toBeUndefined();
    expect(existsSync("\0")).toBe(false);
  });
});
