import { hash } from "node:crypto";
import { entries, families, isObject, property } from "@analytics-engines/core/basics";
import type { FamilyId } from "@analytics-engines/core/families";
import type { Settings } from "../options.ts";
import { fraction, hexDigits } from "../results/random.ts";
import { curveOf, endOf, type Job, type Unit } from "./job.ts";

/** The request of a create that has passed the checks. */
export interface NewJob {
  readonly family: FamilyId;
  readonly user: string;
  /** The request in the model's spelling. */
  readonly body: unknown;
  /** The request as it came. */
  readonly sentBody: unknown;
}

/** The jobs of all users. Each user has ids of its own, so two users may choose the same. */
export function createJobStore(settings: Settings) {
  const jobs = new Map<string, Job>();
  const byFingerprint = new Map<string, Job>();
  const maybeRunning = new Set<Job>();
  let idCount = 0;

  return {
    /** All jobs in the order of their creation. */
    all: () => jobs.values(),
    /** The jobs of a user in a family, newest first. */
    of: (family: FamilyId, user: string): Job[] =>
      Array.from(jobs.values())
        .filter((job) => job.family === family && job.user === user)
        .reverse(),
    find: (family: FamilyId, id: string, user: string): Job | undefined => jobs.get(keyOf(family, id, user)),
    /** Another job of the user with the same parameters that is not canceled: the latest. */
    duplicateOf(job: NewJob, id: string): Job | undefined {
      const latest = byFingerprint.get(fingerprintOf(job));
      return latest === undefined || latest.id === id || latest.canceledAt !== undefined ? undefined : latest;
    },
    /** The units of the user's jobs that run now, and when the first of these jobs ends. */
    running(user: string, now: number) {
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
    /** Creates a job, or runs the job of this id again with new parameters. Without an id the service chooses one. */
    run(request: NewJob, id: string | undefined, now: number): Job {
      if (id === undefined) idCount += 1;
      const jobId = id ?? hexDigits(32, settings.seed, "job", idCount);
      const units = unitsOf(request);
      const run = {
        body: request.body,
        sentBody: request.sentBody,
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

function keyOf(family: FamilyId, id: string, user: string): string {
  return `${family}/${id}/${user}`;
}

/** The units that a request asks for. */
export function unitsOf({ family, body }: NewJob): Unit[] {
  const unit = (id: string, parameters: unknown, index = 0): Unit => ({
    id,
    index,
    parameters,
    outcome: undefined,
    returned: false,
    consumed: false,
  });
  const { answers } = families[family];
  if (answers === "bare") return [unit("result", body)];
  const data = property(body, "data");
  if (answers === "single") return [unit("result", data)];
  return entries(data).map(([id, parameters], index) => unit(id, parameters, index));
}

/** Two requests that differ only in the order of properties have the same fingerprint. */
function fingerprintOf({ family, user, body }: NewJob): string {
  const sorted = JSON.stringify(body, (_, value: unknown) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
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
