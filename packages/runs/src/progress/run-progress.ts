import type { RunEvent, ServiceErrorItem } from "@analytics-engines/core";
import { count, shorten } from "@analytics-engines/core/basics";
import type { Manifest, ManifestReuse } from "../folder/manifest/manifest.ts";

/** The longest text of the service that is repeated in a line, characters. */
const MAX_TEXT = 300;

/**
 * What happened in a run, in one line, which can hold untrusted text. `undefined` for progress, which is shown for all jobs together.
 *
 * @param seconds the time that a finished job took, where it is known
 *
 * @example
 * ```ts
 * import { describeEvent } from "@analytics-engines/runs/run";
 *
 * console.log(describeEvent({ type: "job-created", key: "a.pa.json", jobId: "17" })); // a.pa.json: submitted as job 17
 * ```
 */
export function describeEvent(event: RunEvent, seconds?: number): string | undefined {
  switch (event.type) {
    case "job-created":
      return `${event.key}: submitted${event.jobId === undefined ? "" : ` as job ${event.jobId}`}`;
    case "job-progress":
      return undefined;
    case "unit-finished":
      return `${event.key}: unit ${event.unit.id}: ${describeUnit(event.unit)}`;
    case "job-finished": {
      const { status, problem } = event.outcome;
      const time = seconds === undefined ? "" : ` after ${formatSeconds(seconds)}`;
      const end = problem?.code === "still-running" ? "still running" : status;
      return `${event.key}: ${end}${time}${problem === undefined ? "" : `: ${shorten(problem.message, MAX_TEXT)}`}`;
    }
    case "reuse":
      return describeReuse(event);
    case "not-reused":
      return `${event.key}: unit ${event.unitId}: not reused, so it is computed: ${shorten(event.reason, MAX_TEXT)}`;
    case "unreachable": {
      const lasting = event.seconds < 1 ? "" : ` (for ${formatSeconds(event.seconds)})`;
      return `No usable answer from the service${lasting}, trying again: ${shorten(event.reason, MAX_TEXT)}`;
    }
    case "waiting":
      return `Waiting ${formatSeconds(event.seconds)}: ${event.reason === "budget" ? "the service's budget of requests is used up" : "the service asks to wait"}`;
  }
}

/**
 * Says that a resumed run was over already, and when it ended; `undefined` where it computed something.
 * @param before the manifest before it was resumed
 */
export function describeOver(before: Pick<Manifest, "finishedAt"> | undefined, after: Manifest): string | undefined {
  const { finishedAt } = after;
  if (finishedAt === undefined || before?.finishedAt !== finishedAt) return undefined;
  const end = finishedAt.replace("T", " ").replace(/(:\d\d)(\.\d+)?Z$/, "$1 UTC");
  return `The run was over: it ended at ${end}. Nothing was computed. To compute again, start a run in another folder.`;
}

/** What a run copied of an earlier one, and why it computed the rest, in one line, which can hold untrusted text. */
export function describeReuse({ run, copied, computed }: ManifestReuse): string {
  const total = computed.reduce((sum, { units }) => sum + units, copied);
  const reasons = computed.map(({ reason, units }) => `${units} ${reason}`);
  const more = reasons.length === 0 ? "" : ` Computed: ${shorten(reasons.join(", "), MAX_TEXT)}.`;
  return `${copied} of ${count(total, "unit")} copied from ${shorten(run, MAX_TEXT)}.${more}`;
}

function describeUnit({
  status,
  stored,
  reused,
  errors,
  warnings,
}: Extract<RunEvent, { type: "unit-finished" }>["unit"]): string {
  if (status !== "success") {
    const error = errors[0]?.detail ?? errors[0]?.title;
    return error === undefined ? status : `${status}: ${shorten(error, MAX_TEXT)}`;
  }
  const warned = warnings.length === 0 ? "" : `, ${count(warnings.length, "warning")}`;
  const origin = reused === undefined ? "" : `, reused from ${shorten(reused.run, MAX_TEXT)}`;
  return `${stored === undefined ? "success" : `stored, ${formatBytes(stored.bytes)}`}${origin}${warned}`;
}

/** Jobs in progress by the path of their parameter file, with the percentage that the service reports. */
export type RunningJobs = ReadonlyMap<string, number | undefined>;

/** Where all jobs of a run are, in one line that names a few of those in progress. */
export function describeProgress(running: RunningJobs, doneCount: number, total: number): string {
  const labels = Array.from(running, ([key, progress]) =>
    progress === undefined ? key : `${key} ${Math.floor(progress)} %`,
  );
  const more = labels.length > 5 ? `, and ${labels.length - 5} more` : "";
  const jobs = labels.length === 0 ? "" : `, ${running.size} running: ${labels.slice(0, 5).join(", ")}${more}`;
  return `${doneCount} of ${count(total, "job")} done${jobs}`;
}

/** Counts the jobs in progress and those that are done, from the events of a run. */
export function createJobCounter() {
  const running = new Map<string, number | undefined>();
  let doneCount = 0;
  return {
    running: running as RunningJobs,
    get doneCount() {
      return doneCount;
    },
    /** @returns whether the event changes what is in progress */
    onEvent(event: RunEvent): boolean {
      if (event.type === "job-created") running.set(event.key, undefined);
      else if (event.type === "job-progress") {
        const isNew = running.get(event.key) !== event.progress;
        running.set(event.key, event.progress);
        return isNew;
      } else if (event.type === "job-finished") {
        running.delete(event.key);
        doneCount++;
      } else return false;
      return true;
    },
  };
}

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

/** Reads a time in hours, as `reuse` has it; undefined for a text that is no time above 0. */
export function readHours(text: string): number | undefined {
  return /^\d{1,5}(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}

/** `1.5 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 59.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** `512 B`, `1.5 kB`, `2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? Math.round(value) : Math.round(value * 10) / 10} ${units[unit]}`;
}

/** An error of the service in its own words: `TITLE: DETAIL`, or its code; empty where it says nothing. */
export function errorText({ code, title, detail }: ServiceErrorItem): string {
  return [...new Set([title, detail])].filter(Boolean).join(": ") || (code === undefined ? "" : `Error ${code}`);
}
