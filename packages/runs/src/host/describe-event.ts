import type { RunEvent } from "@analytics-engines/core";
import { count, shorten } from "@analytics-engines/core/basics";
import { formatBytes, formatSeconds } from "./format.ts";

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
