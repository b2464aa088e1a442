// Counts the operations of a process on the disk, and ends it at one of them.
import fs from "node:fs";
import fsp, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** How a process ends: killed (SIGKILL) before an operation or in the middle of it, or with a disk that is full from then on. */
export type EndMode = "before" | "torn" | "full";

let operations = 0;
let endAt = 0;
let endMode: EndMode = "before";

/** Ends the process at an operation, from 1; 0 never does. */
export function endAtOperation(at: number, mode: EndMode): void {
  endAt = at;
  endMode = mode;
}

/** How many operations there were. */
export function countOfOperations(): number {
  return operations;
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // Nothing may happen until the signal has come.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error("unreachable");
}

function count(tear?: () => void): void {
  operations += 1;
  if (endAt === 0 || operations < endAt) return;
  if (endMode === "torn") tear?.();
  if (endMode !== "full") die();
  if (tear !== undefined)
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
}

const { open, rename, unlink } = fsp;
fsp.unlink = (path) => {
  count();
  return unlink(path);
};
fsp.rename = (from, to) => {
  count();
  return rename(from, to);
};
fsp.open = async (path, flags, permissions) => {
  count();
  const handle = await open(path, flags, permissions);
  return watched(handle);
};
syncBuiltinESMExports();

function watched(handle: FileHandle): FileHandle {
  const { write, writev, sync, datasync } = handle;
  Object.assign(handle, {
    write(bytes: Uint8Array, offset: number, length: number, position: number | null) {
      count(() => fs.writeSync(handle.fd, Buffer.from(bytes), offset, Math.floor(length / 2), position));
      return Reflect.apply(write, handle, [bytes, offset, length, position]);
    },
    writev(pieces: readonly Uint8Array[]) {
      count(() => fs.writevSync(handle.fd, pieces.slice(0, pieces.length / 2)));
      return writev.call(handle, pieces);
    },
    sync() {
      count();
      return sync.call(handle);
    },
    datasync() {
      count();
      return datasync.call(handle);
    },
  });
  return handle;
}
