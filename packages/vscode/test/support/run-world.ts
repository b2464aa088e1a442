import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { basicAuth, createClient, type RunEvent } from "@analytics-engines/core";
import { createVirtualClock } from "@analytics-engines/core/testing";
import { runToFolder } from "@analytics-engines/runs";
import { createSimulator, type SimulatorOptions } from "@analytics-engines/simulator";
import { onTestFinished } from "vitest";
import type { ConnectionInfo } from "../../src/connections/types.ts";
import { type PreparedFile, prepareFile } from "../../src/jobs/start/prepare.ts";
import { executeWith } from "../../src/jobs/store/execute.ts";
import { createHistory, type HistoryPlaces, type PlannedRun, type RunRecord } from "../../src/jobs/store/history.ts";
import type { RunView } from "../../src/jobs/store/run.ts";
import { type FinishedRun, RunStore, type RunStoreParts } from "../../src/jobs/store/run-store.ts";

export const connection: ConnectionInfo = {
  id: "one",
  name: "One",
  baseUrl: "https://api.example",
  auth: "basic",
  production: false,
};

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "jobs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A history in one folder. */
export function placesIn(base: string): HistoryPlaces {
  return { all: () => [base], of: () => base };
}

/** A simulated service on virtual time, and windows with a run store each that share one storage. */
export function createWorld(options: SimulatorOptions = {}) {
  const clock = createVirtualClock();
  const simulator = createSimulator({ clock, jobSeconds: 30, ...options });
  const base = path.join(temporaryFolder(), "runs");
  const state = {
    open: false,
    connections: [connection] as readonly ConnectionInfo[],
  };

  const createTestClient = () =>
    createClient({
      baseUrl: connection.baseUrl,
      auth: basicAuth("DEMO-1", "demo"),
      fetch: simulator.fetch,
      clock,
      random: () => 0.5,
    });

  function openWindow(parts: Partial<RunStoreParts> = {}) {
    const client = createTestClient();
    const connections = { all: () => state.connections, client: async () => client };
    const history = createHistory(placesIn(base));
    const finished: FinishedRun[] = [];
    const checkFailures: unknown[] = [];
    const paused: { run: RunView; error: unknown }[] = [];
    const store = new RunStore({
      clock,
      history,
      ...executeWith({
        ...{ connections, clock, tool: "analytics-engines/0.1.0" },
        findFolder: async (id) => (await history.read(id))?.folder,
        onCheckFailure: (_run, error) => void checkFailures.push(error),
      }),
      limit: () => 100,
      async rememberOpenRuns(open) {
        state.open = open;
      },
      onFinish: (one) => void finished.push(one),
      onPause: (run, error) => void paused.push({ run, error }),
      ...parts,
    });
    return { store, history, finished, paused, checkFailures };
  }

  async function plan(id: string, files: readonly PreparedFile[], checks?: RunRecord["checks"]): Promise<PlannedRun> {
    const record = {
      version: 1,
      id: id.padEnd(32, "0"),
      connection,
      startedAt: new Date(clock.now()).toISOString(),
      folder: path.join(base, id.padEnd(32, "0"), "run"),
      files: files.map(({ file }) => file),
      ...(checks && { checks }),
    } as const;
    return { record, requests: files.map(({ request }) => request) };
  }

  /** Creates what a killed process leaves: the jobs of a run on the service, and its folder. */
  async function leave({ record, requests }: PlannedRun): Promise<void> {
    const stop = new AbortController();
    let created = 0;
    const files = record.files.map((file, index) => ({ ...file, request: requests[index] }));
    const { folder } = record;
    const service = { tool: "analytics-engines/0.1.0", service: connection.baseUrl };
    const run = { client: createTestClient(), clock, folder, signal: stop.signal, cancelOnAbort: false };
    // Not before all jobs exist, also on a busy machine.
    const onEvent = ({ type }: RunEvent) => {
      if (type === "job-created" && ++created === files.length) stop.abort();
    };
    await clock.run(() => runToFolder(files, { ...service, ...run, onEvent }));
  }

  return {
    clock,
    simulator,
    leave,
    state,
    base,
    openWindow,
    plan,
    /** Waits for a condition, on virtual time. */
    until: (isTrue: () => boolean) =>
      clock.run(async () => {
        while (!isTrue()) await new Promise<void>((resolve) => clock.setTimer(500, resolve));
      }),
    creates: () => simulator.requests.filter(({ method }) => method === "PUT" || method === "POST").length,
  };
}

export const exampleText = (name: string) =>
  readFileSync(new URL(`../../../../docs/examples/${name}`, import.meta.url), "utf8");

export function exampleFile(name: string): Promise<PreparedFile> {
  return prepareFile({
    text: exampleText(name),
    path: `parameters/${name}`,
    uri: `file:///w/parameters/${name}`,
    families: {},
  });
}
