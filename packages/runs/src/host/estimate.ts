import type { RunEvent } from "@analytics-engines/core";

/** Progress that grew less, or over less time, says nothing about the end. */
const MIN_PERCENT = 5;
const MIN_MS = 2000;

/** How far a job was at a moment, in milliseconds and percent. */
export interface ProgressAt {
  readonly at: number;
  readonly percent: number;
}

/** Progress in time. */
export interface Growth {
  /** The last moment before it grew. */
  readonly first: ProgressAt;
  readonly latest: ProgressAt;
}

/** A job in progress. */
export interface JobInTime extends Growth {
  readonly startedAt: number;
}

/** Adds what the service reports of a job. Progress that goes back is a new beginning, as after a job was queued again. */
export function addProgress(job: JobInTime, progress: ProgressAt): JobInTime {
  const isGrowing = progress.percent > job.first.percent && progress.percent >= job.latest.percent;
  return { ...job, first: isGrowing ? job.first : progress, latest: progress };
}

/**
 * When a job, or a run, ends if its progress goes on as it did, milliseconds. `undefined` without ground: no progress, too little of it, or an end that
 * has passed.
 */
export function estimateEnd({ first, latest }: Growth, now: number): number | undefined {
  const grownPercent = latest.percent - first.percent;
  const ms = latest.at - first.at;
  if (grownPercent < MIN_PERCENT || ms < MIN_MS) return undefined;
  const end = latest.at + (ms * Math.max(0, 100 - latest.percent)) / grownPercent;
  return end > now ? end : undefined;
}

/**
 * When a run ends, milliseconds: its jobs in progress end as estimated, or after the mean time of those that are done, and as many as now
 * follow each other until none waits. `undefined` without ground for a job in progress or for those that wait.
 *
 * @param meanMs the mean time of the jobs that are done; `undefined` if there is none
 * @param waitingCount the jobs that are not created yet
 */
export function estimateRunEnd(
  jobs: readonly JobInTime[],
  meanMs: number | undefined,
  waitingCount: number,
  now: number,
): number | undefined {
  const ends = jobs.map((job) => estimateEnd(job, now) ?? (meanMs === undefined ? undefined : job.startedAt + meanMs));
  if (ends.length === 0 || ends.includes(undefined) || (waitingCount > 0 && meanMs === undefined)) return undefined;
  const remainingMs = ends.map((end = now) => Math.max(0, end - now));
  const workMs = remainingMs.reduce((sum, ms) => sum + ms, waitingCount * (meanMs ?? 0));
  const longestMs = Math.max(...remainingMs, workMs / jobs.length);
  return longestMs > 0 ? now + longestMs : undefined;
}

/** `about 40 s left`, `about 2 min left`, `about 1 h 20 min left`: no more exact than an estimate is. */
export function describeRemaining(ms: number): string {
  const seconds = Math.max(5, Math.ceil(ms / 5000) * 5);
  if (seconds < 60) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${minutes} min left`;
  const rounded = Math.round(minutes / 5) * 5;
  return `about ${Math.floor(rounded / 60)} h${rounded % 60 === 0 ? "" : ` ${rounded % 60} min`} left`;
}

/** The jobs of a run in time, from its events. */
export function createRunEstimate(total: number) {
  const jobs = new Map<string, JobInTime>();
  const timed = { ms: 0, count: 0 };
  let doneCount = 0;
  return {
    /** The jobs in progress by the path of their parameter file, the oldest first. */
    jobs: jobs as ReadonlyMap<string, JobInTime>,
    /** @param at milliseconds */
    onEvent(event: RunEvent, at: number): void {
      if (event.type === "job-created" || event.type === "job-progress") {
        const percent = (event.type === "job-progress" ? event.progress : undefined) ?? 0;
        const job = jobs.get(event.key);
        const progress = { at, percent };
        jobs.set(
          event.key,
          job === undefined ? { startedAt: at, first: progress, latest: progress } : addProgress(job, progress),
        );
      } else if (event.type === "job-finished") {
        const job = jobs.get(event.key);
        if (job !== undefined) {
          timed.ms += at - job.startedAt;
          timed.count++;
        }
        jobs.delete(event.key);
        doneCount++;
      }
    },
    /** When the run ends, milliseconds; `undefined` without ground. */
    end(now: number): number | undefined {
      const meanMs = timed.count === 0 ? undefined : timed.ms / timed.count;
      return estimateRunEnd([...jobs.values()], meanMs, Math.max(0, total - doneCount - jobs.size), now);
    },
  };
}
