import { type Clock, sleep } from "../clock.ts";
import type { FamilyId } from "../families/families.ts";
import type { Client } from "../service/client.ts";
import type { Breaker } from "./breaker.ts";
import { messageOf, StorageError } from "./errors.ts";
import type { FamilyAdapter } from "./family-adapter.ts";
import { familyApi } from "./family-api.ts";
import { advance, type JobHandle } from "./handle.ts";
import { secureJobId } from "./job-id.ts";
import type { Outage } from "./outage.ts";
import type { JobRequest, Journal, JournalEntry, ResultStore, RunEvent, UnitOutcome } from "./types.ts";
import { type Sending, watchedApi } from "./watched-api.ts";

/**
 * Whether the service still has the results of a finished job. `suspect`: one result is lost, and the job has no status. `gone`: the next
 * result is lost too, so the run asks for no other: to ask twice for each of hundreds takes half an hour.
 */
export type JobPresence = "there" | "suspect" | "gone";

/** What the steps of a job share. */
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
  /** Units whose fate is decided, by id. */
  readonly settled: Map<string, UnitOutcome>;
  jobPresence: JobPresence;
  /** Request keys of failed requests, for support. */
  readonly failedKeys: Set<string>;
  /** What one more request costs the others, seconds (`Pacer.requestCostSeconds`). */
  readonly requestCostSeconds: () => number;
  /** When the job must be finished, ms of the clock; `Infinity` for never. */
  readonly deadlineAt: (createdAt: number) => number;
  readonly emit: (event: RunEvent) => void;
  /** Tells of a service that gives no answer. */
  readonly outage: Outage;
  /** Resolves when a job of the same run ends; `undefined` for an id that is none of the run's. */
  readonly sibling: (jobId: string) => Promise<unknown> | undefined;
  /** Aborted when the run stops: nothing new is begun. */
  readonly stop: AbortSignal;
  /** Aborted a moment after `stop`: what is under way (a create, a result half read) has had its time. */
  readonly halt: AbortSignal;
  /** Whether it is this job that was stopped, and not only its run. */
  readonly isUnwanted: () => boolean;
  /** Whether a commentary of the unit is asked for. */
  readonly wantsCommentary: (unitId: string) => boolean;
}

/** What whoever runs the job hands in. */
export interface JobParts {
  readonly client: Client;
  readonly store: ResultStore;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly newJobId?: (() => string) | undefined;
  readonly cacheControl?: string | undefined;
}

export type JobControl = Pick<
  JobContext,
  "deadlineAt" | "emit" | "outage" | "sibling" | "stop" | "halt" | "isUnwanted" | "wantsCommentary"
> & { readonly breaker: Breaker };

/** @param earlier where the job stands already */
export function createJobContext(
  { key, family }: Pick<JobRequest, "key" | "family">,
  earlier: JobHandle | undefined,
  { client, store, journal, clock, random, newJobId, cacheControl }: JobParts,
  { breaker, ...control }: JobControl,
): JobContext {
  // Of an earlier execution nobody knows it any more.
  const sending = { mayHaveLeft: earlier !== undefined };
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

/** A job's handle and its way into the journal: an entry is durable first and believed after. */
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
      try {
        await journal.append(entry);
      } catch (error) {
        if (error instanceof StorageError) throw error;
        throw new StorageError(`The journal cannot be written: ${messageOf(error)}`, { cause: error });
      }
      handle = advance(handle, entry);
      return handle;
    },
  };
}

/** The handle of a job that must have been begun by now. */
export function handleOf(job: JobContext): JobHandle & { readonly jobId: string } {
  const { handle } = job.log;
  if (handle?.jobId === undefined) throw new Error(`Job ${job.key} has no id yet.`);
  return { ...handle, jobId: handle.jobId };
}

/** How long to wait before the `attempt`-th try again (from 1): 1 s doubled up to a minute, full jitter above half. */
export function backoffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(60_000, 1000 * 2 ** Math.min(attempt - 1, 10));
  return ceiling * (0.5 + random() / 2);
}

/** Waits for `ms`, but not past the job's stop. */
export function pause(job: JobContext, ms: number): Promise<void> {
  return sleep(job.clock, ms, job.stop);
}
