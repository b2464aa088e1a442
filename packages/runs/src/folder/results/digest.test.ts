import { createHash } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { createFile, writePieces } from "../../files/disk.ts";
import { digestFile } from "./digest.ts";

/** A system that has no thread to give. */
vi.mock("node:worker_threads", async () => {
  const { EventEmitter } = await import("node:events");
  class NoThread extends EventEmitter {
    constructor() {
      super();
      setImmediate(() => this.emit("error", new Error("no memory for a thread")));
    }
    postMessage(): void {}
    async terminate(): Promise<void> {}
  }
  return { Worker: NoThread };
});

describe("the digest of a large file", () => {
  it("is right where the system gives no thread", async () => {
    await using file = await createFile(join(await temporaryFolder(), "large"));
    await using digest = digestFile(file);
    const piece = Buffer.alloc(1024 * 1024, "0123456789abcdef");
    const expected = createHash("sha256");
    for (let i = 0; i < 40; i++) {
      await writePieces(file, [piece]);
      digest.wrote([piece]);
      expected.update(piece);
    }
    expect(await digest.end()).toBe(expected.digest("hex"));
  });
});
