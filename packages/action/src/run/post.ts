import { existsSync } from "node:fs";
import path from "node:path";
import { getState } from "@actions/core";
import { cancelRun, findInside, readManifest } from "@analytics-engines/runs";
import { connect } from "../connection/connect.ts";
import { maskCredentials } from "../connection/secrets.ts";
import type { Env } from "../github/inputs.ts";
import { type Log, log } from "../github/log.ts";
import { type RunInputs, readRunInputs } from "./inputs.ts";
import { storeArtifacts } from "./store-artifacts.ts";

/** How long jobs may take to be canceled, seconds. Nobody waits for the post step as the runner waits for a canceled one. */
const cancelSeconds = 60;

/**
 * Runs after the job, whatever became of the step: cancels on the service what a stopped step left running, and stores the artifacts that
 * it had no time to store. Never fails the job: what cannot be done is a warning.
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
    if (!isSettled && inputs.cancelOnAbort) await cancelJobs(inputs, env, log);
    if (!isStored) await store(inputs, log);
  } catch (error) {
    log.annotate(
      "warning",
      `The run in ${folder} could not be tidied up: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function cancelJobs(inputs: RunInputs, env: Env, log: Log): Promise<void> {
  const client = connect(inputs, env, log);
  const { canceled, failed } = await cancelRun(inputs.runFolder, client, { timeoutSeconds: cancelSeconds });
  if (canceled.length > 0) log.line(`Canceled on the service: ${canceled.join(", ")}`);
  for (const { jobId, reason } of failed)
    log.annotate("warning", `Job ${jobId} may still run on the service: ${reason}`);
}

async function store(inputs: RunInputs, log: Log): Promise<void> {
  const report = await findInside(inputs.runFolder, "report.html");
  const manifest = await readManifest(inputs.runFolder);
  await storeArtifacts({ inputs, log }, manifest, "reason" in report ? undefined : report.file);
}
