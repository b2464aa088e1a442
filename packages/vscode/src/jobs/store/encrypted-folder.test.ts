import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/run-world.ts";
import { decryptFolder, decryptingOpener, encryptFolder } from "./encrypted-folder.ts";

const by = { key: new Uint8Array(32).fill(3), run: "a".repeat(32) };
const keyOf = async () => by;

/** A run folder with the same content in two files. */
function folderWith(content: Uint8Array): string {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, "a.pa"));
  writeFileSync(path.join(folder, "manifest.json"), content);
  writeFileSync(path.join(folder, "a.pa", "one.json"), content);
  return folder;
}

async function read(folder: string, file: string, from = 0, how = by): Promise<Buffer> {
  const opened = await decryptingOpener(async () => how)(folder, file);
  if ("reason" in opened) throw new Error(opened.reason);
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of opened.stream(from)) pieces.push(piece);
  } finally {
    await opened.close();
  }
  expect(Buffer.concat(pieces).length).toBe(opened.bytes - from);
  return Buffer.concat(pieces);
}

const mebibyte = 1 << 20;

describe("an encrypted run folder", () => {
  it.each([0, 1, 40, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte + 7])(
    "has the bytes of the plain one, with %i bytes in a file",
    async (size) => {
      const content = Buffer.alloc(size, "0.123456789,");
      const folder = folderWith(content);
      await encryptFolder(folder, by);
      // A second time changes nothing.
      await encryptFolder(folder, by);
      const stored = readFileSync(path.join(folder, "a.pa", "one.json"));
      if (size >= 40) expect(stored.includes("0.123456789")).toBe(false);
      expect((await read(folder, "a.pa/one.json")).equals(content)).toBe(true);
      for (const from of [1, mebibyte - 1, mebibyte, 2 * mebibyte + 5].filter((at) => at < size))
        expect((await read(folder, "a.pa/one.json", from)).equals(content.subarray(from))).toBe(true);
      await decryptFolder(folder, keyOf);
      expect(readFileSync(path.join(folder, "manifest.json")).equals(content)).toBe(true);
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["a.pa", "a.pa/one.json", "manifest.json"]);
    },
  );

  it("refuses another key, another run, another place and a change of any bit or length", async () => {
    const content = Buffer.alloc(2 * mebibyte + 100, "numbers ");
    const folder = folderWith(content);
    await encryptFolder(folder, by);
    const file = path.join(folder, "a.pa", "one.json");
    const encrypted = readFileSync(file);
    await expect(read(folder, "a.pa/one.json", 0, { ...by, key: new Uint8Array(32) })).rejects.toThrow("decrypted");
    await expect(read(folder, "a.pa/one.json", 0, { ...by, run: "b".repeat(32) })).rejects.toThrow("decrypted");
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: encrypted.length - 1 }), fc.boolean(), async (at, isCut) => {
        const damaged = Buffer.from(encrypted);
        damaged[at] = (damaged[at] ?? 0) ^ 1;
        writeFileSync(file, isCut ? encrypted.subarray(0, at) : damaged);
        await expect(read(folder, "a.pa/one.json")).rejects.toThrow("decrypted");
      }),
      { numRuns: 15 },
    );
    renameSync(path.join(folder, "manifest.json"), file);
    await expect(read(folder, "a.pa/one.json")).rejects.toThrow("decrypted");
  });

  it("is continued after a kill, which leaves files plain and encrypted", async () => {
    const content = Buffer.from("0.987654321".repeat(100));
    const folder = folderWith(content);
    await encryptFolder(folder, by);
    writeFileSync(path.join(folder, "a.pa", "two.json"), content);
    writeFileSync(path.join(folder, "a.pa", "two.json.encrypting"), "half");
    expect((await read(folder, "a.pa/two.json")).equals(content)).toBe(true);
    await encryptFolder(folder, by);
    expect(readFileSync(path.join(folder, "a.pa", "two.json")).includes("0.98765")).toBe(false);
    expect(readdirSync(path.join(folder, "a.pa")).sort()).toEqual(["one.json", "two.json"]);
  });

  it("need not exist", async () => {
    const none = path.join(temporaryFolder(), "none");
    await encryptFolder(none, by);
    await decryptFolder(none, keyOf);
    expect(await decryptingOpener(keyOf)(none, "manifest.json")).toMatchObject({ kind: "missing" });
  });
});
