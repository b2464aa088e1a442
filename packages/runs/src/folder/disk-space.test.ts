import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type JobRequest, type ResultBody, type RunEvent, StorageError } from "@analytics-engines/core";
import { describe, expect, it } from "vitest";
import { createWorld, manyPa, ORIGIN, requests, type World } from "../../../core/test/support/world.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { readManifest } from "./manifest/manifest-file.ts";
import { createDiskSpace, writeBody } from "./results/write-body.ts";
import type { RunFile, RunToFolderOptions } from "./run-options.ts";
import { runToFolder } from "./run-to-folder.ts";

const MEBIBYTE = 2 ** 20;

/** A disk with this much free space. `looks` counts how often the space was read. */
function diskOf(mebibytes: number) {
  const disk = {
    free: mebibytes * MEBIBYTE,
    looks: 0,
    freeBytes: async () => {
      disk.looks++;
      return disk.free;
    },
  };
  return disk;
}

/** A body of pieces of a MiB. Each piece that is read takes its space on the disk. */
function bodyOf(pieces: number, disk: { free: number }, contentLength?: number): ResultBody & { read: number } {
  const unused = () => Promise.reject(new Error("The stream is read."));
  const body = {
    contentType: "text/csv",
    contentLength,
    read: 0,
    bytes: unused,
    text: unused,
    json: unused,
    stream: new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (body.read === pieces) return controller.close();
          body.read++;
          disk.free -= MEBIBYTE;
          controller.enqueue(new Uint8Array(MEBIBYTE));
        },
      },
      { highWaterMark: 0 },
    ),
  };
  return body;
}

describe("the disk space of a run", () => {
  it("lets nothing more be asked for below the reserve, and says how much is left and what to do", async () => {
    await expect(createDiskSpace("run", diskOf(65).freeBytes).ready()).resolves.toBeUndefined();
    const failure = createDiskSpace("run", diskOf(63).freeBytes).ready();
    await expect(failure).rejects.toThrow(StorageError);
    await expect(failure).rejects.toThrow(
      /disk of run has 63 MiB left.*64 MiB\. Free some space and resume the run\.$/,
    );
  });

  it("stops a result that grows while there is room for the journal and the manifest", async () => {
    const disk = diskOf(100);
    const path = join(await temporaryFolder(), "large");
    const failure = writeBody(path, bodyOf(200, disk), createDiskSpace("run", disk.freeBytes));
    await expect(failure).rejects.toThrow(/MiB left/);
    expect(disk.free).toBeGreaterThan(8 * MEBIBYTE);
    expect((await stat(path)).size).toBeGreaterThan(60 * MEBIBYTE);
  });

  it("keeps a result that needs the reserve, since the service does not give it again", async () => {
    const disk = diskOf(80);
    const path = join(await temporaryFolder(), "large");
    const { bytes } = await writeBody(path, bodyOf(60, disk), createDiskSpace("run", disk.freeBytes));
    expect(bytes).toBe(60 * MEBIBYTE);
  });

  it("does not begin to write a result that is announced as too large", async () => {
    const disk = diskOf(100);
    const folder = await temporaryFolder();
    const body = bodyOf(90, disk, 90 * MEBIBYTE);
    const failure = writeBody(join(folder, "large"), body, createDiskSpace("run", disk.freeBytes));
    await expect(failure).rejects.toThrow(/the result has 94371840 bytes/);
    expect([body.read, await readdir(folder)]).toEqual([0, []]);
  });

  it("looks at the disk after each 16 MiB, and more often only when it is nearly full", async () => {
    const disk = diskOf(100_000);
    const space = createDiskSpace("run", disk.freeBytes);
    for (let at = 0; at < 64; at++) await space.take(MEBIBYTE);
    expect(disk.looks).toBe(4);
  });

  it("is not in the way where the system does not say", async () => {
    const space = createDiskSpace("run", async () => Infinity);
    await Promise.all([space.ready(), space.announced(1e15), space.take(1e15)]);
  });

  it("is what the system says, where nothing else is handed in", async () => {
    await expect(createDiskSpace(await temporaryFolder()).announced(1e18)).rejects.toThrow(/bytes/);
  });
});

const digest = "0".repeat(64);
const fileOf = ({ key, family, body }: JobRequest): RunFile => {
  return { path: key, family, request: body, sha256: digest, parametersSha256: digest };
};

function runIn(world: World, folder: string, files: readonly RunFile[], options: Partial<RunToFolderOptions> = {}) {
  const { client, clock } = world;
  const run = { client, clock, folder, tool: "test/1", service: ORIGIN, random: () => 0.5, ...options };
  return world.clock.run(() => runToFolder(files, run));
}

describe("a run whose disk becomes full", () => {
  it("ends in order: its manifest says what is stored, what is not read stays with the service, and it can be resumed", async () => {
    const world = createWorld();
    const folder = await temporaryFolder();
    const files = manyPa(4).map(fileOf);
    const disk = diskOf(1000);
    const onEvent = ({ type }: RunEvent) => {
      if (type === "job-finished") disk.free = 20 * MEBIBYTE;
    };
    const failure = runIn(world, folder, files, { concurrency: 1, freeBytes: disk.freeBytes, onEvent });
    await expect(failure).rejects.toThrow(/20 MiB left.*Free some space and resume the run\./);
    expect((await readManifest(folder)).files.map(({ status }) => status)).toEqual([
      "success",
      "unknown",
      "unknown",
      "unknown",
    ]);

    const resumed = await runIn(world, folder, files, { resume: true });
    expect(resumed.files.map(({ status }) => status)).toEqual(Array(4).fill("success"));
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1, 1, 1]);
  });

  it("lets a result that arrives already come to its end", async () => {
    // The job of one unit ends a minute before the other, also if they do not begin together, and its result takes two minutes to arrive.
    const world = createWorld({ faults: ["result#1=slow:1000"], jobSeconds: ({ units }) => 60 * units - 30 });
    const folder = await temporaryFolder();
    const files = [requests.pa(), requests.paUnits(["a", "b"])].map(fileOf);
    const isAsked = () => world.traffic().some((line) => line.startsWith("GET result"));
    const freeBytes = async () => (isAsked() ? 20 : 1000) * MEBIBYTE;
    await expect(runIn(world, folder, files, { freeBytes })).rejects.toThrow(StorageError);
    expect((await readManifest(folder)).files.map(({ status }) => status)).toEqual(["success", "unknown"]);
    const resumed = await runIn(world, folder, files, { resume: true });
    expect(resumed.files.map(({ status }) => status)).toEqual(["success", "success"]);
    expect(world.simulator.jobs.map(({ creates }) => creates)).toEqual([1, 1]);
  });
});
