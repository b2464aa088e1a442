import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import { crc32 } from "node:zlib";
import { openFile, readPieces } from "./open-file.ts";

/** As text, because a bundle has one file. */
const THREAD = `
const { createHash } = require("node:crypto");
const { readSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");
const { crc32 } = require("node:zlib");
const hash = createHash("sha256");
const buffer = Buffer.alloc(1024 * 1024);
let sum = 0;
for (let at = 0, read; (read = readSync(workerData, buffer, 0, buffer.length, at)) > 0; at += read) {
  const piece = buffer.subarray(0, read);
  hash.update(piece);
  sum = crc32(piece, sum);
}
parentPort.postMessage({ sha256: hash.digest("hex"), crc32: sum });`;

/** What a file holds: SHA-256 in hex, and CRC-32. */
export interface FileDigests {
  readonly sha256: string;
  readonly crc32: number;
}

/** A thread takes longer to start than a smaller file to digest. */
const THREAD_BYTES = 32 * 1024 * 1024;

/** Digests a file of this size, a large one on another thread, so that this one does other work. @throws the errors of the file */
export async function digestFile(path: string, bytes: number): Promise<FileDigests> {
  if (bytes < THREAD_BYTES) return digestHere(path);
  // A system without memory for another thread must not cost a result.
  const digests = last.then(() => digestOnThread(path).catch(() => digestHere(path)));
  last = digests.catch(() => {});
  return digests;
}

/** One thread at a time, because each takes memory. */
let last: Promise<unknown> = Promise.resolve();

async function digestOnThread(path: string): Promise<FileDigests> {
  await using file = await openFile(path);
  const worker = new Worker(THREAD, { eval: true, workerData: file.fd, execArgv: [], env: {} });
  return await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the thread ended before it had the digests")));
  });
}

async function digestHere(path: string): Promise<FileDigests> {
  const hash = createHash("sha256");
  let sum = 0;
  for await (const piece of readPieces(path)) {
    hash.update(piece);
    sum = crc32(piece, sum);
  }
  return { sha256: hash.digest("hex"), crc32: sum };
}
