import path from "node:path";
import { type Clock, count, shorten, systemClock } from "@analytics-engines/core/basics";
import { type Client, PreflightError, type RunEvent, StorageError } from "@analytics-engines/core/client";
import { cancelRun, type Provenance, readManifest } from "@analytics-engines/runs";
import { stopEarly, UserError } from "@analytics-engines/runs/host";
import { findCommittedFiles, provenanceOf } from "@analytics-engines/runs/review";
import {
  createJobCounter,
  describeEvent,
  describeProgress,
  type Manifest,
  type RunFile,
  runToFolder,
} from "@analytics-engines/runs/run";
import { connect, settingsOf } from "../connection/connect.ts";
import { jsonOutput, type Log, repositoryLink, saveState, TOOL } from "../github/step.ts";
import { DEFAULT_NAME, type RunContext } from "./inputs.ts";
import type { Prepared } from "./prepare.ts";

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
  { shard, reproduction }: Pick<Prepared, "shard" | "reproduction">,
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

/** Cancels the jobs of a run folder on the service, and warns about each that may still run. */
export async function cancelJobs(folder: string, client: Client, log: Log, timeoutSeconds: number): Promise<void> {
  const { canceled, failed } = await cancelRun(folder, client, { timeoutSeconds });
  if (canceled.length > 0) log.line(`Canceled on the service: ${canceled.join(", ")}`);
  for (const { jobId, reason } of failed)
    log.annotate("warning", `Job ${jobId} may still run on the service: ${reason}`);
}

/**
 * Where the run comes from: the workflow, and the commit that is checked out around the files. Without a git repository around them, it is the
 * commit of the workflow.
 */
export async function findRunProvenance(
  { env, inputs, log }: Pick<RunContext, "env" | "inputs" | "log">,
  files: readonly RunFile[],
): Promise<Provenance | undefined> {
  const checkout = await findCommittedFiles(inputs.workingDirectory, files, env, log.line);
  const { GITHUB_REPOSITORY: repository, GITHUB_SHA: commit, GITHUB_REF: ref } = env;
  // A workflow can check out another commit than the one that it runs on.
  const isOfWorkflow = checkout === undefined || checkout.commit === commit;
  const { GITHUB_RUN_ID: id, GITHUB_RUN_ATTEMPT: attempt } = env;
  return provenanceOf({
    server: env["GITHUB_SERVER_URL"],
    ...(isOfWorkflow ? { repository, commit, ref, uncommitted: checkout?.uncommitted } : checkout),
    actor: env["GITHUB_ACTOR"],
    workflow: {
      name: env["GITHUB_WORKFLOW"],
      runId: numberIn(id),
      runNumber: numberIn(env["GITHUB_RUN_NUMBER"]),
      attempt: numberIn(attempt),
      url: repositoryLink(env, `actions/runs/${id}/attempts/${attempt}`),
    },
  });
}

function numberIn(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined;
}

/** Seconds between two lines while jobs advance, and between two lines while nothing changes. */
const CHANGE_SECONDS = 2;
const QUIET_SECONDS = 10;

type RunLog = ReturnType<typeof createRunLog>;

/**
 * Logs at once what happens in a run, and every few seconds how far the jobs are.
 *
 * @param options.total the number of jobs
 * @param options.onIds receives the job ids when there are more, at most once a second
 */
export function createRunLog({
  log,
  total,
  onIds,
  clock = systemClock,
}: {
  readonly log: Log;
  readonly total: number;
  readonly onIds: (jobIds: ReadonlyMap<string, string>) => void;
  readonly clock?: Clock;
}) {
  const jobIds = new Map<string, string>();
  const startedAt = new Map<string, number>();
  const durations = new Map<string, number>();
  const jobs = createJobCounter();
  let hasChanged = false;
  let lineAt = clock.now();
  let idsAt = Number.NEGATIVE_INFINITY;
  let reportedIds = 0;

  const write = (text: string) => {
    lineAt = clock.now();
    log.line(text);
  };
  const reportIds = () => {
    if (reportedIds === jobIds.size || clock.now() - idsAt < 1000) return;
    idsAt = clock.now();
    reportedIds = jobIds.size;
    onIds(jobIds);
  };
  const beat = () => {
    reportIds();
    const quiet = (clock.now() - lineAt) / 1000;
    if (jobs.running.size > 0 && quiet >= (hasChanged ? CHANGE_SECONDS : QUIET_SECONDS)) {
      hasChanged = false;
      write(describeProgress(jobs.running, jobs.doneCount, total));
    }
    cancelBeat = clock.setTimer(1000, beat);
  };
  let cancelBeat = clock.setTimer(1000, beat);

  return {
    /** The ids of the jobs that were created, by the path of their parameter file. */
    jobIds: jobIds as ReadonlyMap<string, string>,
    /** The time from the creation of a job to its end, seconds; `undefined` if this process did not see both. */
    seconds: (key: string) => durations.get(key),
    stop(): void {
      cancelBeat();
      idsAt = Number.NEGATIVE_INFINITY;
      reportIds();
    },
    onEvent(event: RunEvent): void {
      if ((event.type === "job-created" || event.type === "job-progress") && event.jobId !== undefined)
        jobIds.set(event.key, event.jobId);
      if (event.type === "job-created" && !startedAt.has(event.key)) startedAt.set(event.key, clock.now());
      const isNews = jobs.onEvent(event);
      if (event.type === "job-progress") hasChanged ||= isNews;
      const start = event.type === "job-finished" ? startedAt.get(event.key) : undefined;
      const seconds = start === undefined ? undefined : (clock.now() - start) / 1000;
      if (event.type === "job-finished" && seconds !== undefined) durations.set(event.key, seconds);
      const line = describeEvent(event, seconds);
      if (line !== undefined) write(line);
      if (event.type === "job-created" || event.type === "job-progress") reportIds();
    },
  };
}
