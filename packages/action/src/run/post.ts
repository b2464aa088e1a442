import { existsSync } from "node:fs";
import path from "node:path";
import { getState } from "@actions/core";
import { messageOf } from "@analytics-engines/core/basics";
import { findInside, readManifest } from "@analytics-engines/runs";
import { connect } from "../connection/connect.ts";
import { maskCredentials } from "../connection/secrets.ts";
import { type Log, log } from "../github/log.ts";
import { storeArtifacts } from "./artifacts.ts";
import { cancelJobs } from "./cancel-jobs.ts";
import { type RunInputs, readRunInputs } from "./inputs.ts";

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
    if (!isStored) await store(inputs, log);
  } catch (error) {
    log.annotate("warning", `The run in ${folder} could not be cleaned up after the job: ${messageOf(error)}`);
  }
}

async function store(inputs: RunInputs, log: Log): Promise<void> {
  const report = await findInside(inputs.runFolder, "report.html");
  const manifest = await readManifest(inputs.runFolder);
  await storeArtifacts({ inputs, log }, manifest, "reason" in report ? undefined : report.file);
}
