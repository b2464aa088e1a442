import { execFileSync } from "node:child_process";
import { link, mkdir, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { type OpenRules, openFile, readFileNow, readPieces, readWhole, UnusableFileError } from "./open-file.ts";

const MAX_BYTES = 1000;

/** What can have the name of a file, and the words for it. */
const things: Readonly<Record<string, { readonly words: string; readonly make: (path: string) => Promise<unknown> }>> =
  {
    "a link to a file": {
      words: "is a link",
      async make(path) {
        await writeFile(`${path}.target`, "outside");
        await symlink(`${path}.target`, path);
      },
    },
    "a link to a device without an end": { words: "is a link", make: (path) => symlink("/dev/zero", path) },
    "a link to nothing": { words: "is a link", make: (path) => symlink("nowhere", path) },
    "a link to itself": { words: "is a link", make: (path) => symlink(path, path) },
    "a folder": { words: "is a folder", make: (path) => mkdir(path) },
    "a pipe": { words: "is a pipe", make: async (path) => execFileSync("mkfifo", [path]) },
    "a socket": {
      words: "is a pipe, a socket",
      async make(path) {
        const server = createServer();
        await new Promise<void>((resolve) => server.listen(path, resolve));
        onTestFinished(() => void server.close());
      },
    },
    "a file with a second name": {
      words: "has 2 names",
      async make(path) {
        await writeFile(`${path}.other`, "outside");
        await link(`${path}.other`, path);
      },
    },
    "a huge file": {
      words: "has 1099511627776 bytes, and at most 1000 are read",
      async make(path) {
        await writeFile(path, "");
        await truncate(path, 2 ** 40);
      },
    },
  };

const accesses: readonly OpenRules["access"][] = ["read", "change", "make", "append"];

describe.runIf(process.platform !== "win32")("a name in a run folder", () => {
  it.each(Object.keys(things))("that is %s is refused at once, by each way to open it, and named", async (name) => {
    const { words, make } = things[name] ?? expect.fail();
    const path = join(await temporaryFolder(), "journal.jsonl");
    await make(path);
    for (const access of accesses) {
      const opened = openFile(path, { maxBytes: MAX_BYTES, ...(access && { access }) });
      await expect(opened).rejects.toThrow(UnusableFileError);
      await expect(opened).rejects.toThrow(`${path} ${words}`);
      await expect(opened).rejects.toThrow("Remove it, or restore it");
    }
    expect(() => readFileNow(path, { maxBytes: MAX_BYTES })).toThrow(`${path} ${words}`);
    await expect(readWhole(path, { maxBytes: MAX_BYTES })).rejects.toThrow(words);
    await expect(readPieces(path, { maxBytes: MAX_BYTES }).next()).rejects.toThrow(words);
    if (words.includes("2 names")) expect(await readFile(`${path}.other`, "utf8")).toBe("outside");
  });

  it("that a user names may be a link or have several names, and is nothing else", async () => {
    for (const [name, { words, make }] of Object.entries(things)) {
      const path = join(await temporaryFolder(), "manifest.json");
      await make(path);
      const content = readWhole(path, { isNamedByUser: true, maxBytes: MAX_BYTES }).then(String);
      if (name === "a link to a file" || name === "a file with a second name") expect(await content).toBe("outside");
      else if (words === "is a link" && name !== "a link to a device without an end")
        await expect(content).rejects.toThrow(/ENOENT|is a link/);
      else await expect(content).rejects.toThrow(/Name another file\.$/);
    }
  });

  it("that is a file is read whole, from its beginning or an offset, and changed in its place", async () => {
    const path = join(await temporaryFolder(), "file");
    expect(readFileNow(path)).toBeUndefined();
    await expect(openFile(path)).rejects.toThrow("ENOENT");
    await expect(openFile(path, { access: "change" })).rejects.toThrow("ENOENT");
    {
      await using file = await openFile(path, { access: "make" });
      await file.write("abcdef", 0);
    }
    {
      await using file = await openFile(path, { access: "append" });
      await file.write("ghi");
    }
    {
      await using file = await openFile(path, { access: "change" });
      await file.write("B", 1);
    }
    expect(String(readFileNow(path)?.content)).toBe("aBcdefghi");
    expect(String(await readWhole(path, { maxBytes: 9 }))).toBe("aBcdefghi");
    await expect(readWhole(path, { maxBytes: 8 })).rejects.toThrow("has 9 bytes, and at most 8 are read");
    const pieces: string[] = [];
    for await (const piece of readPieces(path, { from: 2, pieceBytes: 3 })) pieces.push(String(piece));
    expect(pieces).toEqual(["cde", "fgh", "i"]);
  });
});
