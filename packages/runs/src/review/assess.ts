import type { Tolerance } from "@analytics-engines/core/results";
import type { Baseline } from "./committed-run.ts";
import type { NumbersReview } from "./compare-runs.ts";
import type { Commits } from "./find-commits.ts";
import type { MergedRun } from "./merge.ts";
import type { ParameterReview } from "./read-changes.ts";
import { type Moved, type ReviewOutcome, sizeOfOutcome, type UnitReview } from "./unit-review.ts";

/** Everything that a review found. */
export interface Review {
  /** `undefined` where nothing was run. */
  readonly run: MergedRun | undefined;
  readonly baseline: Baseline;
  readonly numbers: NumbersReview;
  readonly parameters: readonly ParameterReview[];
  readonly tolerances: readonly Tolerance[];
  readonly commits: Pick<Commits, "base" | "head">;
}

export type MovedUnit = UnitReview & { readonly outcome: Moved };
type Of<Kind extends ReviewOutcome["kind"]> = UnitReview & { readonly outcome: Extract<ReviewOutcome, { kind: Kind }> };

/** The units of a review by their outcome. */
export interface Assessment {
  readonly total: number;
  readonly failed: readonly Of<"failed">[];
  readonly altered: readonly Of<"altered">[];
  /** Units with moved numbers, except for other days alone; the largest move first. */
  readonly moved: readonly MovedUnit[];
  /** Units that were computed for other days, which the parameters do not ask for. */
  readonly otherDays: readonly MovedUnit[];
  readonly same: readonly Of<"same">[];
  readonly appeared: readonly Of<"appeared">[];
  readonly vanished: readonly Of<"vanished">[];
  readonly notCompared: readonly Of<"not-compared">[];
  /** Whether there is anything to report. */
  readonly changed: boolean;
  /** Whether the run is not a success; where nothing was run, whether a changed parameter file has errors. */
  readonly broken: boolean;
}

/** Sorts the units of a review by their outcome. */
export function assess({ run, numbers, parameters }: Review): Assessment {
  const of = <Kind extends ReviewOutcome["kind"]>(kind: Kind) =>
    numbers.units.filter((unit): unit is Of<Kind> => unit.outcome.kind === kind);
  const all = of("moved").toSorted((a, b) => sizeOfOutcome(b.outcome) - sizeOfOutcome(a.outcome));
  const units = {
    failed: of("failed"),
    altered: of("altered"),
    moved: all.filter(({ outcome }) => outcome.cause !== "dates"),
    otherDays: all.filter(({ outcome }) => outcome.cause === "dates"),
    same: of("same"),
    appeared: of("appeared"),
    vanished: of("vanished"),
    notCompared: of("not-compared"),
  };
  const { failed, altered, moved, appeared, vanished } = units;
  const broken =
    run === undefined
      ? parameters.some(({ isInvalid }) => isInvalid)
      : // A manifest that somebody altered can call a failed run a success.
        run.manifest.status !== "success" || failed.length + altered.length > 0;
  return {
    ...units,
    total: numbers.units.length - vanished.length,
    broken,
    changed:
      broken || parameters.length > 0 || [failed, moved, appeared, vanished].some((several) => several.length > 0),
  };
}

/** The units in the order of the sections of a review. */
export function unitsInOrder(found: Assessment): readonly UnitReview[] {
  const because = (cause: Moved["cause"]) => found.moved.filter(({ outcome }) => outcome.cause === cause);
  return [
    ...found.failed,
    ...found.altered,
    ...because("parameters"),
    ...because("neither"),
    ...found.vanished,
    ...found.otherDays,
    ...found.appeared,
    ...found.notCompared,
    ...found.same,
  ];
}
