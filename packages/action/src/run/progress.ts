import type { RunEvent } from "@analytics-engines/core";
import { type Clock, count, systemClock } from "@analytics-engines/core/basics";
import type { Manifest } from "@analytics-engines/runs";
import { resultIds } from "@analytics-engines/runs/files";
import {
  type CheckedRun,
  createJobCounter,
  describeEvent,
  describeProgress,
  pinnedDateLines,
  type ReadyRun,
} from "@analytics-engines/runs/run";
import type { Log } from "../github/step.ts";
import { annotateIssues, type Repository } from "../workspace/annotate.ts";
import type { RunContext } from "./inputs.ts";

/** A run that has ended, or whose time is up. */
export interface RunResult {
  readonly manifest: Manifest;
  readonly progress: RunLog;
  /** The service's message if it refused the credentials. Then it is the only problem to report. */
  readonly refused: string | undefined;
}

/** Logs the checked parameter files, and annotates their issues at their lines. */
export function printChecked(
  step: Pick<RunContext, "inputs" | "env" | "log">,
  { checked, files, parameters }: CheckedRun,
) {
  const { log } = step;
  if (checked.some(({ issues }) => issues.length > 0))
    annotateIssues(
      log,
      checked.map((file) => ({ path: file.path, issues: file.issues })),
      repositoryOf(step),
    );
  for (const { path, family } of files)
    log.line(`${path}: ${family}, ${count(resultIds(parameters.get(path)).length, "unit")}`);
  log.endGroup();
}

/** Logs which days a run that is computed again is for. */
export function printPinned(log: Log, { pinned }: ReadyRun): void {
  for (const note of pinned?.notes ?? []) log.line(note);
  for (const warning of pinned?.warnings ?? []) log.annotate("warning", warning);
  for (const line of pinnedDateLines(pinned?.dates ?? [])) log.line(line);
}

/** Where annotations find the parameter files. */
export function repositoryOf({ inputs, env }: Pick<RunContext, "inputs" | "env">): Repository {
  return { workingDirectory: inputs.workingDirectory, workspace: env["GITHUB_WORKSPACE"] || undefined };
}

/** Seconds between two lines while jobs advance, and between two lines while nothing changes. */
const CHANGE_SECONDS = 2;
const QUIET_SECONDS = 10;

export type RunLog = ReturnType<typeof createRunLog>;

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
