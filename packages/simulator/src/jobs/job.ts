import type { ServiceErrorItem } from "@analytics-engines/core";
import type { FamilyId } from "@analytics-engines/core/families";
import { fraction } from "../results/random.ts";
import type { Computed } from "../results/request.ts";

/** One unit of a job; `fi`, `fiab` and the optimizers have one, `result`. */
export interface Unit {
  readonly id: string;
  /** Its place in the job, from 0. */
  readonly index: number;
  readonly parameters: unknown;
  /** Computed at the first read after the end of the unit. */
  outcome: UnitResult | undefined;
  /** Whether the service returned the result. */
  returned: boolean;
  /** Whether the result can no longer be read. */
  consumed: boolean;
  /** The commentary of the latest request. */
  commentary?: SimulatedCommentary;
}

/** A commentary on a unit. */
export interface SimulatedCommentary {
  readonly configurationId: string | undefined;
  /** Milliseconds of the clock. */
  readonly readyAt: number;
}

export type UnitResult =
  | ({ readonly ok: true } & Computed)
  | { readonly ok: false; readonly errors: readonly ServiceErrorItem[] };

/** Counts of requests for one unit, over all runs of its job. */
export interface UnitCounts {
  /** Reads that returned the result, also as the body of a create or of a status. */
  resultReads: number;
  /** Result reads of any answer. */
  resultAttempts: number;
  infoReads: number;
}

export type SimulatedJobState = "Queued" | "Executing" | "Completed" | "Cancelled";

export type UnitState = "Queued" | "Executing" | "Success" | "Failed" | "Cancelled";

/** A job. Its state is not stored: it follows from these facts and the time. All times in milliseconds of the clock. */
export interface Job {
  readonly id: string;
  readonly family: FamilyId;
  readonly user: string;
  /** The request in the model's spelling. */
  body: unknown;
  /** The request as it came. */
  sentBody: unknown;
  meta: unknown;
  units: readonly Unit[];
  /** A digest of the parameters: different requests have different ones. */
  fingerprint: string;
  /** When it was created, or last run again by a PUT, milliseconds of the clock. */
  startedAt: number;
  seconds: number;
  curve: ProgressCurve;
  /** The highest progress before the end, percent. */
  stalledAt: number | undefined;
  canceledAt: number | undefined;
  lastPollAt: number | undefined;
  lastPollState: SimulatedJobState;
  /** Creates and updates (runs) that were carried out, also those whose answer was lost. */
  creates: number;
  statusReads: number;
  /** Cancels that were carried out. */
  cancels: number;
  readonly counts: Map<string, UnitCounts>;
}

/** A job waits for the first twentieth of its time, then its units run one after another. */
const QUEUED_SHARE = 0.05;

export function endOf(job: Job): number {
  return job.startedAt + job.seconds * 1000;
}

export function jobStateAt(job: Job, now: number): SimulatedJobState {
  if (job.canceledAt !== undefined) return "Cancelled";
  if (now >= endOf(job)) return "Completed";
  return shareAt(job, now) < QUEUED_SHARE ? "Queued" : "Executing";
}

/** The share of the job's time that is over, 0 to 1. */
export function shareAt(job: Job, now: number): number {
  return now >= endOf(job) ? 1 : (now - job.startedAt) / (job.seconds * 1000);
}

/** The share of a unit's own time that is over: below 0 while it waits, 1 when it has ended. */
export function unitShareAt(job: Job, { index }: Unit, now: number): number {
  const share = shareAt(job, now);
  if (share >= 1) return 1;
  return Math.min(1, ((share - QUEUED_SHARE) / (1 - QUEUED_SHARE)) * job.units.length - index);
}

export function countsOf(job: Job, unitId: string): UnitCounts {
  let counts = job.counts.get(unitId);
  if (counts === undefined) {
    counts = { resultReads: 0, resultAttempts: 0, infoReads: 0 };
    job.counts.set(unitId, counts);
  }
  return counts;
}

/** The progress of a job: a power of the share of its time that is over. Some jobs stall at `stallsAt` until the end. */
interface ProgressCurve {
  readonly exponent: number;
  /** Percent. */
  readonly stallsAt: number;
}

/** Four fifths of all jobs follow a power curve of exponent 0.5 to 2, one fifth stalls at 95 %. */
export function curveOf(seed: number, jobId: string): ProgressCurve {
  const exponent = 0.5 * 4 ** fraction(seed, "exponent", jobId);
  return { exponent, stallsAt: fraction(seed, "stall", jobId) < 0.2 ? 95 : 99 };
}

/** Whole percents for a share of the time (0 to 1). 100 only at the end. */
export function percentAt(curve: ProgressCurve, share: number): number {
  if (share >= 1) return 100;
  return Math.min(curve.stallsAt, Math.floor(100 * Math.max(0, share) ** curve.exponent));
}
