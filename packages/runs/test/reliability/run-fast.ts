import { basicAuth, createClient, type Fetch } from "@analytics-engines/core";
import type { Clock } from "@analytics-engines/core/basics";
import { type RunFile, type RunToFolderOptions, runToFolder } from "../../src/index.ts";

/** A run of a script that `startChild` starts. */
export interface FastRun {
  readonly url: string;
  readonly folder: string;
  readonly files: readonly RunFile[];
}

/** Runs or resumes files on a clock that runs `speed` times as fast as the system's, so that polls and waits take little time. */
export async function runFast(
  { url, folder, files }: FastRun,
  speed: number,
  { fetch, ...options }: Pick<RunToFolderOptions, "concurrency" | "onEvent"> & { readonly fetch?: Fetch },
): Promise<void> {
  const start = Date.now();
  const clock: Clock = {
    now: () => start + (Date.now() - start) * speed,
    setTimer(ms, callback) {
      const timer = setTimeout(callback, ms / speed);
      return () => clearTimeout(timer);
    },
  };
  // Real seconds: answers come much sooner, and the run waits this long only for lost ones.
  const limits = { attemptTimeoutSeconds: 10 * speed, totalTimeoutSeconds: 50 * speed };
  const client = createClient({ baseUrl: url, auth: basicAuth("DEMO-1", "demo"), clock, fetch, ...limits });
  await runToFolder(files, { ...options, client, folder, clock, tool: "bench/1", service: url, resume: true });
}
