import { Worker } from "node:worker_threads";

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

/** A thread that digests the start of a file that grows. */
export interface DigestThread {
  /** Says how many bytes are in the file. */
  readonly read: (bytes: number) => void;
  /** Hex, of all these bytes. */
  readonly end: (bytes: number) => Promise<string>;
  readonly stop: () => Promise<unknown>;
}

/** @param fd an open descriptor that can be read, until the thread has stopped */
export function startDigestThread(fd: number): DigestThread {
  const worker = new Worker(THREAD, { eval: true, workerData: fd, execArgv: [], env: {} });
  const digest = new Promise<string>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended before it had the digest")));
  });
  // It is awaited at the end.
  digest.catch(() => {});
  return {
    read: (bytes) => worker.postMessage({ bytes, isLast: false }),
    end(bytes) {
      worker.postMessage({ bytes, isLast: true });
      return digest;
    },
    stop: () => worker.terminate(),
  };
}
