import { systemClock } from "../../clock.ts";
import type { Client } from "../../service/client/client.ts";
import { JobDeadlineError } from "../../service/errors/errors.ts";
import { messageOf } from "../../text/errors.ts";
import { createBreaker, createOutage, type Job, type JobSignals, openJob } from "../context.ts";
import { RunTakenOverError, StorageError } from "../errors.ts";
import { type JobHandle, replay, resumeFrom } from "../handle.ts";
import { DEFAULT_CONCURRENCY, FIRST_ANSWER_MS, GRACE_MS, LAST_LOOK_MS, MAX_RUNNING_UNITS } from "../policy.ts";
import { familyApi } from "../protocol/by-family.ts";
import type { JobOutcome, JobRequest, Journal, ResultStore, RunOptions } from "../types.ts";
import { runJob } from "./run-job.ts";

export interface RunContext extends RunOptions {
  readonly client: Client;
  /** Whether the service has answered before. Without any answer the run ends after two minutes. */
  readonly isAnswering?: boolean | undefined;
  readonly journal: Journal;
  readonly store: ResultStore;
}

/**
 * Runs several jobs at the same time, and resolves to an outcome for each request, in their order. Errors of a job
 * are in its outcome. With the journal of an earlier execution it continues where that one ended: it creates nothing twice
 * and reads nothing twice.
 *
 * To stop it (`signal`, a deadline) takes at most 7 s: requests in progress have 2.5 s to end, then every job is canceled
 * on the service once. The outcome of a job that could not be canceled has the job's address.
 *
 * @throws StorageError when the journal or the store fails, RangeError for invalid options, and an error when
 *   two requests have the same key
 *
 * @example
 * ```ts
 * import { type Client, memoryJournal, type ResultStore, runJobs } from "@analytics-engines/core";
 *
 * export async function runAll(bodies: ReadonlyMap<string, unknown>, client: Client, store: ResultStore) {
 *   const requests = Array.from(bodies, ([key, body]) => ({ key, family: "pa", body }) as const);
 *   return runJobs(requests, { client, store, journal: memoryJournal(), concurrency: 5 });
 * }
 * ```
 */
export async function runJobs(requests: readonly JobRequest[], options: RunContext): Promise<readonly JobOutcome[]> {
  const { journal, clock = systemClock } = options;
  check(requests, options);
  const { stop, signalsOf, end } = stopSignals(options);
  const startedAt = clock.now();
  const runDeadlineAt = startedAt + (options.runDeadlineSeconds ?? Infinity) * 1000;
  const jobDeadlineMs = (options.jobDeadlineSeconds ?? Infinity) * 1000;

  const handles = replay(journal.earlier);
  const outcomes = new Map<string, JobOutcome>();
  // Only jobs in progress: 100,000 finished ones would fill the memory.
  const working = new Map<string, { readonly job: Job; readonly ended: Promise<JobOutcome> }>();
  // The other workers wait for the first answer: refused credentials are tried once, and the pacer learns the rate limit.
  const firstAnswer = Promise.withResolvers<void>();
  const cancelTimer = clock.setTimer(FIRST_ANSWER_MS, firstAnswer.resolve);

  // Not through a job's `emit`, which means that the service has answered.
  const outage = createOutage(clock, (event) => options.onEvent?.(event));
  const breaker = createBreaker(clock, options.isAnswering ?? false, (error) => {
    firstAnswer.resolve();
    stop.abort(error);
  });

  function contextOf(request: JobRequest, handle: JobHandle | undefined): Job {
    return openJob(request, handle, {
      ...options,
      clock,
      deadlineAt: (createdAt) => Math.min(createdAt + jobDeadlineMs, runDeadlineAt),
      emit: (event) => {
        firstAnswer.resolve();
        options.onEvent?.(event);
      },
      outage,
      breaker,
      runningJobs: () => working.size,
      sibling: (jobId) => {
        const others = [...working.values()].filter(({ job }) => job.key !== request.key);
        const running = others.find(({ job }) => job.log.handle?.jobId === jobId)?.ended;
        // A conflict is rare, so there is no index of all ids.
        const hasEnded = () => [...outcomes.values()].some((outcome) => outcome.jobId === jobId);
        return running ?? (hasEnded() ? Promise.resolve() : undefined);
      },
      ...signalsOf(request.key),
    });
  }

  // Jobs that the service has already come first: their results wait.
  const startedRequests: JobRequest[] = [];
  const newRequests: JobRequest[] = [];
  for (const request of requests) {
    const { outcome, handle } = resumeFrom(handles.get(request.key));
    if (outcome !== undefined) outcomes.set(request.key, outcome);
    else (handle === undefined ? newRequests : startedRequests).push(request);
  }
  const queue = [...startedRequests, ...newRequests].values();
  let failure: unknown;

  const runningUnits = createUnitLimit(MAX_RUNNING_UNITS, stop.signal);

  async function work(worker: number): Promise<void> {
    if (worker > 0) await firstAnswer.promise;
    for (const request of queue) {
      const { handle } = resumeFrom(handles.get(request.key));
      // Made once: the request of a sweep is large.
      const { body } = request;
      const unitCount = familyApi(options.client, request.family).unitsOf(body).length;
      // The units of a job that is on the service already are in progress. A run that leaves its jobs there cannot wait for their end.
      const mayWait = handle === undefined && options.waitForJobs !== false;
      await runningUnits.enter(unitCount, mayWait);
      const job = contextOf(request, handle);
      handles.delete(request.key);
      const ended = runJob(job, body, options);
      working.set(request.key, { job, ended });
      try {
        outcomes.set(request.key, await ended);
        working.delete(request.key);
      } catch (error) {
        failure ??= error;
        stop.abort(error);
        firstAnswer.resolve();
        return;
      } finally {
        runningUnits.leave(unitCount);
      }
    }
  }

  try {
    const workers = Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, startedRequests.length + newRequests.length);
    await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  } finally {
    cancelTimer();
    end();
  }
  if (failure !== undefined)
    throw withJobIds(
      failure,
      [...working.values()].map(({ job }) => job),
    );
  return requests.flatMap(({ key }) => outcomes.get(key) ?? []);
}

/**
 * Counts the units in progress, so that no create is refused because the service computes too many. Jobs enter in the order in which they
 * come. A job of more units than the limit enters when no other is in progress.
 * @param stop ends each wait: a job that enters then ends by itself
 */
function createUnitLimit(limit: number, stop: AbortSignal) {
  let running = 0;
  let turn: Promise<void> = Promise.resolve();
  let freed = Promise.withResolvers<void>();
  stop.addEventListener("abort", () => freed.resolve(), { once: true });
  return {
    /** @param mayWait whether the job can wait for the end of others; otherwise it is only counted */
    async enter(units: number, mayWait: boolean): Promise<void> {
      const before = turn;
      const own = Promise.withResolvers<void>();
      turn = own.promise;
      await before;
      while (mayWait && running > 0 && running + units > limit && !stop.aborted) await freed.promise;
      running += units;
      own.resolve();
    },
    leave(units: number): void {
      running -= units;
      freed.resolve();
      freed = Promise.withResolvers<void>();
    },
  };
}

function check(
  requests: readonly JobRequest[],
  { concurrency = 1, jobDeadlineSeconds = 1, runDeadlineSeconds = 1 }: RunOptions,
) {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError("concurrency must be a whole number from 1.");
  for (const seconds of [jobDeadlineSeconds, runDeadlineSeconds]) {
    if (!(seconds > 0)) throw new RangeError("A deadline must be more than 0 seconds.");
  }
  const keys = new Set<string>();
  for (const { key } of requests) {
    if (keys.has(key)) throw new Error(`Two requests have the key ${key}: a key names one job.`);
    keys.add(key);
  }
}

/**
 * The signals of a run. `stop` aborts with the caller's signal or after the run's deadline, and `abortRequests` of a job a moment after its
 * own `stop`. `end` removes timers and listeners.
 */
function stopSignals({ signal, jobSignal, clock = systemClock, runDeadlineSeconds }: RunOptions) {
  const stop = new AbortController();
  const abortRequests = new AbortController();
  const ended = new AbortController();
  const once = { once: true, signal: ended.signal };
  const timers: (() => void)[] = [];
  const onAbort = () => stop.abort(signal?.reason);
  const abortSoon = () => timers.push(clock.setTimer(GRACE_MS, () => abortRequests.abort(stop.signal.reason)));
  stop.signal.addEventListener("abort", () => {
    // With a nearly full disk nobody waits for the end, and an arriving result would be lost.
    if (stop.signal.reason instanceof StorageError) signal?.addEventListener("abort", abortSoon, once);
    else abortSoon();
  });
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, once);
  if (runDeadlineSeconds !== undefined && Number.isFinite(runDeadlineSeconds)) {
    const late = () => stop.abort(new JobDeadlineError(`The run did not finish within ${runDeadlineSeconds} s`));
    timers.push(clock.setTimer(runDeadlineSeconds * 1000 + LAST_LOOK_MS, late));
  }
  return {
    stop,
    signalsOf(key: string): JobSignals {
      const jobStop = jobSignal?.(key);
      if (jobStop === undefined)
        return { stop: stop.signal, abortRequests: abortRequests.signal, isCancelRequested: () => false };
      const jobAbort = new AbortController();
      const abortJobSoon = () => timers.push(clock.setTimer(GRACE_MS, () => jobAbort.abort(jobStop.reason)));
      jobStop.addEventListener("abort", abortJobSoon, once);
      return {
        stop: AbortSignal.any([stop.signal, jobStop]),
        abortRequests: AbortSignal.any([abortRequests.signal, jobAbort.signal]),
        isCancelRequested: () => jobStop.aborted,
      };
    },
    end() {
      ended.abort();
      for (const cancel of timers) cancel();
    },
  };
}

/** Adds the jobs that are left on the service to a StorageError. */
function withJobIds(failure: unknown, jobs: readonly Job[]): unknown {
  // The jobs of a run that another process continues are not left alone.
  if (!(failure instanceof StorageError) || failure instanceof RunTakenOverError) return failure;
  const open = jobs.flatMap(({ log: { handle } }) =>
    handle?.jobId !== undefined && handle.outcome === undefined ? [handle.jobId] : [],
  );
  const reason = messageOf(failure).replace(/\.?$/, ".");
  const advice = reason.includes(" resume the run") ? "" : " Make room and resume the run.";
  const jobsText = open.length === 0 ? "" : ` Jobs left on the service: ${open.join(", ")}.`;
  return new StorageError(`${reason}${jobsText}${advice}`, { cause: failure.cause, jobIds: open });
}
