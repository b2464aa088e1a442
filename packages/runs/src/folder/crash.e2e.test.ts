import { subscribe } from "node:diagnostics_channel";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulator, type Listening } from "@analytics-engines/simulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isFull } from "../../../core/test/support/sample.ts";
import { requests } from "../../../core/test/support/world.ts";
import { startChild } from "../../test/reliability/child-process.ts";
import { bundleChild } from "../../test/support/bundle-child.ts";
import type { CrashInput } from "../../test/support/crash-child.ts";
import { crashRun } from "../../test/support/crash-run.ts";
import type { EndMode } from "../../test/support/end-at-operation.ts";
import { temporaryFolder } from "../../test/support/folders.ts";
import { runFileOf } from "../../test/support/run-file.ts";
import type { Manifest } from "./manifest/manifest.ts";
import { findManifest } from "./manifest/manifest-file.ts";
import type { RunFile } from "./run-options.ts";

/** `npm test` kills the run at one operation in this many. The number is odd, so that both ways to kill it are tried. */
const ONE_IN = isFull ? 1 : 31;

const files: readonly RunFile[] = [requests.quant(), requests.fi(), requests.attribution()].map(runFileOf);

// Real sockets and real processes. Jobs take a moment, and each run has a simulator of its own, so that runs do not affect each other.
const listening: Listening[] = [];
async function service() {
  const simulator = createSimulator({ profile: "strict", jobSeconds: 0.03 });
  const server = await simulator.listen();
  listening.push(server);
  return { simulator, url: server.url };
}
afterAll(() => Promise.all(listening.map((server) => server.close())));

/** The connections that the services have accepted and that are still open. */
const connections = new Set<Socket>();
subscribe("net.server.socket", (message) => {
  const { socket } = Object(message);
  if (!(socket instanceof Socket)) return;
  connections.add(socket);
  socket.once("close", () => connections.delete(socket));
});

/** Waits until a service has handled every request of a process that is gone. Some may not even be accepted when the process ends. */
async function handled(url: string): Promise<void> {
  const roundTrip = async () => (await fetch(url, { headers: { connection: "close" } })).arrayBuffer();
  await roundTrip();
  const open = [...connections].filter(({ localPort }) => String(localPort) === new URL(url).port);
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  await roundTrip();
}

/** A folder for all tests of this file, with the script of the process that is killed. */
let shared = "";
let script = "";

/** Runs the child. Returns how many operations on the disk it made, or `killed`. */
async function child(url: string, folder: string, at: number, mode: EndMode): Promise<number | "killed"> {
  let operations = 0;
  const input: CrashInput = { url, folder, files, at, mode };
  const { ended } = startChild(script, input, (line) => {
    operations = Number(line);
  });
  return (await ended) === "SIGKILL" ? "killed" : operations;
}

/** A manifest without what differs from run to run. */
function essence(manifest: Manifest): unknown {
  const { startedAt: _, finishedAt: __, service: ___, ...rest } = manifest;
  return {
    ...rest,
    files: rest.files.map(({ jobId, requestKeys: _keys, ...file }) => ({ ...file, hasJob: jobId !== undefined })),
  };
}

describe("a run that is killed", () => {
  let reference: Manifest;
  let operations = 0;

  beforeAll(async () => {
    shared = await mkdtemp(join(tmpdir(), "killed-"));
    script = await bundleChild("support/crash-child.ts", shared);
    const { url } = await service();
    const folder = join(shared, "run");
    await mkdir(folder);
    const count = await child(url, folder, 0, "before");
    if (count === "killed") throw new Error("Nobody should have killed it.");
    operations = count;
    reference = (await findManifest(folder)) ?? expect.fail("no manifest");
  });
  afterAll(() => rm(shared, { recursive: true, force: true }));

  async function killAndResume(at: number, mode: EndMode): Promise<void> {
    const { simulator, url } = await service();
    const folder = await temporaryFolder();
    const place = `${mode} ${at} of ${operations}`;
    // Runs differ by some operations: one that ends before operation `at` is resumed too.
    await child(url, folder, at, mode);
    await handled(url);
    // Lost are exactly the results that the service gave away and that have no file.
    const given = simulator.jobs.flatMap(({ family, units }) =>
      units.flatMap(({ id, resultReads }) =>
        resultReads > 0 && !existsSync(join(folder, pathOf(family, id))) ? [`${family} ${id}`] : [],
      ),
    );
    const manifest = await crashRun(url, folder, files);

    expect([place, simulator.jobs.map(({ creates, cancels }) => [creates, cancels])]).toEqual([
      place,
      [
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ]);
    const reads = simulator.jobs.flatMap(({ units }) => units.map(({ resultReads }) => resultReads));
    expect([place, reads]).toEqual([place, reads.map(() => 1)]);
    const lost = manifest.files.flatMap(({ family, units }) =>
      units.flatMap(({ id, status }) => (status === "lost" ? [`${family} ${id}`] : [])),
    );
    expect([place, lost]).toEqual([place, given]);
    if (lost.length === 0) expect([place, essence(manifest)]).toEqual([place, essence(reference)]);
    await rm(folder, { recursive: true });
  }

  const folders: Readonly<Record<string, string>> = { fi: "bonds.fi", quant: "prices.quant", pa: "effects.pa" };
  const pathOf = (family: string, unit: string) => `${folders[family]}/${unit}.json`;

  it("before or within any operation on the disk comes to the same end when it is resumed", async () => {
    expect(operations).toBeGreaterThan(50);
    const points = Array.from({ length: operations }, (_, index) => index + 1).filter(
      (at) => at % ONE_IN === 1 % ONE_IN,
    );
    const work = points.map((at) => [at, at % 2 === 0 ? "torn" : "before"] as const);
    const worker = async () => {
      for (let next = work.shift(); next !== undefined; next = work.shift()) await killAndResume(...next);
    };
    await Promise.all([worker(), worker(), worker()]);
  });
});
