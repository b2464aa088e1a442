import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { digestPieces } from "../../files/sha256.ts";

/** From here on a thread digests what is in the file: it is ready before the download is, where one core would do both in turn. */
const THREAD_BYTES = 32 * 1024 * 1024;

/** Reads what is in the file so far through its open descriptor, and answers with the digest once `isLast` comes. As text, because a bundle has one file. */
const THREAD = `
const { readSync } = require("node:fs");
const { parentPort, workerData: fd } = require("node:worker_threads");
const hash = require("node:crypto").createHash("sha256");
const buffer = Buffer.alloc(1024 * 1024);
let at = 0;
parentPort.on("message", ({ bytes, isLast }) => {
  while (at < bytes) {
    const read = readSync(fd, buffer, 0, Math.min(buffer.length, bytes - at), at);
    if (read === 0) throw new Error("the file is shorter than what was written");
    hash.update(buffer.subarray(0, read));
    at += read;
  }
  if (isLast) parentPort.postMessage(hash.digest("hex"));
});`;

/** The SHA-256 of a file that grows. */
export interface FileDigest extends AsyncDisposable {
  /** Says that these pieces are in the file. Hold them no longer after it. */
  wrote(pieces: readonly Uint8Array[]): void;
  /** Hex. Once only, after the last piece. */
  end(): Promise<string>;
}

/**
 * Digests a file while it is written: the pieces themselves at first, a large file on a thread of its own.
 * @param file is open for reading too. Close it only after the digest was disposed of, because the thread reads it.
 */
export function digestFile(file: FileHandle): FileDigest {
  const hash = createHash("sha256");
  let bytes = 0;
  let thread: ReturnType<typeof startThread> | undefined;
  return {
    wrote(pieces) {
      for (const piece of pieces) {
        if (thread === undefined) hash.update(piece);
        bytes += piece.length;
      }
      if (bytes >= THREAD_BYTES) thread ??= startThread(file.fd);
      thread?.worker.postMessage({ bytes, isLast: false });
    },
    async end() {
      if (thread === undefined) return hash.digest("hex");
      thread.worker.postMessage({ bytes, isLast: true });
      // A system without memory for a thread must not cost a result.
      return thread.digest.catch(
        async () => (await digestPieces(file.createReadStream({ start: 0, autoClose: false }))).sha256,
      );
    },
    async [Symbol.asyncDispose]() {
      await thread?.worker.terminate();
    },
  };
}

function startThread(fd: number) {
  const worker = new Worker(THREAD, { eval: true, workerData: fd, execArgv: [], env: {} });
  const digest = new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended before it had the digest")));
  });
  // It is awaited at the end.
  digest.catch(() => {});
  return { worker, digest };
}
