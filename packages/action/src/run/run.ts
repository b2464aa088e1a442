import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getState } from "@actions/core";
import { PreflightError, StorageError } from "@analytics-engines/core";
import { count, shorten } from "@analytics-engines/core/basics";
import { type EarlierFolder, findManifest, readManifest, reuseOf } from "@analytics-engines/runs";
import { findFiles, hasEntries, MAX_FILE_BYTES, removeTemporary, requireFiles } from "@analytics-engines/runs/files";
import { describeOver, Interrupted, listenToSignals, stopEarly, UserError } from "@analytics-engines/runs/progress";
import {
  openReproduction,
  prepareRun,
  type ReadyRun,
  type RunSource,
  runToFolder,
  shardFiles,
} from "@analytics-engines/runs/run";
import { connect, settingsOf } from "../connection/connect.ts";
import { maskCredentials } from "../connection/inputs.ts";
import { missingArtifactStore } from "../github/artifacts.ts";
import { jsonOutput, runStep, saveState, TOOL } from "../github/step.ts";
import { requireFolder } from "../workspace/inputs.ts";
import { findEarlierFolder } from "./earlier.ts";
import {
  DEFAULT_NAME,
  joinRunProject,
  type RunContext,
  type RunInputs,
  readRunInputs,
  requireCompatible,
} from "./inputs.ts";
import { cancelJobs, post } from "./post.ts";
import { createRunLog, printChecked, printPinned, type RunResult } from "./progress.ts";
import { findRunProvenance } from "./provenance.ts";

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
  const context = step.inputs.hasProject ? { ...step, inputs: joinRunProject(step.inputs, step) } : step;
  const prepared = await prepare(context);
  context.signal.throwIfAborted();
  const temporary = mkdtempSync(path.join(step.env["RUNNER_TEMP"] || tmpdir(), "earlier-"));
  try {
    // The last check, because it may download a whole run.
    const earlier = await findEarlierFolder(context, temporary);
    const run = earlier === undefined ? prepared : await withEarlier(prepared, earlier);
    context.signal.throwIfAborted();
    const result = await execute(context, run, earlier);
    // With the page, the tables and the history: a run that is refused, or waits for its jobs, needs none of it.
    const { reportRun } = await import("./report.ts");
    return await reportRun(context, run, result);
  } finally {
    await removeTemporary(temporary);
  }
}

/** Checks everything before anything is sent. @throws UserError: nothing was sent */
async function prepare({ inputs, env, log }: RunContext): Promise<ReadyRun> {
  const { workingDirectory, runFolder, checks, junitFile: junit } = inputs;
  const missing = inputs.artifacts === "none" ? undefined : missingArtifactStore(env);
  if (missing !== undefined)
    throw new UserError(
      `Artifacts cannot be stored: ${missing}. Use artifacts: none and keep ${runFolder} by other means.`,
    );
  if (!inputs.resume && hasEntries(runFolder)) {
    throw new UserError(
      `The run folder ${runFolder} is not empty. Set output-dir to another, or resume-from to resume the run in it.`,
    );
  }
  const run = await prepareRun({
    folder: workingDirectory,
    source: await findSource(inputs),
    settings: inputs,
    maxBytes: MAX_FILE_BYTES,
    checks: checks.length === 0 && junit === undefined ? undefined : { checks, junit },
    onPaths: (paths) => log.group(`Checking ${count(paths.length, "parameter file")}`),
    onChecked: (checked) => printChecked({ inputs, env, log }, checked),
  });
  if (!run.isReady) {
    const errorText = run.errors.length === 0 ? "" : `${count(run.errors.length, "error")} in parameter files. `;
    throw new UserError([
      ...run.problems,
      `${errorText}Nothing was sent to the service. Correct the files and run the job again.`,
    ]);
  }
  printPinned(log, run);
  return run;
}

/** The run with the earlier run that its checks compare with. @throws UserError where that cannot be read */
async function withEarlier(run: ReadyRun, { folder }: EarlierFolder): Promise<ReadyRun> {
  if (run.checks === undefined) return run;
  const { openComparedFolder } = await import("@analytics-engines/runs/review");
  return { ...run, checks: { ...run.checks, earlier: await openComparedFolder(folder) } };
}

/** Where the files of the run are named. A run that is resumed names its own, and its shard. */
async function findSource(inputs: RunInputs): Promise<RunSource> {
  const { workingDirectory, runFolder, resume, shard, reproduce, files: patterns, families = {} } = inputs;
  const run = resume ? await findManifest(runFolder) : undefined;
  if (resume && run === undefined)
    throw new UserError(
      `Input resume-from: there is no run in ${runFolder}: it has no manifest.json. Name the folder of a run.`,
    );
  if (run === undefined && shard !== undefined)
    return { kind: "shard", shard: shardFiles(shard, { plan: "Input plan", shard: "Input shard" }) };
  const service = new URL(inputs.baseUrl).origin;
  const reproduced =
    reproduce === undefined
      ? undefined
      : ({ kind: "reproduced", reproduction: await openReproduction(reproduce, patterns), service } as const);
  if (run !== undefined) return { kind: "resumed", run, of: reproduced };
  if (reproduced !== undefined) return reproduced;
  requireFolder(workingDirectory);
  const selection = findFiles(workingDirectory, { patterns, families });
  return { kind: "found", paths: requireFiles(selection, patterns, workingDirectory) };
}

/** GitHub sends SIGTERM 7.5 seconds after it asked a step to stop. The rest of that time is for the outputs. */
const GRACE_SECONDS = 7;
/** The longest that canceling may take if nobody waits for the jobs, seconds: it happens within the grace period. */
const CANCEL_SECONDS = 4;

/** Runs the jobs of the files into the run folder. */
async function execute(
  context: RunContext,
  { files, shard, reproduction }: ReadyRun,
  earlier: EarlierFolder | undefined,
): Promise<RunResult> {
  const { inputs, env, log, outputs, signal } = context;
  // The shards of a plan share one rate limit equally.
  const share = 1 / (shard?.total ?? 1);
  const client = await connect(inputs, env, log, { share, isRestart: inputs.resume });
  const folder = inputs.runFolder;
  const before = inputs.resume ? await findManifest(folder) : undefined;
  saveState("run-path", folder);
  outputs.set({
    status: "unknown",
    "run-path": folder,
    "manifest-path": path.join(folder, "manifest.json"),
    "job-ids": "{}",
  });

  log.group(`Running ${count(files.length, "job")} at ${inputs.baseUrl}`);
  const progress = createRunLog({
    log,
    total: files.length,
    onIds: (ids) => outputs.set({ "job-ids": jsonOutput(Object.fromEntries(ids), "{}") }),
  });
  const stop = stopEarly();
  try {
    const work = runToFolder(files, {
      client,
      folder,
      workspace: env["GITHUB_WORKSPACE"] || inputs.workingDirectory,
      tool: TOOL,
      service: new URL(inputs.baseUrl).origin,
      // The name that the workflow gave to the run, if it gave one.
      name: inputs.artifactName === DEFAULT_NAME ? undefined : shorten(inputs.artifactName, 100),
      provenance: () => findRunProvenance(context, files),
      resume: inputs.resume,
      shard,
      reproduces: reproduction?.run,
      reuse: reuseOf(inputs.reuse, earlier),
      settings: settingsOf(inputs),
      signal: AbortSignal.any([signal, stop.signal]),
      concurrency: inputs.maxConcurrency,
      waitForJobs: inputs.wait,
      runDeadlineSeconds: inputs.timeoutMinutes * 60,
      cancelOnAbort: inputs.wait,
      ...(inputs.cacheControl === undefined ? {} : { cacheControl: inputs.cacheControl }),
      onDelay: log.line,
      onEvent(event) {
        progress.onEvent(event);
        stop.onEvent(event);
      },
    });
    const ended = await withinGrace(work, signal);
    // If the run still uses its folder after the grace period, the post step cancels the jobs.
    if (ended !== undefined && signal.aborted && !inputs.wait) {
      await cancelJobs(folder, client, log, CANCEL_SECONDS);
    }
    const manifest = ended ?? (await readManifest(folder));
    const over = describeOver(before, manifest);
    if (over !== undefined) log.annotate("notice", over);
    return { manifest, progress, refused: stop.refused };
  } catch (error) {
    // The post step must leave alone a folder that this step has not touched or that belongs to another run, and jobs that a full disk
    // leaves to a later run.
    if (error instanceof UserError || error instanceof PreflightError) saveState("run-path", "");
    if (error instanceof StorageError) saveState("settled", "true");
    throw error;
  } finally {
    progress.stop();
    log.endGroup();
  }
}

/** The result of the work; `undefined` if it does not arrive within the time that is left after an abort. */
function withinGrace<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = () => {
      timer = setTimeout(() => resolve(undefined), GRACE_SECONDS * 1000);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    });
  });
}

// The runner starts this file for the step and again after the job, however the step ended.
if (getState("phase") === "post") await post();
else {
  saveState("phase", "post");
  await main();
}
