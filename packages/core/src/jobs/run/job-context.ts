import type { Client } from "../../service/client/client.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { Breaker } from "../breaker.ts";
import type { CollectContext } from "../collect/read-results.ts";
import { createJobLog, type JobSignals } from "../context.ts";
import type { CreateContext } from "../create/create-job.ts";
import type { JobHandle } from "../handle.ts";
import type { FamilyAdapter } from "../protocol/family-adapter.ts";
import { familyApi } from "../protocol/family-api.ts";
import { secureJobId } from "../protocol/job-id.ts";
import { type CreateState, watchedApi } from "../protocol/watched-api.ts";
import type { JobRequest, Journal, RunOptions } from "../types.ts";
import type { WatchContext } from "../watch/watch.ts";

/** One job of a run: all that its steps use. Only the run has it; each step has a part. */
export interface JobContext extends CreateContext, WatchContext, CollectContext, JobSignals {
  readonly api: FamilyAdapter;
  readonly telemetry: Telemetry;
}

/** What the caller of a job provides. */
export type JobParts = Pick<JobContext, "store" | "clock"> &
  Pick<RunOptions, "random" | "newJobId" | "cacheControl"> & { readonly client: Client; readonly journal: Journal };

/** What connects a job with its run. */
export type JobControl = Pick<
  JobContext,
  "deadlineAt" | "emit" | "outage" | "sibling" | "stop" | "abortRequests" | "isCancelRequested"
> & {
  readonly breaker: Breaker;
  /** How many jobs share the rate limit. */
  readonly runningJobs: () => number;
};

/** The last `max-age` of a status, by client: it says when to read the status of a job for the first time. */
const statusMaxAges = new WeakMap<Client, number>();

/** @param earlier the state of the job after an earlier execution */
export function createJobContext(
  { key, family }: Pick<JobRequest, "key" | "family">,
  earlier: JobHandle | undefined,
  { client, store, journal, clock, random, newJobId, cacheControl }: JobParts,
  { breaker, runningJobs, ...control }: JobControl,
): JobContext {
  // An earlier execution may have sent a create until it ended.
  const create: CreateState = { mayArrive: earlier !== undefined && earlier.isCreateOver !== true };
  return {
    key,
    family,
    telemetry: client.telemetry,
    api: watchedApi(familyApi(client, family), store, breaker, create),
    create,
    log: createJobLog(key, journal, clock, earlier),
    store,
    clock,
    random: random ?? Math.random,
    newJobId: newJobId ?? secureJobId,
    cacheControl,
    scarceSeconds: () => runningJobs() * client.pacer.secondsPerRequest(),
    usualMaxAgeSeconds: () => statusMaxAges.get(client),
    noteMaxAge: (seconds) => statusMaxAges.set(client, seconds),
    settled: new Map(),
    jobPresence: "there",
    failedKeys: new Set(),
    ...control,
  };
}
