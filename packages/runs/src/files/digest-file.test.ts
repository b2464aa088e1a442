import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { digestFile } from "./digest-file.ts";

/** A system that cannot start a thread. */
vi.mock("node:worker_threads", async () => {
  const { EventEmitter } = await import("node:events");
  class NoThread extends EventEmitter {
    constructor() {
      super();
      setImmediate(() => this.emit("error", new Error("no memory for a thread")));
    }
  }
  return { Worker: NoThread };
});

describe("the digests of a large file", () => {
  it("are right where the system gives no thread", async () => {
    const path = join(await temporaryFolder(), "large");
    const content = Buffer.alloc(33 * 1024 * 1024, "0123456789abcdef");
    await writeFile(path, content);
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect(await digestFile(path, content.length)).toEqual({ sha256, crc32: crc32(content) });
  });

  it("name the file where it is gone", async () => {
    const path = join(await temporaryFolder(), "gone");
    await expect(digestFile(path, 33 * 1024 * 1024)).rejects.toThrow(path);
  });
});
