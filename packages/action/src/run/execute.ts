import path from "node:path";
import { count, shorten } from "@analytics-engines/core/basics";
import { PreflightError, StorageError } from "@analytics-engines/core/client";
import { readManifest } from "@analytics-engines/runs";
import { stopEarly, UserError } from "@analytics-engines/runs/host";
import { limitHeapGrowth, type Manifest, type RunFile, runToFolder } from "@analytics-engines/runs/run";
import { connect, settingsOf } from "../connection/connect.ts";
import { jsonOutput, saveState } from "../github/outputs.ts";
import { TOOL } from "../tool.ts";
import { cancelJobs } from "./cancel-jobs.ts";
import { DEFAULT_NAME, type RunContext } from "./inputs.ts";
import type { Prepared } from "./prepare.ts";
import { createRunLog, type RunLog } from "./progress.ts";
import { findRunProvenance } from "./provenance.ts";

/** GitHub sends SIGTERM 7.5 seconds after it asked a step to stop. The rest of that time is for the outputs. */
const GRACE_SECONDS = 7;
/** The longest that canceling may take if nobody waits for the jobs, seconds: it happens within the grace period. */
const CANCEL_SECONDS = 4;

export interface RunResult {
  readonly manifest: Manifest;
  readonly progress: RunLog;
  /** The service's message if it refused the credentials. Then it is the only problem to report. */
  readonly refused: string | undefined;
}

/** Runs the jobs of the files into the run folder. */
export async function execute(
  context: RunContext,
  files: readonly RunFile[],
  { shard, reproduction, commentary }: Pick<Prepared, "shard" | "reproduction" | "commentary">,
): Promise<RunResult> {
  const { inputs, env, log, outputs, signal } = context;
  // The shards of a plan share one rate limit equally.
  const share = 1 / (shard?.total ?? 1);
  const client = await connect(inputs, env, log, { share, isRestart: inputs.resume });
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
      name: nameOf(inputs),
      provenance: () => findRunProvenance(context, files),
      resume: inputs.resume,
      shard,
      reproduces: reproduction?.run,
      reuseFrom: inputs.reuseFrom,
      commentary,
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

/** The name that the workflow gave to the run, if it gave one. */
function nameOf({ artifactName }: RunContext["inputs"]): string | undefined {
  return artifactName === DEFAULT_NAME ? undefined : shorten(artifactName, 100);
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
