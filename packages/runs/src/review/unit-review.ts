import type { ResultComparison } from "@analytics-engines/core/results";
import type { ManifestFile, ManifestUnit } from "../folder/manifest/manifest.ts";
import { errorText } from "../host/format.ts";

/** The outcome of one unit, compared with the baseline. */
export interface UnitReview {
  readonly path: string;
  readonly unit: string;
  readonly outcome: ReviewOutcome;
}

export type ReviewOutcome =
  /** No number moved by more than its tolerance. */
  | { readonly kind: "same"; readonly withinTolerance: number }
  | Moved
  /** The unit did not succeed in this run. */
  | { readonly kind: "failed"; readonly status: string; readonly message: string; readonly before: string | undefined }
  /** The result of this run is not what the run stored. */
  | { readonly kind: "altered"; readonly reason: string }
  | { readonly kind: "appeared" }
  | { readonly kind: "vanished" }
  | { readonly kind: "not-compared"; readonly reason: string };

export interface Moved extends Omit<ResultComparison, "isSame"> {
  readonly kind: "moved";
  /**
   * Why the numbers can have moved. `parameters`: the parameters of the unit changed. `dates`: it was computed for other days that the
   * parameters do not ask for. `neither`: same parameters, same days, so the data of the service changed.
   */
  readonly cause: "parameters" | "dates" | "neither";
  readonly dates: DatePair;
}

/** The days that a unit was computed for: `2024-01-31 to 2024-02-29`; empty if the manifest has none. */
export interface DatePair {
  readonly before: string;
  readonly after: string;
  /** Whether both are known, and differ. */
  readonly moved: boolean;
}

/** The days of the same unit in two runs. */
export function pairDates(before: ManifestUnit, after: ManifestUnit): DatePair {
  const [was, is] = [days(before), days(after)];
  return { before: was, after: is, moved: was !== "" && is !== "" && was !== is };
}

function days({ dates = {} }: ManifestUnit): string {
  const given = new Set([dates.start, dates.end].filter((date) => date !== undefined));
  return Array.from(given, (date) => date.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3")).join(" to ");
}

/** Why a unit did not succeed, in the service's words where it gave any. */
export function describeFailure(file: ManifestFile, unit: ManifestUnit): string {
  const reasons = [...new Set(unit.errors.map(errorText))].filter((text) => text !== "").join(" · ");
  return reasons || file.problem?.message || "The service gave no reason.";
}
