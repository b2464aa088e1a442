import { statSync } from "node:fs";
import { summary } from "@actions/core";
import { retryBusy } from "@analytics-engines/runs/files";

/** The longest summary of a step that GitHub shows, bytes. */
export const MAX_SUMMARY_BYTES = 1024 * 1024;

/**
 * Adds to the job's summary, in the file that `GITHUB_STEP_SUMMARY` names. Without it (no runner), nothing is written.
 *
 * @param render makes the text for the bytes that are left of the limit
 */
export async function writeSummary(render: (limit: number) => string): Promise<void> {
  const file = process.env["GITHUB_STEP_SUMMARY"] ?? "";
  if (file === "") return;
  const usedBytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const text = summary.addRaw(render(Math.max(0, MAX_SUMMARY_BYTES - usedBytes)));
  await retryBusy(() => text.write(), { path: file });
}
