import v8 from "node:v8";
import { PreflightError } from "@analytics-engines/core";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { clientBefore, createWorld, ORIGIN, requests } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { limitHeapGrowth } from "./heap-growth.ts";
import type { RunFile } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const setFlags = vi.spyOn(v8, "setFlagsFromString").mockImplementation(() => {});
afterEach(() => setFlags.mockClear());
afterAll(() => setFlags.mockRestore());

const request = requests.pa().body;
const many = Array.from(
  { length: 10_000 },
  (_, index): RunFile => ({ path: `${index}.pa.json`, family: "pa", request, sha256: "0", parametersSha256: "0" }),
);

describe("the flags of V8", () => {
  it("are its owner's: a run of many jobs sets none", async () => {
    const world = createWorld();
    const { clock } = world;
    const client = clientBefore(world, () => new Response(null, { status: 401 }));
    const options = { client, clock, folder: await temporaryFolder(), tool: "test/1", service: ORIGIN };
    await expect(clock.run(() => runToFolder(many, options))).rejects.toThrow(PreflightError);
    expect(setFlags).not.toHaveBeenCalled();
  });

  it("are set by a program that asks for it, for many jobs alone", () => {
    limitHeapGrowth(many.length - 1);
    expect(setFlags).not.toHaveBeenCalled();
    limitHeapGrowth(many.length);
    expect(setFlags).toHaveBeenCalled();
  });
});
