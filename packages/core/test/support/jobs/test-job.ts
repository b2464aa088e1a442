import type { FamilyId } from "../../../src/families/families.ts";
import { type Job, openJob } from "../../../src/jobs/context.ts";
import type { JobHandle } from "../../../src/jobs/handle.ts";
import type { JobProtocol } from "../../../src/jobs/protocol/job-protocol.ts";
import { type Patience, runJob } from "../../../src/jobs/run/run-job.ts";
import type { JournalEntry, RunEvent } from "../../../src/jobs/types.ts";
import { createVirtualClock, type VirtualClock } from "../../../src/testing/index.ts";
import { memoryStore } from "../world.ts";
import { scriptedClient } from "./scripted-api.ts";

/** One job on virtual time whose service is the functions that a test gives, and what it journaled and reported. */
export interface TestJob {
  readonly job: Job;
  readonly clock: VirtualClock;
  readonly entries: JournalEntry[];
  readonly events: RunEvent[];
  /** What the job reported of the service: `answered`, or `failed, begun after N ms`. */
  readonly reports: string[];
  /** Milliseconds since the job was made. */
  elapsedMs(): number;
}

export interface TestJobOptions extends Partial<Omit<Job, "api">> {
  readonly api?: Partial<JobProtocol>;
  readonly earlier?: JobHandle;
}

/**
 * Makes a job of `pa`, unless `family` says otherwise. Its backoff is 1, 2, 4, ... s, without jitter, and statuses of other jobs had a
 * `max-age` of 5 s.
 */
export function createTestJob({ api, earlier, family = "pa", ...more }: TestJobOptions = {}): TestJob {
  const clock = createVirtualClock();
  const startedAt = clock.now();
  const elapsedMs = () => clock.now() - startedAt;
  const entries: JournalEntry[] = [];
  const events: RunEvent[] = [];
  const reports: string[] = [];
  const never = new AbortController().signal;
  const base = openJob({ key: "a.json", family }, earlier, {
    client: scriptedClient([]).client,
    store: memoryStore(),
    journal: { earlier: [], append: async (entry) => void entries.push(entry) },
    clock,
    random: () => 1,
    newJobId: () => "a1",
    deadlineAt: () => Infinity,
    emit: (event) => void events.push(event),
    outage: {
      failed: (_, begunAt) => void reports.push(`failed, begun after ${begunAt - startedAt} ms`),
      answered: () => void reports.push("answered"),
    },
    breaker: { noteOutcome: () => {} },
    runningJobs: () => 1,
    sibling: () => undefined,
    stop: never,
    abortRequests: never,
    isCancelRequested: () => false,
  });
  const usualMaxAgeSeconds = () => 5;
  return {
    job: { ...base, usualMaxAgeSeconds, ...more, api: { ...base.api, ...api } },
    clock,
    entries,
    events,
    reports,
    elapsedMs,
  };
}

/**
 * Runs a job with one unit `weights` to its outcome.
 * @returns also the cancels that were sent, the types of the journal entries, and the outcome as `STATUS CODE: MESSAGE`
 */
export async function runTestJob({ api, ...options }: TestJobOptions, patience: Patience = {}) {
  const cancels: string[] = [];
  const cancel = async (jobId: string) => {
    cancels.push(jobId);
    return "canceled" as const;
  };
  const test = createTestJob({ ...options, api: { cancel, ...api } });
  const outcome = await test.clock.run(() => runJob(test.job, { data: { weights: {} } }, patience));
  const { status, problem } = outcome;
  const types = test.entries.map(({ type }) => type);
  return { ...test, outcome, cancels, types, end: `${status} ${problem?.code}: ${problem?.message}` };
}

/** The state of a job with these units, of which nothing is read. */
export function handleWith(
  units: readonly string[],
  more: Partial<JobHandle> = {},
  family: FamilyId = "pa",
): JobHandle {
  return {
    version: 1,
    key: "a.json",
    family,
    phase: "creating",
    jobId: "a1",
    createdAt: "2026-01-01T00:00:00.000Z",
    unitIds: units,
    reads: [],
    requestKeys: [],
    canceled: false,
    ...more,
  };
}
