import { systemClock } from "../clock.ts";
import type { Client } from "../service/client.ts";
import { JobDeadlineError } from "../service/errors.ts";
import { createBreaker } from "./breaker.ts";
import { createJobContext, type JobContext } from "./context.ts";
import { messageOf, StorageError } from "./errors.ts";
import { type JobHandle, replay } from "./handle.ts";
import { createOutage } from "./outage.ts";
import { DEFAULT_CONCURRENCY, FIRST_ANSWER_MS, GRACE_MS, LAST_LOOK_MS } from "./policy.ts";
import { isOpen, resumeFrom } from "./resume.ts";
import { runCommentaries, runJob } from "./run-job.ts";
import type { JobOutcome, JobRequest, Journal, ResultStore, RunOptions } from "./types.ts";

export { isOpen } from "./resume.ts";

export interface RunContext extends RunOptions {
  readonly client: Client;
  /** Whether the service has answered already. Without an answer the run ends after two minutes. */
  readonly isAnswering?: boolean | undefined;
  readonly journal: Journal;
  readonly store: ResultStore;
}

/**
 * Runs jobs, several at once, and resolves with an outcome for each request, in their order. What goes wrong with a job
 * is in its outcome. With a journal of an earlier execution it carries on where that one ended: nothing is created twice
 * and nothing is read twice.
 *
 * Stopping it (`signal`, a deadline) takes at most 7 s: what is under way has 2.5 s to end, then every job is canceled
 * on the service once. What could not be canceled is in the outcome, with the job's address.
 *
 * @throws StorageError when the journal or the store fails, RangeError for options that make no sense, and an error when
 *   two requests have the same key
 */
export async function runJobs(requests: readonly JobRequest[], options: RunContext): Promise<readonly JobOutcome[]> {
  const { journal, clock = systemClock, cancelOnAbort = true } = options;
  check(requests, options);
  const { stop, signalsOf, end } = stopSignals(options);
  const startedAt = clock.now();
  const runDeadlineAt = startedAt + (options.runDeadlineSeconds ?? Infinity) * 1000;
  const jobDeadlineMs = (options.jobDeadlineSeconds ?? Infinity) * 1000;

  const handles = replay(journal.earlier);
  const outcomes = new Map<string, JobOutcome>();
  // Jobs in progress alone: those of 100,000 that have ended would fill the memory.
  const working = new Map<string, { readonly job: JobContext; readonly ended: Promise<JobOutcome> }>();
  // Credentials that are refused are tried once, not by every worker; and the answer tells the pacer the limit.
  const firstAnswer = Promise.withResolvers<void>();
  const cancelTimer = clock.setTimer(FIRST_ANSWER_MS, firstAnswer.resolve);

  // It does not go by a job's way of telling: there any word means that the service has answered.
  const outage = createOutage(clock, (event) => options.onEvent?.(event));
  const breaker = createBreaker(clock, options.isAnswering ?? false, (error) => {
    firstAnswer.resolve();
    stop.abort(error);
  });

  function contextOf(request: JobRequest, handle: JobHandle | undefined): JobContext {
    return createJobContext(
      request,
      handle,
      { ...options, clock },
      {
        deadlineAt: (createdAt) => Math.min(createdAt + jobDeadlineMs, runDeadlineAt),
        emit: (event) => {
          firstAnswer.resolve();
          options.onEvent?.(event);
        },
        outage,
        breaker,
        sibling: (jobId) => {
          const others = [...working.values()].filter(({ job }) => job.key !== request.key);
          const running = others.find(({ job }) => job.log.handle?.jobId === jobId)?.ended;
          // A conflict is rare, and a list of all ids would be kept for it.
          const hasEnded = () => [...outcomes.values()].some((outcome) => outcome.jobId === jobId);
          return running ?? (hasEnded() ? Promise.resolve() : undefined);
        },
        wantsCommentary: (unitId) => options.wantsCommentary?.(request.key, unitId) === true,
        ...signalsOf(request.key),
      },
    );
  }

  // What the service has already comes first: its results wait.
  const begun: JobRequest[] = [];
  const fresh: JobRequest[] = [];
  for (const request of requests) {
    const known = handles.get(request.key);
    const { outcome, handle } = resumeFrom(known);
    if (outcome !== undefined) outcomes.set(request.key, outcome);
    if (isOpen(known, options.wantsCommentary))
      (handle === undefined && outcome === undefined ? fresh : begun).push(request);
  }
  const queue = [...begun, ...fresh].values();
  let failure: unknown;

  async function work(worker: number): Promise<void> {
    if (worker > 0) await firstAnswer.promise;
    for (const request of queue) {
      const known = handles.get(request.key);
      const { outcome, handle } = resumeFrom(known);
      const job = contextOf(request, outcome === undefined ? handle : known);
      handles.delete(request.key);
      const { body } = request;
      const ended = outcome === undefined ? runJob(job, body, cancelOnAbort) : runCommentaries(job, body, outcome);
      working.set(request.key, { job, ended });
      try {
        outcomes.set(request.key, await ended);
        working.delete(request.key);
      } catch (error) {
        failure ??= error;
        stop.abort(error);
        firstAnswer.resolve();
        return;
      }
    }
  }

  try {
    const workers = Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, begun.length + fresh.length);
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
 * `stop` on the caller's signal or past the run's deadline, and a job's `halt` a moment after its own `stop`, which may be alone. `end` lets go
 * of timers and listeners.
 */
function stopSignals({ signal, jobSignal, clock = systemClock, runDeadlineSeconds }: RunOptions) {
  const stop = new AbortController();
  const halt = new AbortController();
  const ended = new AbortController();
  const timers: (() => void)[] = [];
  const onAbort = () => stop.abort(signal?.reason);
  const haltSoon = () => timers.push(clock.setTimer(GRACE_MS, () => halt.abort(stop.signal.reason)));
  stop.signal.addEventListener("abort", () => {
    // Nobody waits where the disk is nearly full, and a result that arrives would be lost.
    if (stop.signal.reason instanceof StorageError) signal?.addEventListener("abort", haltSoon, { once: true });
    else haltSoon();
  });
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  if (runDeadlineSeconds !== undefined && Number.isFinite(runDeadlineSeconds)) {
    const late = () => stop.abort(new JobDeadlineError(`The run did not finish within ${runDeadlineSeconds} s`));
    timers.push(clock.setTimer(runDeadlineSeconds * 1000 + LAST_LOOK_MS, late));
  }
  return {
    stop,
    signalsOf(key: string): Pick<JobContext, "stop" | "halt" | "isUnwanted"> {
      const own = jobSignal?.(key);
      if (own === undefined) return { stop: stop.signal, halt: halt.signal, isUnwanted: () => false };
      const ownHalt = new AbortController();
      const haltJobSoon = () => timers.push(clock.setTimer(GRACE_MS, () => ownHalt.abort(own.reason)));
      own.addEventListener("abort", haltJobSoon, { once: true, signal: ended.signal });
      return {
        stop: AbortSignal.any([stop.signal, own]),
        halt: AbortSignal.any([halt.signal, ownHalt.signal]),
        isUnwanted: () => own.aborted,
      };
    },
    end() {
      ended.abort();
      for (const cancel of timers) cancel();
      signal?.removeEventListener("abort", onAbort);
      signal?.removeEventListener("abort", haltSoon);
    },
  };
}

/** Names the jobs that are left on the service. */
function withJobIds(failure: unknown, jobs: readonly JobContext[]): unknown {
  if (!(failure instanceof StorageError)) return failure;
  const open = jobs.flatMap(({ log: { handle } }) =>
    handle?.jobId !== undefined && handle.outcome === undefined ? [handle.jobId] : [],
  );
  const said = messageOf(failure).replace(/\.?$/, ".");
  const advice = said.includes(" resume the run") ? "" : " Make room and resume the run.";
  const left = open.length === 0 ? "" : ` Jobs left on the service: ${open.join(", ")}.${advice}`;
  return new StorageError(`${said}${left}`, { cause: failure.cause, jobIds: open });
}
