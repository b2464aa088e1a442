// A small run against a service on loopback, at 200 times the speed of real time, so that polling takes no time.
import { basicAuth, type Clock, createClient } from "@analytics-engines/core";
import { type RunFile, runToFolder } from "../../src/index.ts";

const SPEED = 200;
const start = Date.now();

const fastClock: Clock = {
  now: () => start + (Date.now() - start) * SPEED,
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms / SPEED);
    return () => clearTimeout(timer);
  },
};

export function crashRun(baseUrl: string, folder: string, files: readonly RunFile[]) {
  // The real time that an answer takes must not look like a time-out.
  const patience = { attemptTimeoutSeconds: 20 * SPEED, totalTimeoutSeconds: 100 * SPEED };
  const client = createClient({ baseUrl, auth: basicAuth("DEMO-1", "demo"), clock: fastClock, ...patience });
  const commentary = ["*#effects"];
  const run = { client, folder, clock: fastClock, tool: "test/1", service: baseUrl, resume: true, commentary };
  return runToFolder(files, run);
}
