import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { basicAuth, createClient } from "@analytics-engines/core";
import { systemClock } from "@analytics-engines/core/basics";
import { createSimulator } from "@analytics-engines/simulator";
import { expect, it, onTestFinished } from "vitest";
import { exampleText, placesIn, temporaryFolder } from "../../../test/support/run-world.ts";
import { executeWith } from "./execute.ts";
import { createHistory } from "./history.ts";
import { type FinishedRun, RunStore } from "./run-store.ts";

it("a waiting window takes over the run of a killed process, without a second job", async () => {
  const simulator = createSimulator({ jobSeconds: 5, maxAgeSeconds: 1 });
  const { url, close } = await simulator.listen();
  onTestFinished(close);
  const base = path.join(temporaryFolder(), "runs");
  const id = randomBytes(16).toString("hex");

  const script = path.join(import.meta.dirname, "../../../test/support/kill-child.ts");
  const child = spawn(
    process.execPath,
    ["--conditions=source", script, url, base, id, exampleText("weights.pa.json")],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");

  const client = createClient({ baseUrl: url, auth: basicAuth("DEMO-1", "demo") });
  const connection = { id: "one", name: "One", baseUrl: url, auth: "basic", production: false } as const;
  const connections = { all: () => [connection], client: async () => client };
  const noChecks = { findFolder: async () => undefined, onCheckFailure() {} };
  const isInOtherWindow = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<FinishedRun>();
  const store = new RunStore({
    clock: systemClock,
    history: createHistory(placesIn(base)),
    ...executeWith({ connections, clock: systemClock, tool: "analytics-engines/0.1.0", ...noChecks }),
    limit: () => 100,
    rememberOpenRuns: async () => {},
    onChange() {
      if (store.run(id)?.state === "otherWindow") isInOtherWindow.resolve();
    },
    onFinish: finished.resolve,
    onPause: (_run, error) => finished.reject(error),
  });
  await store.load();
  await isInOtherWindow.promise;
  child.kill("SIGKILL");
  const { manifest } = await finished.promise;
  expect(manifest.files.map(({ status }) => status)).toEqual(["success"]);
  expect(simulator.jobs.map(({ creates, returned }) => [creates, returned])).toEqual([[1, true]]);
});
