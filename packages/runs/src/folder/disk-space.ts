import { StorageError } from "@analytics-engines/core/jobs";
import { freeBytesOf } from "../files/disk.ts";

const MEBIBYTE = 1024 * 1024;
/** With less than this, no more results are requested: results that are arriving, the journal and the manifest need the rest. */
const RESERVE_BYTES = 64 * MEBIBYTE;
/** A growing result may use the reserve down to this, which the journal and the manifest need. */
const LAST_BYTES = 16 * MEBIBYTE;
/** Free space is checked each time this many bytes were written, and at every step once less than `NEAR_BYTES` is free. */
const CHECK_EVERY_BYTES = 16 * MEBIBYTE;
const NEAR_BYTES = 512 * MEBIBYTE;

/** Returns the bytes that are free for the user on the disk of a folder; `Infinity` where the system does not report them. */
export type FreeBytes = (folder: string) => Promise<number>;

export type DiskSpace = ReturnType<typeof createDiskSpace>;

/**
 * Ends a run in good order before its disk is full. One for all results of a run. Every method throws StorageError.
 *
 * @param freeBytes default: asks the system
 */
export function createDiskSpace(folder: string, freeBytes: FreeBytes = freeBytesOf) {
  let left = 0;
  let unchecked = Infinity;

  async function check(): Promise<void> {
    left = await freeBytes(folder);
    unchecked = 0;
  }

  function full(needed: string): StorageError {
    return new StorageError(
      `The disk of ${folder} has ${mebibytes(left)} MiB left, and ${needed}. Free some space and resume the run.`,
    );
  }

  return {
    /** Call before a result is requested. */
    async ready(): Promise<void> {
      await check();
      if (left < RESERVE_BYTES) throw full(`a run asks for no more results below ${mebibytes(RESERVE_BYTES)} MiB`);
    },
    /** Call before a result of `bytes` bytes is written; `undefined` if its length is not known. */
    async announced(bytes = 0): Promise<void> {
      await check();
      if (bytes <= left - LAST_BYTES) return;
      throw full(`the result has ${bytes} bytes; ${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`);
    },
    /** Call before `bytes` more bytes are written. */
    async take(bytes: number): Promise<void> {
      unchecked += bytes;
      left -= bytes;
      if (unchecked >= CHECK_EVERY_BYTES || left < NEAR_BYTES) {
        await check();
        left -= bytes;
      }
      if (left < LAST_BYTES) throw full(`${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`);
    },
  };
}

const mebibytes = (bytes: number) => Math.max(0, Math.floor(bytes / MEBIBYTE));
