import { fraction } from "../random.ts";

/** The progress of a job: a power of the share of its time that is over. Some jobs stall at `stallsAt` until the end. */
export interface ProgressCurve {
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
