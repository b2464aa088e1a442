import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { digestPieces } from "../../files/sha256.ts";
import type { DigestThread } from "./digest-thread.ts";

/** From here on a thread digests what is in the file: it is ready before the download is, where one core would do both in turn. */
const THREAD_BYTES = 32 * 1024 * 1024;

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
  let thread: Promise<DigestThread> | undefined;
  return {
    wrote(pieces) {
      for (const piece of pieces) {
        if (thread === undefined) hash.update(piece);
        bytes += piece.length;
      }
      const written = bytes;
      if (written >= THREAD_BYTES) thread ??= loadThread(file.fd);
      thread?.then(({ read }) => read(written)).catch(() => {});
    },
    async end() {
      if (thread === undefined) return hash.digest("hex");
      // A system without memory for a thread must not cost a result.
      return thread
        .then(({ end }) => end(bytes))
        .catch(async () => (await digestPieces(file.createReadStream({ start: 0, autoClose: false }))).sha256);
    },
    async [Symbol.asyncDispose]() {
      await thread?.then(({ stop }) => stop()).catch(() => {});
    },
  };
}

/** Only large results need it. */
async function loadThread(fd: number): Promise<DigestThread> {
  return (await import("./digest-thread.ts")).startDigestThread(fd);
}
