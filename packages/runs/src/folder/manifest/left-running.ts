import type { JobStatus } from "@analytics-engines/core";
import type { Manifest, ManifestFile } from "./manifest.ts";
import { wholeStatus } from "./manifest-build.ts";

/** The status of a run; `running` if it did not wait for its jobs and nothing failed. */
export type RunStatus = JobStatus | "running";

/** Core's codes for a job that was left to the service: it runs, or its results are ready there. */
const unfinishedCodes: ReadonlySet<string> = new Set(["still-running", "not-collected"]);

/** Whether a job was left to the service because the run did not wait for it. */
export function isLeftRunning({ status, problem }: ManifestFile): boolean {
  return status === "unknown" && problem !== undefined && unfinishedCodes.has(problem.code);
}

/** The status of a run without waiting: that of the jobs that ended, or `running` if they all succeeded. */
export function statusWithoutWait({ files }: Manifest): RunStatus {
  const others = files.filter((file) => !isLeftRunning(file));
  const status = wholeStatus(others.map((file) => file.status));
  return status === "success" && others.length < files.length ? "running" : status;
}
