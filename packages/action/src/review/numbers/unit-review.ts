import type { ResultComparison } from "@analytics-engines/core/results";
import type { DatePair } from "./dates.ts";

/** What became of one unit from the baseline to this run. */
export interface UnitReview {
  readonly path: string;
  readonly unit: string;
  readonly outcome: UnitOutcome;
}

export type UnitOutcome =
  /** No number moved by more than its tolerance. */
  | { readonly kind: "same"; readonly withinTolerance: number }
  | Moved
  /** It did not succeed in this run. */
  | { readonly kind: "failed"; readonly status: string; readonly message: string; readonly before: string | undefined }
  /** A result is not what its run stored. */
  | { readonly kind: "altered"; readonly reason: string }
  | { readonly kind: "appeared" }
  | { readonly kind: "vanished" }
  /** There is nothing that it can be compared with, and why. */
  | { readonly kind: "not-compared"; readonly reason: string };

export interface Moved extends Omit<ResultComparison, "isSame"> {
  readonly kind: "moved";
  /**
   * What the move can come from. `parameters`: the parameters of the unit changed. `dates`: it was computed for other days, and not because the
   * parameters ask for them. `neither`: same parameters, same days, so what the service knows changed.
   */
  readonly cause: "parameters" | "dates" | "neither";
  readonly dates: DatePair;
}
