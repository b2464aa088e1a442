import { StorageError } from "@analytics-engines/core";
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
  let remainingBytes = 0;
  let uncheckedBytes = Infinity;

  async function check(): Promise<void> {
    remainingBytes = await freeBytes(folder);
    uncheckedBytes = 0;
  }

  function diskFullError(need: string): StorageError {
    return new StorageError(
      `The disk of ${folder} has ${mebibytes(remainingBytes)} MiB left, and ${need}. Free some space and resume the run.`,
    );
  }

  return {
    /** Call before a result is requested. */
    async ready(): Promise<void> {
      await check();
      if (remainingBytes < RESERVE_BYTES)
        throw diskFullError(`a run asks for no more results below ${mebibytes(RESERVE_BYTES)} MiB`);
    },
    /** Call before a result of `bytes` bytes is written; `undefined` if its length is not known. */
    async announced(bytes = 0): Promise<void> {
      await check();
      if (bytes <= remainingBytes - LAST_BYTES) return;
      throw diskFullError(
        `the result has ${bytes} bytes; ${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`,
      );
    },
    /** Call before `bytes` more bytes are written. */
    async take(bytes: number): Promise<void> {
      uncheckedBytes += bytes;
      remainingBytes -= bytes;
      if (uncheckedBytes >= CHECK_EVERY_BYTES || remainingBytes < NEAR_BYTES) {
        await check();
        remainingBytes -= bytes;
      }
      if (remainingBytes < LAST_BYTES)
        throw diskFullError(`${mebibytes(LAST_BYTES)} MiB are for the journal and the manifest`);
    },
  };
}

const mebibytes = (bytes: number) => Math.max(0, Math.floor(bytes / MEBIBYTE));
