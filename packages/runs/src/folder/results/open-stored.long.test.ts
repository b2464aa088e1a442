import { createHash } from "node:crypto";
import { mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { openStored, type StoredEntry, whyAltered } from "./read-stored.ts";

async function stored(content: string | Uint8Array): Promise<{ folder: string; path: string; entry: StoredEntry }> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "a"));
  const path = join(folder, "a", "one.json");
  await writeFile(path, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { folder, path, entry: { file: "a/one.json", bytes: Buffer.byteLength(content), sha256 } };
}

async function streamed(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}

describe("a result that is what the run stored", () => {
  it.each(["", "{}", "x".repeat(33 * 1024 * 1024)])("is read whole, and from any byte on", async (content) => {
    const { folder, entry } = await stored(content);
    const open = await openStored(folder, { ...entry, sha256: entry.sha256?.toUpperCase() });
    if ("reason" in open) throw new Error(open.reason);
    expect(open.bytes).toBe(content.length);
    expect(Buffer.from(await open.read()).toString() === content).toBe(true);
    for (const from of [0, 1, content.length])
      expect((await streamed(open.stream(from))) === content.slice(from)).toBe(true);
    await open.close();
    expect(await whyAltered(folder, entry)).toBeUndefined();
  });
});

describe("a result that does not count", () => {
  const large = Buffer.alloc(33 * 1024 * 1024);

  it.each<[string, string | Uint8Array, (path: string, entry: StoredEntry) => Promise<StoredEntry>, string, string]>([
    ["has other bytes", "{}", (path, entry) => writeFile(path, "[]").then(() => entry), "altered", "its SHA-256"],
    [
      "is large and has other bytes",
      large,
      (path, entry) => writeFile(path, "x", { flag: "r+" }).then(() => entry),
      "altered",
      "its SHA-256",
    ],
    ["has another size", "{}", (path, entry) => truncate(path, 1).then(() => entry), "altered", "it has 1 bytes"],
    ["has no digest", "{}", async (_, { sha256: _sha256, ...entry }) => entry, "altered", "no file, size or digest"],
    ["has no size", "{}", async (_, { bytes: _bytes, ...entry }) => entry, "altered", "no file, size or digest"],
    ["is missing", "{}", async (_, entry) => ({ ...entry, file: "a/two.json" }), "missing", "the file is missing"],
    ["is outside", "{}", async (_, entry) => ({ ...entry, file: "../one.json" }), "altered", "leads out"],
    [
      "is a link",
      "{}",
      (path, entry) => symlink(path, `${path}.link`).then(() => ({ ...entry, file: "a/one.json.link" })),
      "altered",
      "a link leads to it",
    ],
  ])("%s", async (_, content, change, kind, reason) => {
    const { folder, path, entry } = await stored(content);
    const changed = await change(path, entry);
    expect(await openStored(folder, changed)).toEqual({ kind, reason: expect.stringContaining(reason) });
    expect(await whyAltered(folder, changed)).toContain(reason);
  });
});
