import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { thisProcess } from "./holder.ts";
import { lockRunFolder } from "./run-lock.ts";

// Another process removes each file in the moment before this one does.
vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return {
    ...real,
    rmSync(...parameters: Parameters<typeof real.rmSync>) {
      const [path] = parameters;
      real.rmSync(path);
      real.rmSync(...parameters);
    },
  };
});

it("a lock is taken over and released though another process removes the files in the same moment", async () => {
  const folder = await temporaryFolder();
  const dead = { ...thisProcess(), started: "1", since: "2026-01-01T00:00:00.000Z", token: "other" };
  writeFileSync(join(folder, "run.lock"), JSON.stringify(dead));
  const taken = await lockRunFolder(folder);
  await taken.check();
  await taken.release();
  expect(readdirSync(folder)).toEqual([]);
});
