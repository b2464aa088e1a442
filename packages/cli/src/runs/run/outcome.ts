import { countRun, isLeftRunning, type Manifest, type RunStatus, statusWithoutWait } from "@analytics-engines/runs";
import { type ExitCode, JOBS_IN_PROGRESS } from "../../exit-code.ts";

/**
 * What the command does with jobs that the service still computes. `run` and `collect` wait for them; a signal makes `run` cancel them, and
 * `collect` leave them there. `submit` and `collect-ready` leave them at once.
 */
export type RunMode = "run" | "submit" | "collect" | "collect-ready";

/** The status of a run as the command prints it. */
export function runStatusOf(manifest: Manifest, mode: RunMode): RunStatus {
  return mode === "submit" || mode === "collect-ready" ? statusWithoutWait(manifest) : manifest.status;
}

/** The manifest without the jobs that were left to the service, as they have nothing to report yet. */
export function endedPart(manifest: Manifest, mode: RunMode): Manifest {
  if (mode === "run") return manifest;
  return { ...manifest, files: manifest.files.filter((file) => !isLeftRunning(file)) };
}

/** Whether a later `collect` brings more results. */
export function hasJobsInProgress({ files }: Manifest, mode: RunMode): boolean {
  return mode !== "run" && files.some(isLeftRunning);
}

export function exitCodeOf(manifest: Manifest, mode: RunMode, failOn: "error" | "warning" | "never"): ExitCode {
  if (mode === "collect-ready" && hasJobsInProgress(manifest, mode)) return JOBS_IN_PROGRESS;
  if (failOn === "never") return 0;
  const status = runStatusOf(manifest, mode);
  const isGood = status === "success" || (mode === "submit" && status === "running");
  return !isGood || (failOn === "warning" && countRun(manifest).warnings > 0) ? 1 : 0;
}
