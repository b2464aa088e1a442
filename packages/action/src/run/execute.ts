import path from "node:path";
import { saveState } from "@actions/core";
import { PreflightError, type RunEvent, StorageError } from "@analytics-engines/core/client";
import type { Manifest, ManifestShard, ReproducedRun, RunFile } from "@analytics-engines/runs";
import { cancelRun, limitHeapGrowth, RunFolderError, readManifest, runToFolder } from "@analytics-engines/runs";
import { connect, settingsOf } from "../connection/connect.ts";
import { count } from "../github/format.ts";
import { Problem } from "../github/problem.ts";
import { tool } from "../tool.ts";
import type { RunContext } from "./context.ts";
import { formatJobIds } from "./job-ids.ts";
import { createProgress, type Progress } from "./progress.ts";

/** GitHub sends SIGTERM 7.5 seconds after it asked a step to stop; the rest is for the outputs. */
const graceSeconds = 7;
/** Where nobody waits, jobs are canceled after the run has let go of them; it does so at once. */
const cancelSeconds = 4;

export interface RunResult {
  readonly manifest: Manifest;
  readonly progress: Progress;
  /** Set where the service refused the credentials: the one problem worth telling. */
  readonly refused: string | undefined;
}

/** What is asked of a run beside its files. */
export interface RunPlan {
  /** Which part of a plan the files are. The shards share one limit of the service: unless the inputs say otherwise, equally. */
  readonly shard: ManifestShard | undefined;
  /** The earlier run that is computed again. */
  readonly reproduces: ReproducedRun | undefined;
  /** Patterns of the units whose commentaries are asked for. */
  readonly commentary: readonly string[] | undefined;
}

/** Runs the jobs of the files into the run folder. */
export async function execute(
  context: RunContext,
  files: readonly RunFile[],
  { shard, reproduces, commentary }: RunPlan,
): Promise<RunResult> {
  const { inputs, env, log, outputs, signal } = context;
  const client = connect(inputs, env, log, inputs.rateShare ?? 1 / (shard?.total ?? 1));
  const folder = inputs.runFolder;
  saveState("run-path", folder);
  outputs.set({
    status: "unknown",
    "run-path": folder,
    "manifest-path": path.join(folder, "manifest.json"),
    "job-ids": "{}",
  });

  log.group(`Running ${count(files.length, "job")} at ${inputs.baseUrl}`);
  limitHeapGrowth(files.length);
  const progress = createProgress({
    log,
    total: files.length,
    onIds: (ids) => outputs.set({ "job-ids": formatJobIds(ids) }),
  });
  const stop = stopEarly(files.length, inputs.wait);
  try {
    const work = runToFolder(files, {
      client,
      folder,
      workspace: env["GITHUB_WORKSPACE"] || inputs.workingDirectory,
      tool,
      service: new URL(inputs.baseUrl).origin,
      resume: inputs.resume,
      shard,
      reproduces,
      commentary,
      settings: settingsOf(inputs),
      signal: AbortSignal.any([signal, stop.signal]),
      concurrency: inputs.wait ? inputs.maxConcurrency : files.length,
      runDeadlineSeconds: inputs.timeoutMinutes * 60,
      cancelOnAbort: inputs.cancelOnAbort && inputs.wait,
      ...(inputs.cacheControl === undefined ? {} : { cacheControl: inputs.cacheControl }),
      onEvent(event) {
        progress.onEvent(event);
        stop.onEvent(event);
      },
    });
    const ended = await withinGrace(work, signal);
    // A run that has not let go of its folder in time is left to the post step.
    if (ended !== undefined && signal.aborted && inputs.cancelOnAbort && !inputs.wait)
      await cancelRun(folder, client, { timeoutSeconds: cancelSeconds });
    return { manifest: ended ?? (await readManifest(folder)), progress, refused: stop.refused };
  } catch (error) {
    noteForPost(error);
    throw error;
  } finally {
    progress.stop();
    log.endGroup();
  }
}

/**
 * What the post step must leave alone: a folder that is not this run's, or that this step has not touched, and jobs that a full disk left
 * to a later run.
 */
function noteForPost(error: unknown): void {
  if (error instanceof RunFolderError || error instanceof PreflightError) saveState("run-path", "");
  if (error instanceof StorageError) saveState("settled", "true");
}

/** The result of the work; `undefined` where it is not there within the time that is left after an abort. */
function withinGrace<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = () => {
      timer = setTimeout(() => resolve(undefined), graceSeconds * 1000);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    });
  });
}

/**
 * Ends the work before all jobs are done, for one of two reasons: the service refuses the credentials before it has taken any job, and
 * asking again for every other one could lock the account; or nobody waits, and every job is submitted.
 */
function stopEarly(total: number, wait: boolean) {
  const controller = new AbortController();
  const submitted = new Set<string>();
  let taken = false;
  let refused: string | undefined;
  return {
    signal: controller.signal,
    get refused() {
      return refused;
    },
    onEvent(event: RunEvent) {
      if (event.type === "job-created" || event.type === "job-progress") taken = true;
      if (event.type === "job-finished" && event.outcome.problem?.code === "authentication" && !taken) {
        refused ??= event.outcome.problem.message;
        controller.abort(new Problem(refused));
      }
      if (event.type === "job-created" || event.type === "job-finished") submitted.add(event.key);
      if (!wait && submitted.size === total) controller.abort(new Problem("All jobs are submitted."));
    },
  };
}
