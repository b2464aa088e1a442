import { createHash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../test/jobs/folders.ts";
import type { ResultBody } from "../service/answer.ts";
import { writeBody } from "./write-body.ts";

const MEBIBYTE = 2 ** 20;
const piece = Buffer.alloc(MEBIBYTE, "0123456789abcdef");

function bodyOf(mebibytes: number): ResultBody {
  let left = mebibytes;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
  const unused = () => Promise.reject(new Error("The stream is read."));
  return { contentType: "text/csv", contentLength: undefined, stream, bytes: unused, text: unused, json: unused };
}

/** The class of file handles, which Node does not name. */
async function handles(folder: string): Promise<FileHandle> {
  const file = await open(folder);
  await file.close();
  return Object.getPrototypeOf(file);
}

describe("a large body", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is on the disk in part before all of it has come, and whole at the end", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "large");
    const early = vi.spyOn(await handles(folder), "datasync");
    const { bytes, sha256 } = await writeBody(path, bodyOf(40));
    expect(early).toHaveBeenCalled();
    expect(bytes).toBe(40 * MEBIBYTE);
    expect((await stat(path)).size).toBe(40 * MEBIBYTE);
    const hash = createHash("sha256");
    for (let i = 0; i < 40; i++) hash.update(piece);
    expect(sha256).toBe(hash.digest("hex"));
  });

  it("fails where the disk fails before its end, though the last sync succeeds", async () => {
    const folder = await temporaryFolder();
    const early = vi.spyOn(await handles(folder), "datasync").mockRejectedValueOnce(new Error("the disk is gone"));
    await expect(writeBody(join(folder, "large"), bodyOf(40))).rejects.toThrow("the disk is gone");
    expect(early).toHaveBeenCalled();
  });
});
