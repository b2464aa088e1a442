import { isDebug } from "@actions/core";
import { userLines } from "@analytics-engines/runs/user-error";
import type { Log } from "./log.ts";

/** Reports why a step fails: a line for each problem that the user can correct; for a defect of ours, how to find it. */
export async function reportFailure(log: Log, error: unknown): Promise<void> {
  const lines = userLines(error);
  for (const line of lines ?? []) log.annotate("error", line);
  if (lines !== undefined) return;
  const message = error instanceof Error ? error.message : String(error);
  log.annotate(
    "error",
    `${message} This looks like a defect of the action.${isDebug() ? "" : " Run the job again with debug logging to see where."}`,
  );
  if (!isDebug() || !(error instanceof Error)) return;
  const { rawBlock } = await import("./raw-block.ts");
  process.stdout.write(rawBlock(error.stack ?? error.message));
}
