// Runs `crashRun` and kills its own process (SIGKILL) just before the Nth operation on the disk, or in the middle of it.
// Arguments: base URL, folder, N, "before" or "torn". Prints how many operations there were if it comes to its end.
import fs from "node:fs";
import fsp, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const [baseUrl = "", folder = "", at = "0", mode = "before"] = process.argv.slice(2);
let operations = 0;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  // Nothing may happen until the signal has come.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error("unreachable");
}

function count(tear?: () => void): void {
  operations += 1;
  if (operations !== Number(at)) return;
  if (mode === "torn") tear?.();
  die();
}

const { open, rename } = fsp;
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

const { crashRun } = await import("./crash-run.ts");
await crashRun(baseUrl, folder, JSON.parse(fs.readFileSync(0, "utf8")));
process.stdout.write(String(operations));
