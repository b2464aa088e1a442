import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/folders.ts";
import { UserError } from "../user-error.ts";
import { copyInside, createInside, findInside, folderInside, listInside, openInside } from "./inside.ts";
import { whyNotBelow } from "./paths.ts";

let outside: string;
let folder: string;
beforeEach(async () => {
  outside = await temporaryFolder();
  folder = await temporaryFolder();
  await writeFile(join(outside, "s.json"), "secret");
  await mkdir(join(folder, "a", "info"), { recursive: true });
  await writeFile(join(folder, "a", "one.json"), "{}");
  await symlink(join(outside, "s.json"), join(folder, "a", "link.json"));
  await symlink(join(folder, "a", "one.json"), join(folder, "a", "own.json"));
  await symlink(outside, join(folder, "b"));
  await symlink("nowhere", join(folder, "a", "dangling.json"));
});

const read = async (file: string) => {
  const opened = await openInside(folder, file);
  if ("reason" in opened) return expect.fail(opened.reason);
  const content = await opened.read();
  await opened.close();
  return new TextDecoder().decode(content);
};

describe("a file of a run folder", () => {
  it("is found and read", async () => {
    expect(await findInside(folder, "a/one.json")).toEqual({ file: join(folder, "a", "one.json"), bytes: 2 });
    expect(await read("a/one.json")).toBe("{}");
  });

  it("is found where the run folder itself is reached by a link, which is the user's choice", async () => {
    await symlink(folder, join(outside, "run"));
    folder = join(outside, "run");
    expect(await read("a/one.json")).toBe("{}");
  });

  it.each([
    ["a/link.json", "it is not a file, or a link leads to it", "altered"],
    ["a/own.json", "it is not a file, or a link leads to it", "altered"],
    ["a/dangling.json", "it is not a file, or a link leads to it", "altered"],
    ["b/s.json", "it is not a file, or a link leads to it", "altered"],
    ["a/info", "it is not a file, or a link leads to it", "altered"],
    ["../s.json", "its path is refused: it leads out of the run folder", "altered"],
    ["a/none.json", "the file is missing", "missing"],
    ["a/one.json/x", "the file is missing", "missing"],
  ])("is not %s: %s", async (file, reason, kind) => {
    expect(await findInside(folder, file)).toEqual({ reason, kind });
    expect(await openInside(folder, file)).toEqual({ reason, kind });
  });

  it.skipIf(process.platform === "win32")("is no pipe, for which a reader would wait without end", async () => {
    execFileSync("mkfifo", [join(folder, "a", "pipe.json")]);
    expect(await openInside(folder, "a/pipe.json")).toHaveProperty(
      "reason",
      expect.stringContaining("it is not a file"),
    );
  });

  it("is a path below the folder or not by its text alone", () => {
    expect(whyNotBelow("a/link.json")).toBeUndefined();
    expect(whyNotBelow("../s.json")).toBeDefined();
  });
});

describe("writing in a run folder", () => {
  it("makes the folders that are missing", async () => {
    await using file = await createInside(folder, "new/info/two.json");
    await file.writeFile("2");
    expect(await readFile(join(folder, "new", "info", "two.json"), "utf8")).toBe("2");
    expect(await folderInside(folder, "new/info/two.json")).toBe(join(folder, "new", "info"));
  });

  it.each(["b/new.json", "../new.json", "a/one.json/new.json", "C:/new.json", ""])("refuses %j", async (file) => {
    await expect(folderInside(folder, file)).rejects.toThrow(UserError);
    await expect(createInside(folder, file)).rejects.toThrow(UserError);
    expect(await readdir(outside)).toEqual(["s.json"]);
  });

  it("replaces a link in a file's place and leaves alone what it leads to", async () => {
    await using file = await createInside(folder, "a/link.json");
    await file.writeFile("new");
    expect(await readFile(join(outside, "s.json"), "utf8")).toBe("secret");
    expect(await read("a/link.json")).toBe("new");
  });
});

it("a copy is of a file alone, and of no link", async () => {
  const target = await temporaryFolder();
  for (const file of ["a/one.json", "a/link.json", "b/s.json", "../s.json", "a/none.json"])
    await copyInside(folder, file, target, `shard-1/${file.replace("../", "")}`);
  expect(await listInside(target)).toEqual([{ file: "shard-1/a/one.json", isFile: true }]);
  expect(await readFile(join(target, "shard-1", "a", "one.json"), "utf8")).toBe("{}");
});

it("a list has links as what they are, and nothing of what they lead to", async () => {
  expect(await listInside(folder)).toEqual([
    { file: "a/dangling.json", isFile: false },
    { file: "a/link.json", isFile: false },
    { file: "a/one.json", isFile: true },
    { file: "a/own.json", isFile: false },
    { file: "b", isFile: false },
  ]);
});
