import { renameSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { hasLinks } from "../../../../.ci/tests/links.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { openInside } from "./inside.ts";

const disk = vi.hoisted(() => ({ before: (_operation: string) => {} }));

vi.mock("node:fs/promises", async () => {
  const real = await vi.importActual<typeof import("node:fs/promises")>("node:fs/promises");
  const told = <Given extends readonly unknown[], Result>(name: string, call: (...given: Given) => Result) => {
    return (...given: Given): Result => {
      disk.before(`${name} ${basename(String(given[0]))}`);
      return call(...given);
    };
  };
  return { ...real, lstat: told("lstat", real.lstat), open: told("open", real.open) };
});

/** A run folder, a folder outside of it with a file of the same name, and a function that replaces a folder of the first by a link to the second. */
async function createFolders() {
  const [folder, outside] = [await temporaryFolder(), await temporaryFolder()];
  await mkdir(join(folder, "a"));
  await writeFile(join(folder, "a", "one.json"), "{}");
  await writeFile(join(outside, "one.json"), "secret");
  const link = () => {
    renameSync(join(folder, "a"), join(folder, "aside"));
    symlinkSync(outside, join(folder, "a"));
  };
  const back = () => {
    rmSync(join(folder, "a"));
    renameSync(join(folder, "aside"), join(folder, "a"));
  };
  return { folder, link, back };
}

/** Calls each function just before the operation that its key names. */
function at(acts: Readonly<Record<string, () => void>>): void {
  const left = new Map(Object.entries(acts));
  const counts = new Map<string, number>();
  disk.before = (operation) => {
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const key = `${operation} ${count}`;
    left.get(key)?.();
    left.delete(key);
  };
}

describe("a folder that a link replaces while a file in it is opened", () => {
  it.runIf(hasLinks).each<[string, string, string | undefined]>([
    ["before it is opened", "open one.json 1", undefined],
    ["and that is gone when it is looked at again", "open one.json 1", "lstat a 2"],
    ["before the file is looked at", "lstat one.json 1", undefined],
  ])("%s, leads to no other file", async (_, first, second) => {
    const { folder, link, back } = await createFolders();
    at({ [first]: link, ...(second !== undefined && { [second]: back }) });
    const reason = "another file replaced it while it was opened";
    expect(await openInside(folder, "a/one.json")).toEqual({ reason, kind: "altered" });
  });

  it("is no concern where the file is the same when all is done", async () => {
    const { folder } = await createFolders();
    at({});
    const opened = await openInside(folder, "a/one.json");
    if ("reason" in opened) expect.fail(opened.reason);
    expect(await opened.read()).toEqual(new TextEncoder().encode("{}"));
    await opened.close();
  });
});
