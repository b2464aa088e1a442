import { statfs } from "node:fs/promises";
import { StorageError } from "@analytics-engines/core/jobs";

const MEBIBYTE = 1024 * 1024;
/** With less than this nothing more is asked for: what arrives already, the journal and the manifest need the rest. */
const RESERVE_BYTES = 64 * MEBIBYTE;
/** A result that grows may use the reserve, which it alone can fill, down to this: the journal and the manifest need it. */
const LAST_BYTES = 16 * MEBIBYTE;
/** The disk is looked at after so many bytes, and at every step once less than `NEAR_BYTES` is free. */
const LOOK_EVERY_BYTES = 16 * MEBIBYTE;
const NEAR_BYTES = 512 * MEBIBYTE;

/** Bytes that are free to the user on the disk of a folder; `Infinity` where the system does not say. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Ends a run in order before its disk is full. One for all results of a run. Every method throws a StorageError. */
export interface DiskSpace {
  /** Before a result is asked for. */
  ready(): Promise<void>;
  /** Before a result of so many bytes is written; `undefined` where its length is not known. */
  announced(bytes: number | undefined): Promise<void>;
  /** Before so many more bytes are written. */
  take(bytes: number): Promise<void>;
}

/** @param freeBytes default: what the system says */
export function createDiskSpace(folder: string, freeBytes: FreeBytes = systemFreeBytes): DiskSpace {
  let left = 0;
  let unlooked = Infinity;

  async function look(): Promise<void> {
    left = await freeBytes(folder);
    unlooked = 0;
  }

  function full(needed: string): StorageError {
    return new StorageError(
      `The disk of ${folder} has ${mebibytes(left)} MiB left, and ${needed}. Make room and resume the run.`,
    );
  }

  return {
    async ready() {
      await look();
      if (left < RESERVE_BYTES) throw full(`a run asks for no more results below ${mebibytes(RESERVE_BYTES)} MiB`);
    },
    async announced(bytes = 0) {
      await look();
      if (bytes <= left - LAST_BYTES) return;
      throw full(`the result has ${bytes} bytes; ${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`);
    },
    async take(bytes) {
      unlooked += bytes;
      left -= bytes;
      if (unlooked >= LOOK_EVERY_BYTES || left < NEAR_BYTES) {
        await look();
        left -= bytes;
      }
      if (left < LAST_BYTES) throw full(`${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`);
    },
  };
}

const mebibytes = (bytes: number) => Math.max(0, Math.floor(bytes / MEBIBYTE));

async function systemFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    // Some file systems say nothing of themselves.
    return blocks > 0 ? bavail * bsize : Infinity;
  } catch {
    return Infinity;
  }
}
