import { createHash } from "node:crypto";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ResultBody } from "@analytics-engines/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
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

/** A body as fetch makes it: each piece belongs to the reader. */
function byteBodyOf(pieces: readonly Uint8Array<ArrayBuffer>[]): ResultBody {
  const left = pieces.map((each) => each.slice());
  const stream = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
  return { ...bodyOf(0), stream };
}

/** The class of file handles, which Node does not name. */
async function handles(folder: string): Promise<FileHandle> {
  const file = await open(folder);
  await file.close();
  return Object.getPrototypeOf(file);
}

describe("the pieces of a body", () => {
  it("are in the file, and in the digest, in their order", async () => {
    const folder = await temporaryFolder();
    const pieces = Array.from({ length: 24 }, (_, at) => new Uint8Array(100_000 + at).fill(at));
    const written = await writeBody(join(folder, "one"), byteBodyOf(pieces));
    const whole = Buffer.concat(pieces);
    expect(written).toEqual({ bytes: whole.length, sha256: createHash("sha256").update(whole).digest("hex") });
    expect((await readFile(join(folder, "one"))).equals(whole)).toBe(true);
  });

  it("that came before the body broke off are in the file", async () => {
    const folder = await temporaryFolder();
    let left = 3;
    const stream = new ReadableStream({
      type: "bytes",
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(700_000).fill(left));
        else controller.error(new Error("the connection is gone"));
      },
    });
    const error = await writeBody(join(folder, "one"), { ...bodyOf(0), stream }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining("the connection is gone") });
    const expected = Buffer.concat([2, 1, 0].map((byte) => Buffer.alloc(700_000, byte)));
    expect((await readFile(join(folder, "one"))).equals(expected)).toBe(true);
  });
});

describe("a large body", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is on the disk, whole, before it counts as written", async () => {
    const path = join(await temporaryFolder(), "large");
    const fileHandles = await handles(await temporaryFolder());
    const [early, last] = [vi.spyOn(fileHandles, "datasync"), vi.spyOn(fileHandles, "sync")];
    const written = await writeBody(path, bodyOf(40));
    expect(early).toHaveBeenCalled();
    expect(last).toHaveBeenCalledOnce();
    expect((await stat(path)).size).toBe(40 * MEBIBYTE);
    const hash = createHash("sha256");
    for (let i = 0; i < 40; i++) hash.update(piece);
    expect(written).toEqual({ bytes: 40 * MEBIBYTE, sha256: hash.digest("hex") });
  });

  it("fails where its sync fails", async () => {
    const failure = new Error("the disk is gone");
    vi.spyOn(await handles(await temporaryFolder()), "sync").mockRejectedValueOnce(failure);
    // `toThrow` would accept a rejection without a reason.
    await expect(writeBody(join(await temporaryFolder(), "large"), bodyOf(40))).rejects.toBe(failure);
  });

  it("fails where an earlier sync fails, although the last one succeeds", async () => {
    const failure = new Error("the disk is gone");
    vi.spyOn(await handles(await temporaryFolder()), "datasync").mockRejectedValueOnce(failure);
    await expect(writeBody(join(await temporaryFolder(), "large"), bodyOf(40))).rejects.toBe(failure);
  });

  it("waits for a sync that is in progress, and starts no second one beside it", async () => {
    const syncing = Promise.withResolvers<void>();
    const fileHandles = await handles(await temporaryFolder());
    const early = vi.spyOn(fileHandles, "datasync").mockReturnValue(syncing.promise);
    const last = vi.spyOn(fileHandles, "sync");
    const path = join(await temporaryFolder(), "large");
    const written = writeBody(path, bodyOf(40));
    await expect.poll(async () => (await stat(path).catch(() => undefined))?.size).toBe(40 * MEBIBYTE);
    expect(early).toHaveBeenCalledOnce();
    expect(last).not.toHaveBeenCalled();
    syncing.resolve();
    await written;
    expect(last).toHaveBeenCalledOnce();
  });
});
