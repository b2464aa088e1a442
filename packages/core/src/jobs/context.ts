import { type Clock, sleep } from "../clock.ts";
import type { FamilyId } from "../families/families.ts";
import type { Client } from "../service/client/client.ts";
import { wasNotSent } from "../service/errors/connection-fault.ts";
import { ConnectionError, ServiceError, TimeoutError } from "../service/errors/errors.ts";
import { backoffMs } from "../service/throttle/retry.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { messageOf } from "../text/errors.ts";
import { storageStep, UnreachableError } from "./errors.ts";
import { applyEntry, type JobHandle } from "./handle.ts";
import { jobBackoff, NO_ANSWER_MS, OUTAGE_REPORT_MS } from "./policy.ts";
import { familyApi } from "./protocol/by-family.ts";
import { secureJobId } from "./protocol/job-answers.ts";
import type { JobProtocol } from "./protocol/job-protocol.ts";
import type { JobEntry, JobRequest, Journal, ResultStore, RunEvent, RunOptions, UnitOutcome } from "./types.ts";

/** Reports that the service gives no usable answer: at once, then every 30 s at most, until it answers. All jobs of a run share one. */
interface Outage {
  /** @param begunAt when the failed request began, ms of the clock */
  failed(error: unknown, begunAt: number): void;
  answered(): void;
}

export function createOutage(clock: Clock, report: (event: RunEvent) => void): Outage {
  let since: number | undefined;
  let reportedAt: number | undefined;
  return {
    failed(error, begunAt) {
      const now = clock.now();
      since ??= begunAt;
      if (reportedAt !== undefined && Math.abs(now - reportedAt) < OUTAGE_REPORT_MS) return;
      reportedAt = now;
      const seconds = Math.max(0, Math.round((now - since) / 1000));
      report({ type: "unreachable", reason: messageOf(error), seconds });
    },
    answered() {
      since = undefined;
    },
  };
}

/** Ends a run whose requests never get an answer, for all of its jobs at once. After the first answer it does nothing. */
interface Breaker {
  /** Notes the outcome of a request. No error means an answer. */
  noteOutcome(error?: unknown): void;
}

/**
 * @param isAnswering whether the service has answered before
 * @param open called once, when the run is to end
 */
export function createBreaker(clock: Clock, isAnswering: boolean, open: (error: UnreachableError) => void): Breaker {
  const startedAt = clock.now();
  let isDone = isAnswering;
  return {
    noteOutcome(error) {
      if (isDone) return;
      const isUnanswered = error instanceof ConnectionError || error instanceof TimeoutError;
      // Other errors come from this side: a stop, a full disk.
      if (!isUnanswered && error !== undefined && !(error instanceof ServiceError)) return;
      const seconds = Math.round((clock.now() - startedAt) / 1000);
      isDone = !isUnanswered || seconds * 1000 >= NO_ANSWER_MS;
      if (isDone && isUnanswered)
        open(
          new UnreachableError(
            `The service has answered nothing since the run began, ${seconds} s ago: ${messageOf(error)}.`,
          ),
        );
    },
  };
}

/** What is known about the creates of one job. */
interface CreateState {
  /** Whether a create has left, and the service may still get it. */
  mayArrive: boolean;
}

/**
 * The API of one job with its checks: it reports the outcome of every request to the breaker, notes when a create may have left for the
 * service, and sends no request that may bring a result while the store cannot be used.
 */
export function watchedApi(api: JobProtocol, store: ResultStore, breaker: Breaker, create: CreateState): JobProtocol {
  async function withBreaker<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      breaker.noteOutcome();
      return answer;
    } catch (error) {
      breaker.noteOutcome(error);
      throw error;
    }
  }

  async function withStore<T>(call: () => Promise<T>): Promise<T> {
    await storageStep("store", () => store.ready?.());
    return withBreaker(call);
  }

  const { info, cancel } = api;
  return {
    ...api,
    create: (jobId, body, options) =>
      withStore(() =>
        api.create(jobId, body, options).catch((error: unknown) => {
          if (!wasNotSent(error)) create.mayArrive = true;
          throw error;
        }),
      ),
    status: (jobId, options) => (api.statusIsResult ? withStore : withBreaker)(() => api.status(jobId, options)),
    exists: (jobId, options) => withBreaker(() => api.exists(jobId, options)),
    result: (jobId, unitId, options) => withStore(() => api.result(jobId, unitId, options)),
    ...(info && { info: (jobId, unitId, options) => withStore(() => info.call(api, jobId, unitId, options)) }),
    ...(cancel && { cancel: (jobId, options) => withBreaker(() => cancel.call(api, jobId, options)) }),
  };
}

/** How a job is stopped. */
export interface JobSignals {
  /** Aborted when the run stops: the job begins nothing new, and its pauses end. */
  readonly stop: AbortSignal;
  /** Aborted a moment after `stop`: it ends the requests in progress, such as a create or a result. */
  readonly abortRequests: AbortSignal;
  /** Whether this job itself was stopped, and not only its run. */
  readonly isCancelRequested: () => boolean;
}

/** What a run gives each of its jobs. */
interface JobSurroundings extends JobSignals {
  readonly store: ResultStore;
  readonly clock: Clock;
  /** When the job must be finished, ms of the clock; `Infinity` for never. */
  readonly deadlineAt: (createdAt: number) => number;
  readonly emit: (event: RunEvent) => void;
  /** Reports that the service gives no answer. */
  readonly outage: Outage;
  /** Resolves when another job of the run ends; `undefined` for an id that is not of the run. */
  readonly sibling: (jobId: string) => Promise<unknown> | undefined;
}

/**
 * Whether the service still has the results of a finished job. `maybe-forgotten`: one result is lost, and the job has no status. `forgotten`:
 * the next result is lost too, so the run reads no other: to read each of hundreds twice would take half an hour.
 */
type JobPresence = "known" | "maybe-forgotten" | "forgotten";

/** One job of a run: all that its steps use. */
export interface Job extends JobSurroundings {
  readonly key: string;
  readonly family: FamilyId;
  readonly telemetry: Telemetry;
  readonly api: JobProtocol;
  readonly create: CreateState;
  readonly log: JobLog;
  /** Uniform in [0, 1); for jitter. */
  readonly random: () => number;
  readonly newJobId: () => string;
  readonly cacheControl: string | undefined;
  /** The least wait between two status reads while requests are scarce, seconds; otherwise 0. */
  readonly scarceSeconds: () => number;
  /** The last `max-age` of a status on this connection, seconds, and how to set it. */
  readonly usualMaxAgeSeconds: () => number | undefined;
  readonly noteMaxAge: (seconds: number) => void;
  /** The outcomes of the units that are decided, by id. */
  readonly unitOutcomes: Map<string, UnitOutcome>;
  jobPresence: JobPresence;
  /** The request keys of failed requests, for support. */
  readonly failedKeys: Set<string>;
}

/** What `openJob` makes a job from. */
interface JobParts extends JobSurroundings, Pick<RunOptions, "random" | "newJobId" | "cacheControl"> {
  readonly client: Client;
  readonly journal: Journal;
  readonly breaker: Breaker;
  /** How many jobs share the rate limit. */
  readonly runningJobs: () => number;
}

/** The last `max-age` of a status, by client: it says when to read the status of a job for the first time. */
const statusMaxAges = new WeakMap<Client, number>();

/** @param earlier the state of the job after an earlier execution */
export function openJob(
  { key, family }: Pick<JobRequest, "key" | "family">,
  earlier: JobHandle | undefined,
  { client, journal, breaker, runningJobs, random, newJobId, cacheControl, ...surroundings }: JobParts,
): Job {
  const { store, clock } = surroundings;
  // An earlier execution may have sent a create until it ended.
  const create: CreateState = { mayArrive: earlier !== undefined && earlier.isCreateOver !== true };
  return {
    ...surroundings,
    key,
    family,
    telemetry: client.telemetry,
    api: watchedApi(familyApi(client, family), store, breaker, create),
    create,
    log: createJobLog(key, journal, clock, earlier),
    random: random ?? Math.random,
    newJobId: newJobId ?? secureJobId,
    cacheControl,
    scarceSeconds: () => runningJobs() * client.pacer.secondsPerRequest(),
    usualMaxAgeSeconds: () => statusMaxAges.get(client),
    noteMaxAge: (seconds) => statusMaxAges.set(client, seconds),
    unitOutcomes: new Map(),
    jobPresence: "known",
    failedKeys: new Set(),
  };
}

/** The handle of a job and its journal: the handle changes after the entry is durable. */
interface JobLog {
  readonly handle: JobHandle | undefined;
  write(entry: EntryBody): Promise<JobHandle>;
}

type WithoutBase<Entry> = Entry extends unknown ? Omit<Entry, "key" | "at"> : never;
type EntryBody = WithoutBase<JobEntry>;

function createJobLog(key: string, journal: Journal, clock: Clock, earlier?: JobHandle): JobLog {
  let handle = earlier;
  return {
    get handle() {
      return handle;
    },
    async write(body) {
      const entry: JobEntry = { ...body, key, at: new Date(clock.now()).toISOString() };
      await storageStep("journal", () => journal.append(entry));
      handle = applyEntry(handle, entry);
      return handle;
    },
  };
}

/** The handle of a job that has an id. @throws Error where it has none */
export function handleOf(job: Job): JobHandle & { readonly jobId: string } {
  const { handle } = job.log;
  if (handle?.jobId === undefined) throw new Error(`Job ${job.key} has no id yet.`);
  return { ...handle, jobId: handle.jobId };
}

/** The pause after a number of failed tries, from 1. */
export function jobBackoffMs(job: Job, tries: number): number {
  return backoffMs(tries, jobBackoff, job.random());
}

/** Waits, until the job is stopped. */
export function pause(job: Job, ms: number): Promise<void> {
  return sleep(job.clock, ms, job.stop);
}
