import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { createVirtualClock, type VirtualClock } from "@analytics-engines/core/testing";
import { type RunFile, runToFolder } from "../../../src/index.ts";
import { canariesOf, credentialsIn } from "../faults/echoes.ts";
import type { Case } from "../judge/case.ts";
import { brokenPromises } from "../judge/checker.ts";
import { readFiles, readManifest, type Told } from "../judge/read-folder.ts";
import { createLeapingClock, type LeapingClock } from "../leaping-clock.ts";
import { type HostileServer, openHostileServer, type Plan } from "../server.ts";
import { type Kind, markerOf, requestOf } from "../service/kinds.ts";
import { stillFetch, type Taken } from "../still-fetch.ts";
import { createStillTime } from "../still-time.ts";

const username = "DEMO-1";
const password = "hunter2/Qw+ErTyUi0p&8zXc";
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
const secrets = [...new Set([...credentialsIn(authorization), ...canariesOf(authorization)])];

/** No request is on its way to the service for longer. */
const ARRIVAL_SECONDS = 300;
/** In memory if the system has such a folder, because these tests do not depend on the disk. */
const TEMPORARY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export interface CellOptions {
  readonly kind: Kind;
  /** Without a plan, nothing goes wrong. */
  readonly plan?: Plan;
  readonly files: number;
  readonly concurrency?: number;
  /** After this many seconds, the run is stopped and its jobs are canceled. */
  readonly stopAfterSeconds?: number;
}

/** The end of a run and, if it did not succeed, that of the same run resumed with the healthy service. */
export interface CellEnd {
  readonly first: Told;
  readonly last: Told;
  /** Whether the fault met a request. */
  readonly hasMetFault: boolean;
  /** Promises that were broken, as sentences. */
  readonly broken: readonly string[];
  readonly server: Pick<HostileServer, "history" | "jobs">;
}

/** Runs parameter files into a temporary folder with the real client, over real sockets on virtual time. */
export async function runCell(options: CellOptions): Promise<CellEnd> {
  const clock = createVirtualClock();
  const time = createStillTime(clock);
  const clientClock = createLeapingClock(clock);
  const { leap } = clientClock;
  const server = await openHostileServer({ kind: options.kind, clock, time, leap, username, password });
  const folder = await mkdtemp(path.join(TEMPORARY, "hostile-"));
  // The cells throw thousands of errors, and stack traces would take a quarter of the processor time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await play({ ...options, clock, clientClock, time, server, folder: path.join(folder, "run") });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    await server.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Stage extends CellOptions {
  readonly clock: VirtualClock;
  /** The clock of the client's process. */
  readonly clientClock: LeapingClock;
  readonly time: ReturnType<typeof createStillTime>;
  readonly server: HostileServer;
  readonly folder: string;
}

async function play(stage: Stage): Promise<CellEnd> {
  const { plan, server, folder } = stage;
  const taken: Taken = new Map();
  if (plan !== undefined) server.arm(plan);
  const broken = [...(await execute(stage, taken, false))];
  const first = readManifest(folder);
  if (first.status !== "success") {
    server.heal();
    broken.push(...(await execute(stage, taken, true)).map((sentence) => `resumed: ${sentence}`));
  }
  const hasMetFault = server.history.events.some(({ type }) => type === "fault");
  return { first, last: readManifest(folder), hasMetFault, broken: [...new Set(broken)], server };
}

/** One execution of the run, as a new process does it. Returns the promises that are broken after it. */
async function execute(stage: Stage, taken: Taken, isResumed: boolean): Promise<string[]> {
  const { kind, clock, clientClock, time, server, folder, concurrency = 1, stopAfterSeconds } = stage;
  const client = createClient({
    baseUrl: server.url,
    auth: basicAuth(username, password),
    clock: clientClock,
    random: () => 0.5,
    fetch: stillFetch(time, taken),
  });
  const stop = new AbortController();
  const files = filesOf(stage);
  const work = async () => {
    const cancelTimer = stopAfterSeconds && !isResumed && clock.setTimer(1000 * stopAfterSeconds, () => stop.abort());
    const run = {
      client,
      clock: clientClock,
      folder,
      concurrency,
      tool: "hostile/1",
      service: server.url,
      random: () => 0.5,
    };
    try {
      await runToFolder(files, { ...run, resume: isResumed, signal: stop.signal });
    } finally {
      if (cancelTimer) cancelTimer();
    }
  };
  const failure = await clock.run(work).then(
    () => undefined,
    (error: unknown) => error,
  );
  // In this time, every request arrives that is still on its way to the service.
  await clock.run(() => new Promise<void>((resolve) => void clock.setTimer(1000 * ARRIVAL_SECONDS, resolve)));
  const one: Case = {
    history: server.history.events,
    jobs: server.jobs.all,
    files: files.map(({ path: name }, index) => ({ path: name, marker: markerOf(index) })),
    units: kind.units,
    told: readManifest(folder),
    stored: readFiles(folder),
    secrets,
    taken,
    foreignRequests: server.foreignRequests(),
    isResumed,
  };
  return [...(failure === undefined ? [] : [`the run itself failed: ${String(failure)}`]), ...brokenPromises(one)];
}

function filesOf({ kind, files }: CellOptions): RunFile[] {
  return Array.from({ length: files }, (_, index) => {
    const request = requestOf(kind, markerOf(index));
    const sha256 = createHash("sha256").update(JSON.stringify(request)).digest("hex");
    return { path: `${index + 1}.${kind.family}.json`, family: kind.family, request, sha256, parametersSha256: sha256 };
  });
}
