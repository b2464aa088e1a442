import { existsSync } from "node:fs";
import path from "node:path";
import { getState } from "@actions/core";
import { messageOf } from "@analytics-engines/core/basics";
import { findInside, readManifest } from "@analytics-engines/runs";
import { resultIds } from "@analytics-engines/runs/files";
import { Interrupted, listenToSignals } from "@analytics-engines/runs/host";
import { connect } from "../connection/connect.ts";
import { maskCredentials } from "../connection/inputs.ts";
import { type Log, log, runStep, saveState } from "../github/step.ts";
import { storeArtifacts } from "./artifacts.ts";
import { cancelJobs, execute } from "./execute.ts";
import { joinRunProject, type RunContext, type RunInputs, readRunInputs, requireCompatible } from "./inputs.ts";
import { prepare } from "./prepare.ts";
import { completeManifest, reportRun, type Source } from "./report.ts";
import { compareWithEarlier } from "./summary.ts";

/** Runs the step of a workflow. */
async function main(): Promise<void> {
  // GitHub sends SIGINT if a workflow is canceled, and SIGTERM 7.5 seconds later.
  using interruption = listenToSignals();
  await runStep(
    async (step) => {
      const inputs = readRunInputs(step.env);
      maskCredentials(step.log, inputs.credentials);
      return runParameterFiles({ ...step, inputs, signal: interruption.signal });
    },
    (error) => ({ status: error instanceof Interrupted ? "canceled" : "failure" }),
  );
}

/** Checks the inputs and the parameter files, runs their jobs, and reports. Returns the exit code. */
async function runParameterFiles(step: RunContext): Promise<number> {
  requireCompatible(step.inputs);
  const inputs = step.inputs.hasProject ? joinRunProject(step.inputs, step) : step.inputs;
  const context: RunContext = { ...step, inputs };
  const { env } = context;
  const { files, parameters, reproduction, checks, ...rest } = await prepare(context);
  context.signal.throwIfAborted();
  const source: Source = {
    workingDirectory: inputs.workingDirectory,
    workspace: env["GITHUB_WORKSPACE"] || undefined,
    parameters: (file) => parameters.get(file),
  };
  const result = await execute(context, files, { ...rest, reproduction });
  const manifest = completeManifest(result.manifest, (file) => resultIds(parameters.get(file)));
  // After a signal, the time that is left is for outputs and summary. Without waiting, there are no results to compare.
  if (reproduction === undefined || !inputs.wait || context.signal.aborted)
    return await reportRun(context, { ...result, manifest }, source, checks);
  const reproduces = await compareWithEarlier(context.log, reproduction, inputs.runFolder);
  return await reportRun(context, { ...result, manifest: { ...manifest, reproduces } }, source, checks);
}

/** The longest that canceling may take, seconds. The runner gives the post step more time than a canceled step. */
const CANCEL_SECONDS = 60;

/**
 * Runs after the job, however the step ended. Cancels the jobs that a stopped step left running on the service, and stores the artifacts
 * that it had no time to store. Never fails the job: every failure is a warning.
 */
async function post(): Promise<void> {
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

// The runner starts this file for the step and again after the job, however the step ended.
if (getState("phase") === "post") await post();
else {
  saveState("phase", "post");
  await main();
}
