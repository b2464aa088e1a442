import { count, printable } from "@analytics-engines/core/basics";
import { cancelRun, readManifest } from "@analytics-engines/runs";
import type { ConnectOptions } from "@analytics-engines/runs/run";
import type { ExitCode } from "../../exit-code.ts";
import { connectCommand } from "../../project/connect.ts";
import { readSettings, type SettingOptions } from "../../project/read-settings.ts";
import { printableJson } from "../../terminal/printable-json.ts";

export interface CancelOptions extends ConnectOptions, Pick<SettingOptions, "set"> {
  readonly json?: true;
}

/** The longest that canceling may take, seconds: a create whose answer was lost can arrive a minute later. */
const MAX_CANCEL_SECONDS = 120;

/** Cancels the jobs of a run folder on the service, and prints which ones. */
export async function cancelCommand(folder: string, options: CancelOptions): Promise<ExitCode> {
  const { connectionEntry } = readSettings(options, process.cwd());
  const { client } = await connectCommand(options, connectionEntry);
  // A folder without a run is a mistake of the user, and not a run without jobs.
  await readManifest(folder);
  const { canceled, failed } = await cancelRun(folder, client, { timeoutSeconds: MAX_CANCEL_SECONDS });
  if (options.json === true) process.stdout.write(`${printableJson({ version: 1, canceled, failed })}\n`);
  else {
    for (const jobId of canceled) process.stdout.write(`${printable(jobId)}: canceled\n`);
    for (const { jobId, reason } of failed)
      process.stdout.write(`${printable(jobId)}: may still run: ${printable(reason)}\n`);
    process.stdout.write(`${count(canceled.length, "job")} canceled. Run folder: ${printable(folder)}\n`);
  }
  return failed.length === 0 ? 0 : 1;
}
