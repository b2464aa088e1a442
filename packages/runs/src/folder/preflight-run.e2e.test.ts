import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, type JobRequest, PreflightError } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { clientBefore, createWorld, manyPa, ORIGIN, requests, type World } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import type { RunFile, RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const digest = "0".repeat(64);
const fileOf = ({ key, family, body }: JobRequest): RunFile => {
  return { path: key, family, request: body, sha256: digest, parametersSha256: digest };
};

function runIn(world: World, folder: string, files: readonly RunFile[], options: Partial<RunToFolderOptions> = {}) {
  const { client, clock } = world;
  const run = { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5, ...options };
  return world.clock.run(() => runToFolder(files, run));
}

/** A client that reaches no service. `asked` counts its requests. */
function lost(world: World): { readonly client: Client; asked: number } {
  const found = {
    asked: 0,
    client: clientBefore(world, () => {
      found.asked++;
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("no such host"), { code: "ENOTFOUND" }) });
    }),
  };
  return found;
}

const contents = async (folder: string) =>
  Promise.all((await readdir(folder)).sort().map(async (name) => [name, await readFile(join(folder, name), "utf8")]));

describe("a run whose service cannot be used", () => {
  it("ends within 10 s for 40 files, in one error, and leaves its folder empty for the next try", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const nowhere = lost(world);
    const from = world.clock.now();
    const failure = runIn(world, folder, manyPa(40).map(fileOf), { client: nowhere.client });
    await expect(failure).rejects.toThrow(PreflightError);
    expect(world.clock.now() - from).toBeLessThanOrEqual(10_000);
    expect(nowhere.asked).toBe(3);
    expect(await readdir(folder)).toEqual([]);
    expect((await runIn(world, folder, [fileOf(requests.pa())])).status).toBe("success");
  });

  it("leaves the folder of a run that is resumed as it is, jobs and all", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const files = manyPa(3).map(fileOf);
    const stop = new AbortController();
    const onEvent: RunToFolderOptions["onEvent"] = ({ type }) => type === "job-created" && stop.abort();
    await runIn(world, folder, files, { signal: stop.signal, cancelOnAbort: false, concurrency: 1, onEvent });
    const before = await contents(folder);

    const resumed = runIn(world, folder, files, { resume: true, client: lost(world).client });
    await expect(resumed).rejects.toThrow(PreflightError);
    expect(await contents(folder)).toEqual(before);

    expect((await runIn(world, folder, files, { resume: true })).status).toBe("success");
    expect(world.simulator.jobs.map(({ creates, cancels }) => [creates, cancels])).toEqual(Array(3).fill([1, 0]));
  });

  it("is not asked for a run of which nothing is left to do", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const files = [fileOf(requests.pa())];
    await runIn(world, folder, files);
    const nowhere = lost(world);
    expect((await runIn(world, folder, files, { resume: true, client: nowhere.client })).status).toBe("success");
    expect(nowhere.asked).toBe(0);
  });

  it("is not waited for by a run that is stopped", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const options = { client: lost(world).client, signal: AbortSignal.abort() };
    expect((await runIn(world, folder, [fileOf(requests.pa())], options)).status).toBe("canceled");
  });
});

it("sends one preflight, before the first job of a run", async () => {
  const world = createWorld();
  await runIn(world, await temporaryFolder(), manyPa(3).map(fileOf));
  expect(world.traffic().filter((line) => line === "GET list 200")).toHaveLength(1);
  expect(world.traffic()[0]).toBe("GET list 200");
});
