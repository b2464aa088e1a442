import type { Tolerance } from "@analytics-engines/core/results";
import { keyOfUnit, matchUnits, type UnitReview } from "@analytics-engines/runs/browser";
import { type UnitRef, unitKey, type ViewedRun } from "../run/viewed-run.ts";
import { compareUnits } from "./compare-units.ts";
import { noiseTolerances } from "./tolerances.ts";

const compared = new WeakMap<ViewedRun, Promise<readonly UnitReview[]>>();
const earlierUnitsByRun = new WeakMap<ViewedRun, ReadonlyMap<string, UnitRef>>();

/**
 * The compared units of a run and of its earlier run: those of its review, or else compared once.
 *
 * @param onProgress gets the number of units that are compared
 */
export function comparisonOf(
  run: ViewedRun,
  onProgress: (comparedCount: number) => void,
): Promise<readonly UnitReview[]> {
  const { earlier, review } = run;
  if (review !== undefined) return Promise.resolve(review.units);
  if (earlier === undefined) return Promise.resolve([]);
  const comparison =
    compared.get(run) ?? compareUnits({ now: run, before: earlier, tolerances: tolerancesOf(run) }, onProgress);
  compared.set(run, comparison);
  return comparison;
}

/** The tolerances of a comparison of a run with its earlier run. */
export function tolerancesOf({ review, tolerances }: ViewedRun): readonly Tolerance[] {
  return review?.tolerances ?? tolerances ?? noiseTolerances;
}

/** The unit of the earlier run that a unit is compared with. */
export function earlierUnit(run: ViewedRun, ref: UnitRef): UnitRef | undefined {
  const { earlier } = run;
  if (earlier === undefined) return undefined;
  const earlierUnits = earlierUnitsByRun.get(run) ?? matchOf(run, earlier);
  earlierUnitsByRun.set(run, earlierUnits);
  return earlierUnits.get(unitKey(ref));
}

function matchOf(run: ViewedRun, earlier: ViewedRun): ReadonlyMap<string, UnitRef> {
  // A review also knows what its commits renamed.
  const former = new Map(run.review?.units.map((unit) => [keyOfUnit(unit), unit.renamedFrom]));
  const { pairs } = matchUnits(run.manifest.files, earlier.manifest.files, (entry) => {
    const name = former.get(unitKey(entry));
    return name === undefined ? [] : [name];
  });
  return new Map(pairs.flatMap(({ now, before }) => (before === undefined ? [] : [[unitKey(now), before] as const])));
}
