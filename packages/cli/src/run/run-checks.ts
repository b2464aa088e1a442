import type { Manifest } from "@analytics-engines/runs";
import { type ChecksOptions, type ChecksPlan, failsChecks, openChecks } from "@analytics-engines/runs/review";
import { paintFor } from "../terminal/paint.ts";
import { hasJobsInProgress, type RunMode } from "./outcome.ts";

interface CheckedRun {
  /** The run folder. */
  readonly output: string;
  readonly json?: true | undefined;
  readonly failOn: "error" | "warning" | "never";
}

/** The checks of the results; `undefined` if there are none, or the command waits for no results. */
export async function readChecksPlan(options: ChecksOptions, mode: RunMode): Promise<ChecksPlan | undefined> {
  if (mode === "submit" || (options.checks === undefined && options.junit === undefined)) return undefined;
  return openChecks(process.cwd(), options);
}

/** Checks the results, unless some are still to come, and prints what failed. @returns whether the exit code may be 0 */
export async function passesChecks(
  manifest: Manifest,
  plan: ChecksPlan | undefined,
  { output, json, failOn }: CheckedRun,
  mode: RunMode,
): Promise<boolean> {
  if (plan === undefined || hasJobsInProgress(manifest, mode)) return true;
  const { checksText, checkWithProgress } = await import("../check/check.ts");
  const report = await checkWithProgress({ folder: output, manifest }, plan);
  // With --json, standard output has the manifest alone.
  const stream = json === true ? process.stderr : process.stdout;
  stream.write(checksText(report, paintFor(stream)));
  return !failsChecks(report, failOn);
}
