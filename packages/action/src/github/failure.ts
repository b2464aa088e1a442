import { isDebug } from "@actions/core";
import { messageOf } from "@analytics-engines/core/basics";
import { userLines } from "@analytics-engines/runs/host";
import type { Log } from "./log.ts";

/** Reports why a step fails, with a line for each problem that the user can correct. For a defect of ours, it says how to find it. */
export function reportFailure(log: Log, error: unknown): void {
  const lines = userLines(error);
  for (const line of lines ?? []) log.annotate("error", line);
  if (lines !== undefined) return;
  const message = messageOf(error);
  log.annotate(
    "error",
    `${message} This looks like a defect of the action.${isDebug() ? "" : " Run the job again with debug logging to see where."}`,
  );
  if (isDebug() && error instanceof Error) process.stdout.write(rawBlock(error.stack ?? error.message));
}

/** Lines to show unchanged, such as a stack. Commands in them are disabled until a random token. */
export function rawBlock(text: string): string {
  const token = crypto.randomUUID();
  return [`::stop-commands::${token}`, ...text.split(/\r\n|\r|\n/), `::${token}::`, ""].join("\n");
}
