import type { JobStatus } from "@analytics-engines/core";
import { type Manifest, type ManifestFile, wholeStatus } from "@analytics-engines/runs";

/** How core calls a job that was left to the service: it runs, or its results wait there. */
const left: ReadonlySet<string> = new Set(["still-running", "not-collected"]);

/** Whether a job was left to the service, where nobody waited for it. */
export function isLeftRunning({ status, problem }: ManifestFile): boolean {
  return status === "unknown" && problem !== undefined && left.has(problem.code);
}

/** The status of a run for which nobody waited: that of its other jobs, or `running` where they all succeeded. */
export function statusWithoutWait({ files }: Manifest): JobStatus | "running" {
  const others = files.filter((file) => !isLeftRunning(file));
  const status = wholeStatus(others.map((file) => file.status));
  return status === "success" && others.length < files.length ? "running" : status;
}
