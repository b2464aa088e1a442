import { expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/folders.ts";
import { UserError } from "../../user-error.ts";
import { lockRunFolder } from "./run-lock.ts";

/** How often the file system says that it has no lock that it has; `Infinity` for always. */
const system = vi.hoisted(() => ({ remainingMisses: 0 }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return {
    ...real,
    writeFileSync(...parameters: Parameters<typeof real.writeFileSync>) {
      if (system.remainingMisses-- > 0) throw Object.assign(new Error("EEXIST"), { code: "EEXIST" });
      real.writeFileSync(...parameters);
    },
  };
});

it("a lock that exists for who creates it, and not for who reads it, is refused soon, and other work goes on", async () => {
  system.remainingMisses = Infinity;
  const otherWork = vi.fn();
  const folder = await temporaryFolder();
  setImmediate(otherWork);
  const error = await lockRunFolder(folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toContain("run.lock can neither be created nor read");
  expect(otherWork).toHaveBeenCalled();
});

it("a lock that other runs remove at each look is taken at last", async () => {
  system.remainingMisses = 49;
  await (await lockRunFolder(await temporaryFolder())).release();
  system.remainingMisses = 50;
  await expect(lockRunFolder(await temporaryFolder())).rejects.toThrow("can neither be created nor read");
});
