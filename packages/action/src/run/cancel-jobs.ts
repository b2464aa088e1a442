import type { Client } from "@analytics-engines/core/client";
import { cancelRun } from "@analytics-engines/runs";
import type { Log } from "../github/log.ts";

/** Cancels the jobs of a run folder on the service, and warns about each that may still run. */
export async function cancelJobs(folder: string, client: Client, log: Log, timeoutSeconds: number): Promise<void> {
  const { canceled, failed } = await cancelRun(folder, client, { timeoutSeconds });
  if (canceled.length > 0) log.line(`Canceled on the service: ${canceled.join(", ")}`);
  for (const { jobId, reason } of failed)
    log.annotate("warning", `Job ${jobId} may still run on the service: ${reason}`);
}
