import { AsyncLocalStorage } from "node:async_hooks";
import { constants, existsSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { sep } from "node:path";
import { vi } from "vitest";

/** How another program opens a file: nobody else may open it, or nobody may rename or remove it. */
type Sharing = "none" | "no delete";

/** What other programs do with the files of a disk. */
export interface OtherPrograms {
  /** For how long a program has a file open that has just got its name, milliseconds; 0 for none. */
  readonly scan: (path: string) => { readonly ms: number; readonly sharing: Sharing };
  /** For how long a call on a path is refused from its first time on, with which code. */
  readonly refuse: (call: string, path: string) => { readonly ms: number; readonly code: string };
}

/** A process on a disk, which can be killed. */
interface Execution {
  readonly disk: WindowsDisk;
  isOver: boolean;
}

const executions = new AsyncLocalStorage<Execution>();

/**
 * A folder of Linux with the rules of Windows. Another program that has a file open refuses calls on it. No file replaces an open one, no folder
 * with an open file is renamed, and a handle that appends cannot cut its file. Paths are absolute.
 */
export class WindowsDisk {
  readonly #root: string;
  readonly #now: () => number;
  readonly #others: OtherPrograms;
  /** Until when another program has a file open. */
  readonly #held = new Map<string, { readonly untilMs: number; readonly sharing: Sharing }>();
  /** Until when a call is refused, by call and path. */
  readonly #refused = new Map<string, { readonly untilMs: number; readonly code: string }>();
  /** The open files of the process. A renamed file stays open under its new name. */
  readonly #open = new Map<FileHandle, string>();
  #cutAt = Infinity;
  #onCut = () => {};
  /** Calls of the process that change the disk, so far. */
  calls = 0;
  /** How often another program refused a call. */
  refusals = 0;

  constructor(root: string, now: () => number, others: OtherPrograms) {
    this.#root = root;
    this.#now = now;
    this.#others = others;
  }

  /** Runs work to its end, or until call `cutAt` from now, counted from 1: a process that is killed in it. Answers whether it came to its end. */
  async run(cutAt: number, work: () => Promise<unknown>): Promise<boolean> {
    const execution: Execution = { disk: this, isOver: false };
    const cut = Promise.withResolvers<boolean>();
    this.#cutAt = this.calls + cutAt;
    this.#onCut = () => {
      execution.isOver = true;
      cut.resolve(false);
    };
    const ended = executions.run(execution, async () => {
      await work();
      return true;
    });
    const isWhole = await Promise.race([ended, cut.promise]);
    for (const handle of this.#open.keys()) await handle.close().catch(() => {});
    this.#open.clear();
    return isWhole;
  }

  /** Another program opens a file, and keeps it open. */
  hold(path: string, sharing: Sharing): void {
    this.#held.set(path, { untilMs: Infinity, sharing });
  }

  /** All other programs end. */
  letGo(): void {
    this.#held.clear();
    this.#refused.clear();
  }

  /** Counts a call. Answers whether the process is killed in it. */
  count(): boolean {
    this.calls += 1;
    if (this.calls === this.#cutAt) this.#onCut();
    return this.calls >= this.#cutAt;
  }

  beforeOpen(path: string): void {
    this.#refuse("open", path);
    if (this.#holder(path) === "none") this.#fail("EBUSY", "open", path);
  }

  beforeRename(from: string, to: string): void {
    this.#refuse("rename", to);
    const isBelow = (path: string) => path.startsWith(from + sep);
    if (this.#holder(from) !== undefined) this.#fail("EBUSY", "rename", from);
    if ([...this.#held.keys()].some((path) => isBelow(path) && this.#holder(path) !== undefined))
      this.#fail("EPERM", "rename", from);
    if ([...this.#open.values()].some(isBelow)) this.#fail("EPERM", "rename", from);
    const isOpen = this.#holder(to) !== undefined || [...this.#open.values()].includes(to);
    if (existsSync(to) && isOpen) this.#fail("EPERM", "rename", to);
  }

  beforeRemove(call: string, path: string): void {
    this.#refuse(call, path);
    if (this.#holder(path) !== undefined) this.#fail("EBUSY", call, path);
  }

  opened(handle: FileHandle, path: string): void {
    this.#open.set(handle, path);
  }

  closed(handle: FileHandle): void {
    this.#open.delete(handle);
  }

  renamed(from: string, to: string): void {
    for (const [handle, path] of this.#open) if (path === from) this.#open.set(handle, to);
    this.appeared(to);
  }

  /** A file got its name. */
  appeared(path: string): void {
    const { ms, sharing } = this.#others.scan(path);
    if (ms > 0 && this.#holder(path) === undefined) this.#held.set(path, { untilMs: this.#now() + ms, sharing });
  }

  has(path: string): boolean {
    return path.startsWith(this.#root + sep);
  }

  #holder(path: string): Sharing | undefined {
    const holder = this.#held.get(path);
    return holder !== undefined && this.#now() < holder.untilMs ? holder.sharing : undefined;
  }

  #refuse(call: string, path: string): void {
    const key = `${call} ${path}`;
    const now = this.#now();
    let refusal = this.#refused.get(key);
    if (refusal === undefined) {
      const { ms, code } = this.#others.refuse(call, path);
      refusal = { untilMs: now + ms, code };
      this.#refused.set(key, refusal);
    }
    if (now < refusal.untilMs) this.#fail(refusal.code, call, path);
  }

  #fail(code: string, call: string, path: string): never {
    this.refusals += 1;
    throw Object.assign(new Error(`${code}: operation not permitted, ${call} '${path}'`), {
      code,
      syscall: call,
      path,
    });
  }
}

const standStill = () => new Promise<never>(() => {});

/** The disk of this execution, if a path is on it. A process that was killed stands still. */
async function diskOf(path: string): Promise<WindowsDisk | undefined> {
  const execution = executions.getStore();
  if (execution?.isOver) await standStill();
  return execution?.disk.has(path) === true ? execution.disk : undefined;
}

/** The same, for a call that changes the disk: the process can be killed at it. */
async function changedDisk(path: string): Promise<WindowsDisk | undefined> {
  const disk = await diskOf(path);
  if (disk?.count() === true) await standStill();
  return disk;
}

/** The same at once. A killed process cannot stand still in a call, so it fails, and stands still at its next one. */
function diskNow(path: string, isChange: boolean): WindowsDisk | undefined {
  const execution = executions.getStore();
  if (execution === undefined || !execution.disk.has(path)) return undefined;
  if (isChange && !execution.isOver) execution.disk.count();
  if (execution.isOver) throw new Error("The process was killed.");
  return execution.disk;
}

const isRead = (flags: string | number | undefined) =>
  flags === undefined ||
  flags === "r" ||
  (typeof flags === "number" && (flags & (constants.O_WRONLY | constants.O_RDWR)) === 0);

/** `node:fs/promises` with the rules of Windows for the disk of an execution. For `vi.mock`. */
export async function windowsFiles() {
  const real = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  return {
    ...real,
    async open(path: string, flags?: string | number, mode?: number) {
      // Results are inspected one after the other: a read of a dead process that stood still would hold up all that come later.
      if (executions.getStore()?.isOver === true && isRead(flags)) throw new Error("The process was killed.");
      const disk = isRead(flags) ? await diskOf(path) : await changedDisk(path);
      if (disk === undefined) return real.open(path, flags, mode);
      disk.beforeOpen(path);
      const isNew = !existsSync(path);
      const handle = await real.open(path, flags, mode);
      disk.opened(handle, path);
      if (isNew) disk.appeared(path);
      return withRules(handle, path, disk, typeof flags === "number" && (flags & constants.O_APPEND) !== 0);
    },
    async rename(from: string, to: string) {
      const disk = await changedDisk(from);
      disk?.beforeRename(from, to);
      await real.rename(from, to);
      disk?.renamed(from, to);
    },
    async unlink(path: string) {
      (await changedDisk(path))?.beforeRemove("unlink", path);
      await real.unlink(path);
    },
    async rm(path: string, options?: { recursive?: boolean; force?: boolean }) {
      (await changedDisk(path))?.beforeRemove("rm", path);
      await real.rm(path, options);
    },
  };
}

/** `node:fs` with the rules of Windows for the calls that a run makes at once. For `vi.mock`. */
export async function windowsFilesNow() {
  const real = await vi.importActual<typeof import("node:fs")>("node:fs");
  return {
    ...real,
    openSync(path: string, flags: string | number, mode?: number) {
      diskNow(path, !isRead(flags))?.beforeOpen(path);
      return real.openSync(path, flags, mode);
    },
    writeFileSync(path: string, content: string | Uint8Array, options?: { flag?: string; mode?: number }) {
      const disk = diskNow(path, true);
      disk?.beforeOpen(path);
      real.writeFileSync(path, content, options);
      disk?.appeared(path);
    },
    rmSync(path: string, options?: { recursive?: boolean; force?: boolean }) {
      diskNow(path, true)?.beforeRemove("rm", path);
      real.rmSync(path, options);
    },
  };
}

function withRules(handle: FileHandle, path: string, disk: WindowsDisk, isAppending: boolean): FileHandle {
  const { write, writev, truncate, sync, datasync, close } = handle;
  const stepping = async (real: () => Promise<void>) => {
    await changedDisk(path);
    await real.call(handle);
  };
  return Object.assign(handle, {
    async write(bytes: Uint8Array, offset: number, length: number, position: number | null) {
      const isKilled = executions.getStore()?.isOver !== true && disk.count();
      // A kill can come in the middle of a write.
      if (isKilled) writeSync(handle.fd, Buffer.from(bytes), offset, Math.floor(length / 2), position);
      await diskOf(path);
      return Reflect.apply(write, handle, [bytes, offset, length, position]);
    },
    async writev(pieces: readonly Uint8Array[]) {
      await changedDisk(path);
      return Reflect.apply(writev, handle, [pieces]);
    },
    async truncate(length: number) {
      await changedDisk(path);
      if (isAppending) throw Object.assign(new Error("EPERM: operation not permitted, ftruncate"), { code: "EPERM" });
      return Reflect.apply(truncate, handle, [length]);
    },
    sync: () => stepping(sync),
    datasync: () => stepping(datasync),
    async close() {
      disk.closed(handle);
      return Reflect.apply(close, handle, []);
    },
  });
}

/** A fetch that stands still with the process that calls it. */
export function mortalFetch(fetch: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    if (executions.getStore()?.isOver === true) await standStill();
    const response = await fetch(request);
    if (executions.getStore()?.isOver === true) await standStill();
    return response;
  };
}
