import { AsyncLocalStorage } from "node:async_hooks";
import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { vi } from "vitest";
import { DiskModel } from "./disk-model.ts";

/** One execution on a disk that is recorded. */
interface Execution {
  readonly disk: RecordedDisk;
  isOver: boolean;
}

const executions = new AsyncLocalStorage<Execution>();

/** A real folder and the model of what is durable of it. */
export class RecordedDisk {
  readonly model: DiskModel;
  readonly #handles = new Set<FileHandle>();
  #cutAt = Infinity;
  #onCut = () => {};
  /** Calls that change the disk or sync it, so far. */
  calls = 0;
  /** The call that the disk refuses. */
  failAt = Infinity;
  constructor(root: string) {
    this.model = new DiskModel(root);
  }

  /**
   * Runs work to its end, or until just before call `cutAt` from now, counted from 1: then it stands still for ever, as a process does that
   * is killed or loses its power. Answers whether it came to its end.
   */
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
    for (const handle of this.#handles) await handle.close().catch(() => {});
    this.#handles.clear();
    return isWhole;
  }

  count(): void {
    this.calls += 1;
    if (this.calls >= this.#cutAt) this.#onCut();
    if (this.calls === this.failAt)
      throw Object.assign(new Error("EIO: i/o error, write"), { code: "EIO", syscall: "write" });
  }

  opened(handle: FileHandle): void {
    this.#handles.add(handle);
  }

  closed(handle: FileHandle): void {
    this.#handles.delete(handle);
  }
}

/** Stands still where the execution was cut off; otherwise the disk that it works on, if it is recorded. */
async function recorded(): Promise<RecordedDisk | undefined> {
  const execution = executions.getStore();
  if (execution?.isOver) await new Promise(() => {});
  return execution?.disk;
}

async function counted(): Promise<RecordedDisk | undefined> {
  const disk = await recorded();
  disk?.count();
  await recorded();
  return disk;
}

/**
 * Refuses to open a file for reading where the execution was cut off. Results are inspected one after the other in a process: if a read of
 * a dead execution stood still, each later execution would wait for it.
 */
function refuseRead(flags: string | number | undefined): void {
  const isRead = flags === undefined || flags === "r" || (typeof flags === "number" && (flags & WRITES) === 0);
  if (isRead && executions.getStore()?.isOver === true) throw new Error("The process was cut off.");
}

const WRITES = constants.O_WRONLY | constants.O_RDWR;

/** A fetch that stands still with the execution that calls it. */
export function cutOffFetch(fetch: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    await recorded();
    const response = await fetch(request);
    await recorded();
    return response;
  };
}

/** `node:fs/promises` that records what is done below the folder of an execution, and is otherwise unchanged. For `vi.mock`. */
export async function recordedFileSystem() {
  const real = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  return {
    ...real,
    async open(path: string, flags?: string | number, mode?: number) {
      refuseRead(flags);
      const disk = await recorded();
      if (disk === undefined) return real.open(path, flags, mode);
      disk.count();
      refuseRead(flags);
      await recorded();
      const handle = await real.open(path, flags, mode);
      disk.opened(handle);
      const { model } = disk;
      const isFolder = (await handle.stat()).isDirectory();
      if (!model.has(path)) {
        // Folders above the recorded ones are not recorded.
        if (isFolder) return handle;
        model.add(path, false);
      }
      return recordedHandle(handle, path, disk);
    },
    async rename(from: string, to: string) {
      const disk = await counted();
      await real.rename(from, to);
      disk?.model.move(from, to);
    },
    async unlink(path: string) {
      const disk = await counted();
      await real.unlink(path);
      disk?.model.remove(path);
    },
    async mkdir(path: string) {
      const disk = await counted();
      await real.mkdir(path);
      disk?.model.add(path, true);
    },
  };
}

/** `node:fs` whose `mkdirSync` is recorded. */
export async function recordedSyncFileSystem() {
  const real = await vi.importActual<typeof import("node:fs")>("node:fs");
  return {
    ...real,
    mkdirSync(path: string, options?: { recursive?: boolean }) {
      const execution = executions.getStore();
      // On Windows, it begins with a prefix.
      const first = real.mkdirSync(path, options)?.replace(/^\\\\\?\\/, "");
      if (execution === undefined || first === undefined) return first;
      execution.disk.count();
      const names = relative(first, path).split(sep).filter(Boolean);
      let made = first;
      execution.disk.model.add(made, true);
      for (const name of names) {
        made = join(made, name);
        execution.disk.model.add(made, true);
      }
      return first;
    },
  };
}

function recordedHandle(handle: FileHandle, path: string, disk: RecordedDisk): FileHandle {
  const { model } = disk;
  const node = model.file(path);
  const { write, writev, truncate, sync, datasync, close } = handle;
  const synced = async (real: () => Promise<void>) => {
    await counted();
    const end = model.sync(node);
    await real.call(handle);
    await recorded();
    end();
  };
  return Object.assign(handle, {
    async write(bytes: Uint8Array, offset: number, length: number, position: number | null) {
      await counted();
      model.write(node, bytes.subarray(offset, offset + length), position ?? undefined);
      return Reflect.apply(write, handle, [bytes, offset, length, position]);
    },
    async writev(pieces: readonly Uint8Array[]) {
      await counted();
      model.write(node, Buffer.concat(pieces), undefined);
      return Reflect.apply(writev, handle, [pieces]);
    },
    async truncate(length: number) {
      await counted();
      model.truncate(node, length);
      return Reflect.apply(truncate, handle, [length]);
    },
    sync: () => synced(sync),
    datasync: () => synced(datasync),
    async close() {
      disk.closed(handle);
      return Reflect.apply(close, handle, []);
    },
  });
}
