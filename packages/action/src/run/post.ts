import { existsSync } from "node:fs";
import path from "node:path";
import { getState } from "@actions/core";
import type { Client } from "@analytics-engines/core";
import { messageOf } from "@analytics-engines/core/basics";
import { cancelRun, findInside, readManifest } from "@analytics-engines/runs";
import { connect } from "../connection/connect.ts";
import { maskCredentials } from "../connection/inputs.ts";
import { type Log, log } from "../github/step.ts";
import { storeArtifacts } from "./artifacts.ts";
import { readRunInputs } from "./inputs.ts";

/** The longest that canceling may take, seconds. The runner gives the post step more time than a canceled step. */
const CANCEL_SECONDS = 60;

/**
 * Runs after the job, however the step ended. Cancels the jobs that a stopped step left running on the service, and stores the artifacts
 * that it had no time to store. Never fails the job: every failure is a warning.
 */
export async function post(): Promise<void> {
  const { env } = process;
  const folder = getState("run-path");
  if (folder === "" || !existsSync(path.join(folder, "manifest.json"))) return;
  const isSettled = getState("settled") === "true";
  const isStored = getState("stored") === "true";
  if (isSettled && isStored) return;
  try {
    const inputs = { ...readRunInputs(env), runFolder: folder };
    maskCredentials(log, inputs.credentials);
    if (!isSettled) await cancelJobs(folder, await connect(inputs, env, log), log, CANCEL_SECONDS);
    if (isStored) return;
    const report = await findInside(folder, "report.html");
    await storeArtifacts({ inputs, log }, await readManifest(folder), "reason" in report ? undefined : report.file);
  } catch (error) {
    log.annotate("warning", `The run in ${folder} could not be cleaned up after the job: ${messageOf(error)}`);
  }
}

/** Cancels the jobs of a run folder on the service, and warns about each that may still run. */
export async function cancelJobs(folder: string, client: Client, log: Log, timeoutSeconds: number): Promise<void> {
  const { canceled, failed } = await cancelRun(folder, client, { timeoutSeconds });
  if (canceled.length > 0) log.line(`Canceled on the service: ${canceled.join(", ")}`);
  for (const { jobId, reason } of failed)
    log.annotate("warning", `Job ${jobId} may still run on the service: ${reason}`);
}
