import { type Clock, sleep } from "../clock.ts";
import type { FamilyId } from "../families/families.ts";
import type { Client } from "../service/client/client.ts";
import { backoffMs } from "../service/throttle/backoff.ts";
import type { Breaker } from "./breaker.ts";
import { storageStep } from "./errors.ts";
import { advance, type JobHandle } from "./handle.ts";
import type { Outage } from "./outage.ts";
import { jobBackoff } from "./policy.ts";
import type { FamilyAdapter } from "./protocol/family-adapter.ts";
import { familyApi } from "./protocol/family-api.ts";
import { secureJobId } from "./protocol/job-id.ts";
import { type Sending, watchedApi } from "./protocol/watched-api.ts";
import type { JobRequest, Journal, JournalEntry, ResultStore, RunEvent, RunOptions, UnitOutcome } from "./types.ts";

/**
 * Whether the service still has the results of a finished job. `suspect`: one result is lost, and the job has no status. `gone`: the next
 * result is lost too, so the run reads no other: to read each of hundreds twice would take half an hour.
 */
export type JobPresence = "there" | "suspect" | "gone";

/** The state and the surroundings of one job, for its steps. */
export interface JobContext {
  readonly key: string;
  readonly family: FamilyId;
  readonly api: FamilyAdapter;
  readonly sending: Sending;
  readonly log: JobLog;
  readonly store: ResultStore;
  readonly clock: Clock;
  /** Uniform in [0, 1); for jitter. */
  readonly random: () => number;
  readonly newJobId: () => string;
  readonly cacheControl: string | undefined;
  /** The outcomes of the units that are decided, by id. */
  readonly settled: Map<string, UnitOutcome>;
  jobPresence: JobPresence;
  /** The request keys of failed requests, for support. */
  readonly failedKeys: Set<string>;
  /** The cost of one more request, seconds (`Pacer.requestCostSeconds`). */
  readonly requestCostSeconds: () => number;
  /** When the job must be finished, ms of the clock; `Infinity` for never. */
  readonly deadlineAt: (createdAt: number) => number;
  readonly emit: (event: RunEvent) => void;
  /** Reports that the service gives no answer. */
  readonly outage: Outage;
  /** Resolves when another job of the run ends; `undefined` for an id that is not of the run. */
  readonly sibling: (jobId: string) => Promise<unknown> | undefined;
  /** Aborted when the run stops: the job begins nothing new. */
  readonly stop: AbortSignal;
  /** Aborted a moment after `stop`: it ends the requests in progress, such as a create or a result. */
  readonly halt: AbortSignal;
  /** Whether this job itself was stopped, and not only its run. */
  readonly isUnwanted: () => boolean;
  /** Whether the run asks for a commentary of the unit. */
  readonly wantsCommentary: (unitId: string) => boolean;
}

/** What the caller of a job provides. */
export type JobParts = Pick<JobContext, "store" | "clock"> &
  Pick<RunOptions, "random" | "newJobId" | "cacheControl"> & { readonly client: Client; readonly journal: Journal };

export type JobControl = Pick<
  JobContext,
  "deadlineAt" | "emit" | "outage" | "sibling" | "stop" | "halt" | "isUnwanted" | "wantsCommentary"
> & { readonly breaker: Breaker };

/** @param earlier the state of the job after an earlier execution */
export function createJobContext(
  { key, family }: Pick<JobRequest, "key" | "family">,
  earlier: JobHandle | undefined,
  { client, store, journal, clock, random, newJobId, cacheControl }: JobParts,
  { breaker, ...control }: JobControl,
): JobContext {
  // An earlier execution may have sent a create until it ended.
  const sending: Sending = { mayArrive: earlier !== undefined && earlier.isCreateOver !== true };
  return {
    key,
    family,
    api: watchedApi(familyApi(client, family), store, breaker, sending),
    sending,
    log: createJobLog(key, journal, clock, earlier),
    store,
    clock,
    random: random ?? Math.random,
    newJobId: newJobId ?? secureJobId,
    cacheControl,
    requestCostSeconds: () => client.pacer.requestCostSeconds(),
    settled: new Map(),
    jobPresence: "there",
    failedKeys: new Set(),
    ...control,
  };
}

/** The handle of a job and its journal: the handle changes after the entry is durable. */
export interface JobLog {
  readonly handle: JobHandle | undefined;
  write(entry: EntryBody): Promise<JobHandle>;
}

type WithoutBase<Entry> = Entry extends unknown ? Omit<Entry, "key" | "at"> : never;
export type EntryBody = WithoutBase<JournalEntry>;

function createJobLog(key: string, journal: Journal, clock: Clock, earlier?: JobHandle): JobLog {
  let handle = earlier;
  return {
    get handle() {
      return handle;
    },
    async write(body) {
      const entry: JournalEntry = { ...body, key, at: new Date(clock.now()).toISOString() };
      await storageStep("journal", () => journal.append(entry));
      handle = advance(handle, entry);
      return handle;
    },
  };
}

/** The handle of a job that has an id. @throws Error where it has none */
export function handleOf(job: JobContext): JobHandle & { readonly jobId: string } {
  const { handle } = job.log;
  if (handle?.jobId === undefined) throw new Error(`Job ${job.key} has no id yet.`);
  return { ...handle, jobId: handle.jobId };
}

/** The pause after a number of failed tries, from 1. */
export function jobBackoffMs(job: Pick<JobContext, "random">, tries: number): number {
  return backoffMs(tries, jobBackoff, job.random());
}

/** Waits, until the job is stopped. */
export function pause(job: JobContext, ms: number): Promise<void> {
  return sleep(job.clock, ms, job.stop);
}
