import { sleep } from "../../clock.ts";
import { handleOf, type Job } from "../context.ts";
import { isOutage, isRefusal, isTransient, MAX_POLL_WAIT_SECONDS } from "../policy.ts";
import { type JobState, successOf } from "../protocol/family-adapter.ts";
import { ONLY_UNIT } from "../protocol/family-calls.ts";
import { createPollPlan } from "./schedule.ts";
import { initialWatchState, type WatchAnswer, type WatchEnd, type WatchRules, watchStep } from "./watch-step.ts";

/** A long wait is planned again after this time. */
const LOOK_AGAIN_MS = 5_000;

/** What is watched. */
export interface Watched<Ended> extends Pick<WatchRules<Ended>, "whenDropped"> {
  readonly read: () => Promise<WatchAnswer<Ended>>;
  /** The answer to the create, which may show the state already. */
  readonly first?: WatchAnswer<Ended> | undefined;
  /** ms of the clock. */
  readonly createdAt: number;
  /** ms of the clock; `Infinity` for none. */
  readonly deadlineAt: number;
}

/**
 * Reads a status until it shows an end, at the times of the poll plan, and once more at the deadline. Yields the progress in percent.
 * Network errors, 5xx, 429, unreadable answers and bare 404s are waited out; "not found" counts when the service says it twice.
 * @throws UnreachableError, the signal's reason, and errors that do not pass
 */
export async function* watchStatus<Ended>(
  job: Job,
  { read, first, createdAt, deadlineAt, ...whenDropped }: Watched<Ended>,
): AsyncGenerator<number | undefined, WatchEnd<Ended>> {
  const { clock } = job;
  const rules = { ...whenDropped, hasDeadline: deadlineAt !== Infinity };
  const { usualMaxAgeSeconds, noteMaxAge } = job;
  const plan = createPollPlan({ createdAt: Math.min(createdAt, clock.now()), usualMaxAgeSeconds });
  let state = initialWatchState;
  for (let answer = first; ; ) {
    if (answer !== undefined) {
      const step = watchStep(state, { type: "answer", at: clock.now(), answer }, rules);
      if ("end" in step) return step.end;
      state = step.state;
      if (answer.state === "running") {
        plan.observe({ at: clock.now(), ...answer.meta });
        if (answer.meta.maxAgeSeconds !== undefined) noteMaxAge(answer.meta.maxAgeSeconds);
        yield answer.meta.progress;
      }
    }
    // A job whose deadline passed before this run was resumed may have finished meanwhile, so it gets one read.
    if (state.last !== "nothing" && clock.now() >= deadlineAt) {
      const step = watchStep(state, { type: "deadline" }, rules);
      if ("end" in step) return step.end;
    }
    const latest = clock.now() + MAX_POLL_WAIT_SECONDS * 1000;
    await pauseUntil(job, () => {
      // Evaluated again during the wait: requests can have become scarce or plenty meanwhile.
      const due = Math.min(plan.nextAt(job.scarceSeconds()), latest);
      return Math.min(state.last === "gone" ? state.notBefore : Math.max(due, state.notBefore), deadlineAt);
    });
    const begunAt = clock.now();
    try {
      answer = await read();
      job.outage.answered();
    } catch (error) {
      if (job.stop.aborted || !(isTransient(error) || isRefusal(error))) throw error;
      if (isOutage(error)) job.outage.failed(error, begunAt);
      answer = undefined;
      const failure = { type: "failure", at: clock.now(), error, random: job.random() } as const;
      const step = watchStep(state, failure, rules);
      if ("end" in step) return step.end;
      state = step.state;
    }
  }
}

/**
 * Waits until a time that may change during the wait. It counts the time waited, since the clock may be set back meanwhile,
 * and the time of the clock, since the process may be paused.
 */
async function pauseUntil({ clock, stop }: Job, until: () => number): Promise<void> {
  const from = clock.now();
  const firstWait = until() - from;
  if (firstWait <= 0) return;
  for (let waited = 0, rest = firstWait; rest > 0; rest = until() - from - waited) {
    const wait = Math.min(rest, LOOK_AGAIN_MS);
    await sleep(clock, wait, stop);
    waited = Math.max(waited + wait, clock.now() - from);
  }
}

type EndedJob = Exclude<JobState, { readonly state: "running" | "gone" }>;
export type JobEnd = WatchEnd<EndedJob>;

/** A lasting "see other" or "not modified" is the status of a finished job: its result is read next, and is lost if it is not there. */
const resultElsewhere: EndedJob = { state: "done", units: [successOf(ONLY_UNIT)], meta: { requestKey: undefined } };

/** Reads the status of a job until it is finished. Yields the progress in percent. Throws as `watchStatus`. */
export function watchJob(job: Job, first: JobState | undefined): AsyncGenerator<number | undefined, JobEnd> {
  const { jobId, createdAt, asked: units } = handleOf(job);
  const created = Date.parse(createdAt);
  const { statusIsResult } = job.api;
  const signal = statusIsResult ? job.abortRequests : job.stop;
  return watchStatus<EndedJob>(job, {
    read: async () => toWatchAnswer(await job.api.status(jobId, { signal, units })),
    first: first && toWatchAnswer(first),
    createdAt: created,
    deadlineAt: job.deadlineAt(created),
    ...(statusIsResult && { whenDropped: resultElsewhere }),
  });
}

function toWatchAnswer(jobState: JobState): WatchAnswer<EndedJob> {
  if (jobState.state === "gone") return { state: "gone" };
  if (jobState.state !== "running") return { state: "ended", end: jobState };
  const { meta, contradiction: units } = jobState;
  return { state: "running", meta, contradiction: units && { state: "done", units, meta } };
}
