import { hash } from "node:crypto";
import { type FamilyId, families } from "@analytics-engines/core/families";
import type { Settings } from "../options.ts";
import { fraction, hexDigits } from "../random.ts";
import { endOf, type Job, type Unit } from "./job.ts";
import { curveOf } from "./progress.ts";

/** What a create asks for, checked before. */
export interface NewJob {
  readonly family: FamilyId;
  readonly user: string;
  /** The request in the model's spelling. */
  readonly body: unknown;
}

export interface JobStore {
  /** All jobs in the order of their creation. */
  all(): IterableIterator<Job>;
  find(family: FamilyId, id: string, user: string): Job | undefined;
  /** Another job of the user with the same parameters that is not canceled: the latest. */
  duplicateOf(job: NewJob, id: string): Job | undefined;
  /** The units of the user's jobs that run at a time, and when the first of these jobs ends. */
  running(user: string, now: number): { readonly units: number; readonly firstEnd: number };
  /** Creates a job, or runs the one that has this id again with new parameters. Without an id the service chooses one. */
  run(job: NewJob, id: string | undefined, now: number): Job;
}

export function createJobStore(settings: Settings): JobStore {
  const jobs = new Map<string, Job>();
  const byFingerprint = new Map<string, Job>();
  const maybeRunning = new Set<Job>();
  let chosen = 0;

  return {
    all: () => jobs.values(),
    find: (family, id, user) => jobs.get(keyOf(family, id, user)),
    duplicateOf(job, id) {
      const other = byFingerprint.get(fingerprintOf(job));
      return other === undefined || other.id === id || other.canceledAt !== undefined ? undefined : other;
    },
    running(user, now) {
      let units = 0;
      let firstEnd = Number.POSITIVE_INFINITY;
      for (const job of maybeRunning) {
        if (job.canceledAt !== undefined || endOf(job) <= now) maybeRunning.delete(job);
        else if (job.user === user) {
          units += job.units.length;
          firstEnd = Math.min(firstEnd, endOf(job));
        }
      }
      return { units, firstEnd };
    },
    run(request, id, now) {
      if (id === undefined) chosen += 1;
      const jobId = id ?? hexDigits(32, settings.seed, "job", chosen);
      const units = unitsOf(request);
      const run = {
        body: request.body,
        meta: property(request.body, "meta"),
        units,
        fingerprint: fingerprintOf(request),
        startedAt: now,
        seconds: secondsOf(settings, request, jobId, units.length),
        curve: curveOf(settings.seed, jobId),
        stalledAt: undefined,
        canceledAt: undefined,
        lastPollState: "Queued",
      } as const;
      const key = keyOf(request.family, jobId, request.user);
      const existing = jobs.get(key);
      const job: Job = existing ?? {
        ...run,
        id: jobId,
        family: request.family,
        user: request.user,
        lastPollAt: undefined,
        creates: 0,
        statusReads: 0,
        cancels: 0,
        counts: new Map(),
      };
      if (existing !== undefined && byFingerprint.get(existing.fingerprint) === existing) {
        byFingerprint.delete(existing.fingerprint);
      }
      Object.assign(job, run);
      job.creates += 1;
      jobs.set(key, job);
      byFingerprint.set(run.fingerprint, job);
      maybeRunning.add(job);
      return job;
    },
  };
}

/** Ids are each user's own: two users may choose the same. */
function keyOf(family: FamilyId, id: string, user: string): string {
  return `${family}/${id}/${user}`;
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** The units that a request asks for. */
export function unitsOf({ family, body }: NewJob): Unit[] {
  const unit = (id: string, parameters: unknown): Unit => ({
    id,
    parameters,
    outcome: undefined,
    returned: false,
    spent: false,
  });
  const { answers } = families[family];
  if (answers === "bare") return [unit("result", body)];
  const data = property(body, "data");
  if (answers === "single") return [unit("result", data)];
  return Object.entries(data ?? {}).map(([id, parameters]) => unit(id, parameters));
}

/** The order of properties makes no difference between two requests. */
function fingerprintOf({ family, user, body }: NewJob): string {
  const sorted = JSON.stringify(body, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return hash("sha256", `${family}\n${user}\n${sorted}`);
}

function secondsOf({ jobSeconds, seed }: Settings, { family, body }: NewJob, id: string, units: number): number {
  if (typeof jobSeconds === "number") return jobSeconds;
  if (typeof jobSeconds === "function") {
    const seconds = jobSeconds({ family, id, units, body });
    if (!(seconds >= 0)) throw new RangeError(`jobSeconds answered ${seconds} for the job ${id}.`);
    return seconds;
  }
  const [least, most] = jobSeconds;
  const share = fraction(seed, "seconds", id);
  return least === 0 ? most * share : least * (most / least) ** share;
}
