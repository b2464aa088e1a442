import { Worker } from "node:worker_threads";

/** As text, because a bundle has one file. */
const THREAD = `
const { createHash } = require("node:crypto");
const { openSync, readSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const hash = createHash("sha256");
const file = openSync(workerData);
const buffer = Buffer.alloc(1024 * 1024);
for (let read; (read = readSync(file, buffer)) > 0; ) hash.update(buffer.subarray(0, read));
parentPort.postMessage(hash.digest("hex"));`;

/** The SHA-256 of a file; hex. This thread goes on meanwhile. @throws the errors of the file, and that of a system without another thread */
export function digestOnThread(path: string): Promise<string> {
  const worker = new Worker(THREAD, { eval: true, workerData: path, execArgv: [], env: {} });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended before it had the digest")));
  });
}
