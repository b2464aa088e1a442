import type { NumbersReview } from "./numbers/compare-runs.ts";
import type { Moved, UnitOutcome, UnitReview } from "./numbers/unit-review.ts";
import type { ParameterReview } from "./parameters/parameter-review.ts";
import type { Baseline } from "./runs/find-baseline.ts";
import type { MergedRun } from "./runs/merged-run.ts";

/** Everything that a review found. */
export interface Review {
  /** Undefined where nothing was run. */
  readonly run: MergedRun | undefined;
  readonly baseline: Baseline;
  readonly numbers: NumbersReview;
  readonly parameters: readonly ParameterReview[];
}

export type MovedUnit = UnitReview & { readonly outcome: Moved };
type Of<Kind extends UnitOutcome["kind"]> = UnitReview & { readonly outcome: Extract<UnitOutcome, { kind: Kind }> };

/** The units of a review by what became of them. */
export interface Assessment {
  readonly total: number;
  readonly failed: readonly Of<"failed">[];
  readonly altered: readonly Of<"altered">[];
  /** Moved, and not for another day alone: the largest move first. */
  readonly moved: readonly MovedUnit[];
  /** Computed for another day that the parameters do not ask for. */
  readonly otherDays: readonly MovedUnit[];
  readonly same: readonly Of<"same">[];
  readonly appeared: readonly Of<"appeared">[];
  readonly vanished: readonly Of<"vanished">[];
  readonly notCompared: readonly Of<"not-compared">[];
  /** Whether there is anything to tell a reviewer. */
  readonly changed: boolean;
  /** Whether the run is not a success, for whatever reason; where nothing was run, whether a changed parameter file has errors. */
  readonly broken: boolean;
}

export function assess({ run, numbers, parameters }: Review): Assessment {
  const of = <Kind extends UnitOutcome["kind"]>(kind: Kind) =>
    numbers.units.filter((unit): unit is Of<Kind> => unit.outcome.kind === kind);
  const all = [...of("moved")].sort((a, b) => largest(b.outcome) - largest(a.outcome));
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
      : // Whoever wrote the manifest may call a run a success that is none.
        run.manifest.status !== "success" || failed.length + altered.length > 0;
  return {
    ...units,
    total: numbers.units.length - vanished.length,
    broken,
    changed:
      broken || parameters.length > 0 || [failed, moved, appeared, vanished].some((several) => several.length > 0),
  };
}

/** The largest move of a unit as a share; what is no number, or the form of the tables, counts most. */
function largest({ moves, others, form }: Moved): number {
  return form.length + others.length > 0 ? Number.POSITIVE_INFINITY : (moves[0]?.share ?? 0);
}
