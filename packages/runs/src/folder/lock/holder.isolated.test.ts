import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Holder, stateOf, thisProcess } from "./holder.ts";

/** What a system has: its files, where its links lead, and its name. */
const system = vi.hoisted(() => ({ files: new Map<string, string>(), links: new Map<string, string>(), name: "" }));

vi.mock("node:fs", async (original) => {
  const read = (content: ReadonlyMap<string, string>) => (path: string) => {
    const text = content.get(path);
    if (text === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
    return text;
  };
  return { ...(await original<object>()), readFileSync: read(system.files), readlinkSync: read(system.links) };
});
vi.mock("node:os", async (original) => ({ ...(await original<object>()), hostname: () => system.name }));

/** What Linux reports of a process, whose name can hold anything. */
const statOf = (pid: number, state: string, start: string) =>
  `${pid} (a) Z (b c) ${state} ${Array.from({ length: 18 }, (_, at) => at + 1).join(" ")} ${start} 21 22\n`;

function setLinux(): void {
  system.name = "here";
  system.files.clear();
  system.files.set("/proc/sys/kernel/random/boot_id", "boot-1\n");
  system.files.set(`/proc/${process.pid}/stat`, statOf(process.pid, "R", "500"));
  system.files.set("/proc/7/stat", statOf(7, "S", "700"));
  system.links.clear();
  system.links.set("/proc/self/ns/pid", "pid:[1]");
  system.links.set("/proc/self", String(process.pid));
}

/** Without the files of Linux, as on Windows and macOS. */
function setOther(): void {
  system.files.clear();
  system.links.clear();
}

/** What the system answers to a signal that only asks: `undefined` where the process is there. */
function answerSignals(code: string | undefined) {
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return true;
  });
  onTestFinished(() => kill.mockRestore());
  return kill;
}

const holder: Holder = { pid: 7, host: "here", started: "700", boot: "boot-1", namespace: "pid:[1]" };

beforeEach(setLinux);

describe("this process", () => {
  it("is named with its start, machine and container", () => {
    const { pid } = process;
    expect(thisProcess()).toEqual({ pid, host: "here", started: "500", boot: "boot-1", namespace: "pid:[1]" });
    expect(stateOf(thisProcess())).toBe("lives");
  });

  it("is named by its number and host where the system reports no more", () => {
    setOther();
    expect(thisProcess()).toEqual({ pid: process.pid, host: "here", started: "", boot: "", namespace: "" });
    // Another process may have its number by now.
    expect(stateOf(thisProcess())).toBe("unknown");
  });
});

describe("a process", () => {
  it.each<[string, Partial<Holder>, string]>([
    ["of this machine and container", {}, "lives"],
    ["of this machine, which had another name", { host: "elsewhere" }, "lives"],
    ["whose start is not known", { started: "" }, "unknown"],
    ["whose number a later process has", { started: "699" }, "dead"],
    ["of a number that no process has", { pid: 8 }, "dead"],
    ["of a number that no process has, and whose start is not known", { pid: 8, started: "" }, "dead"],
    ["of another machine, or of before its last start", { boot: "boot-2" }, "unknown"],
    ["of a system that reports no boot", { boot: "" }, "unknown"],
    ["of another container", { namespace: "pid:[2]" }, "unknown"],
  ])("%s", (_, change, state) => {
    answerSignals("ESRCH");
    expect(stateOf({ ...holder, ...change })).toBe(state);
  });

  it.each(["Z", "X"])("that ended, and that its parent has not noticed (%s), is dead", (state) => {
    system.files.set("/proc/7/stat", statOf(7, state, "700"));
    answerSignals(undefined);
    expect(stateOf(holder)).toBe("dead");
  });

  it("is unknown where the system reports no start", () => {
    system.files.set("/proc/7/stat", "7 (name) S 1 2 3");
    expect(stateOf(holder)).toBe("unknown");
  });

  it.each([
    [undefined, "unknown"],
    ["ESRCH", "dead"],
    // Of another user.
    ["EPERM", "unknown"],
  ])("is asked for with a signal where the system has no such files: %s", (code, state) => {
    setOther();
    const kill = answerSignals(code);
    expect(stateOf({ ...holder, boot: "", namespace: "" })).toBe(state);
    expect(kill).toHaveBeenCalledWith(7, 0);
  });

  it("of another host is unknown where the systems have no boot", () => {
    setOther();
    answerSignals(undefined);
    expect(stateOf({ ...holder, boot: "", namespace: "", host: "elsewhere" })).toBe("unknown");
  });

  it("is not judged by the files of another container", () => {
    system.links.set("/proc/self", "1");
    system.files.set("/proc/7/stat", statOf(7, "Z", "1"));
    answerSignals(undefined);
    expect(stateOf(holder)).toBe("unknown");
    answerSignals("ESRCH");
    expect(stateOf(holder)).toBe("dead");
  });
});
