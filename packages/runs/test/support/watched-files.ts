import type { FileHandle } from "node:fs/promises";
import { vi } from "vitest";

interface WatchedFiles {
  /** What was done on the disk, in order: `OPERATION FILE`. */
  readonly operations: string[];
  /** Set to make the next such operations fail: called with `OPERATION FILE` before it is carried out. */
  before: (operation: string) => void;
}

/** What the last `FileHandle` and `rename` of the module under test did. One for a test file. */
export const watched: WatchedFiles = { operations: [], before: () => {} };

const baseName = (path: unknown) => String(path).replaceAll("\\", "/").split("/").at(-1) ?? "";

const note = (operation: string, path: unknown) => {
  const text = `${operation} ${baseName(path)}`;
  watched.before(text);
  watched.operations.push(text);
};

/** `node:fs` that notes each synced write and rename, and is otherwise unchanged. For `vi.mock`. */
export async function watchedSyncFileSystem() {
  const real = await vi.importActual<typeof import("node:fs")>("node:fs");
  return {
    ...real,
    writeFileSync(...parameters: Parameters<typeof real.writeFileSync>) {
      const [path, , options] = parameters;
      if (typeof options === "object" && options?.flush === true) note("write and sync", path);
      real.writeFileSync(...parameters);
    },
    renameSync(from: string, to: string) {
      note("rename", to);
      real.renameSync(from, to);
    },
  };
}

/** `node:fs/promises` that notes each write, sync and rename, and is otherwise unchanged. For `vi.mock`. */
export async function watchedFileSystem() {
  const real = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  return {
    ...real,
    async open(...parameters: Parameters<typeof real.open>) {
      const handle = await real.open(...parameters);
      const [path] = parameters;
      return new Proxy(handle, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== "function") return value;
          if (!watchedOperations.has(name)) return (...given: unknown[]) => Reflect.apply(value, target, given);
          // The disk reports a failure with the promise. If the call threw, code that does not await it would seem to notice.
          return async (...given: unknown[]) => {
            note(String(name), path);
            return Reflect.apply(value, target, given);
          };
        },
      });
    },
    async rename(from: string, to: string) {
      note("rename", to);
      await real.rename(from, to);
    },
  };
}

const watchedOperations: ReadonlySet<PropertyKey> = new Set<keyof FileHandle>(["write", "writev", "sync", "datasync"]);
