import { type Clock, sleep } from "../clock.ts";
import type { FamilyId } from "../families/families.ts";
import { backoffMs } from "../service/throttle/backoff.ts";
import { storageStep } from "./errors.ts";
import { advance, type JobHandle } from "./handle.ts";
import type { Outage } from "./outage.ts";
import { jobBackoff } from "./policy.ts";
import type { JobEntry, Journal, RunEvent } from "./types.ts";

// What the steps of a job share. Each step says in a type of its own what else of the job it uses.

/** A job and what its journal has of it. */
export interface JournaledJob {
  readonly key: string;
  readonly family: FamilyId;
  readonly log: JobLog;
}

/** The clock of a job. A stop ends its pauses. */
export interface JobTime {
  readonly clock: Clock;
  /** Uniform in [0, 1); for jitter. */
  readonly random: () => number;
  /** Aborted when the run stops: the job begins nothing new. */
  readonly stop: AbortSignal;
}

/** How a job is stopped. */
export interface JobSignals extends Pick<JobTime, "stop"> {
  /** Aborted a moment after `stop`: it ends the requests in progress, such as a create or a result. */
  readonly abortRequests: AbortSignal;
  /** Whether this job itself was stopped, and not only its run. */
  readonly isCancelRequested: () => boolean;
}

/** What a job tells its run. */
export interface JobReports {
  readonly emit: (event: RunEvent) => void;
  /** Reports that the service gives no answer. */
  readonly outage: Outage;
}

export interface JobDeadline {
  /** When the job must be finished, ms of the clock; `Infinity` for never. */
  readonly deadlineAt: (createdAt: number) => number;
}

/** The handle of a job and its journal: the handle changes after the entry is durable. */
export interface JobLog {
  readonly handle: JobHandle | undefined;
  write(entry: EntryBody): Promise<JobHandle>;
}

type WithoutBase<Entry> = Entry extends unknown ? Omit<Entry, "key" | "at"> : never;
export type EntryBody = WithoutBase<JobEntry>;

export function createJobLog(key: string, journal: Journal, clock: Clock, earlier?: JobHandle): JobLog {
  let handle = earlier;
  return {
    get handle() {
      return handle;
    },
    async write(body) {
      const entry: JobEntry = { ...body, key, at: new Date(clock.now()).toISOString() };
      await storageStep("journal", () => journal.append(entry));
      handle = advance(handle, entry);
      return handle;
    },
  };
}

/** The handle of a job that has an id. @throws Error where it has none */
export function handleOf(job: JournaledJob): JobHandle & { readonly jobId: string } {
  const { handle } = job.log;
  if (handle?.jobId === undefined) throw new Error(`Job ${job.key} has no id yet.`);
  return { ...handle, jobId: handle.jobId };
}

/** The pause after a number of failed tries, from 1. */
export function jobBackoffMs(job: Pick<JobTime, "random">, tries: number): number {
  return backoffMs(tries, jobBackoff, job.random());
}

/** Waits, until the job is stopped. */
export function pause(job: JobTime, ms: number): Promise<void> {
  return sleep(job.clock, ms, job.stop);
}
