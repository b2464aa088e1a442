// A small run against a service on loopback, at 200 times the speed of real time, so that polling takes no time.
import { basicAuth, createClient } from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";
import { type RunFile, runToFolder } from "../../src/index.ts";

const SPEED = 200;

/**
 * @param earlier the folder of a run whose results are copied
 * @param startedAt the time that its clock begins with, milliseconds since 1970
 */
export function crashRun(
  baseUrl: string,
  folder: string,
  files: readonly RunFile[],
  earlier?: string,
  startedAt = Date.now(),
) {
  const begun = Date.now();
  const clock: Clock = {
    now: () => startedAt + (Date.now() - begun) * SPEED,
    setTimer(ms, callback) {
      const timer = setTimeout(callback, ms / SPEED);
      return () => clearTimeout(timer);
    },
  };
  // The real time that an answer takes must not look like a time-out.
  const patience = { attemptTimeoutSeconds: 20 * SPEED, totalTimeoutSeconds: 100 * SPEED };
  const client = createClient({ baseUrl, auth: basicAuth("DEMO-1", "demo"), clock, ...patience });
  const run = { client, folder, clock, tool: "test/1", service: baseUrl, resume: true };
  return runToFolder(files, { ...run, reuse: earlier === undefined ? undefined : { folder: earlier } });
}
