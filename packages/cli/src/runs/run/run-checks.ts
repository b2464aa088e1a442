import type { Manifest } from "@analytics-engines/runs";
import type { ChecksOptions, ChecksPlan, ChecksReport } from "@analytics-engines/runs/review";
import type { RunMode } from "./outcome.ts";

/** The checks of the results; `undefined` if there are none, or the command waits for no results. */
export async function readChecksPlan(
  options: ChecksOptions & { readonly json?: true },
  mode: RunMode,
): Promise<ChecksPlan | undefined> {
  if (mode === "submit" || (options.checks === undefined && options.junit === undefined)) return undefined;
  const { openCommandChecks } = await import("../../results/check/check.ts");
  return openCommandChecks(process.cwd(), options);
}

/** Checks the results of a run folder. */
export async function checkRunFolder(output: string, manifest: Manifest, plan: ChecksPlan): Promise<ChecksReport> {
  const { checkWithProgress } = await import("../../results/check/check.ts");
  return checkWithProgress({ folder: output, manifest }, plan);
}
