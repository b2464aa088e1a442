import { count } from "@analytics-engines/core/basics";
import type { ReproducedUnit, ReproductionOutcome, ReproductionResult } from "../folder/manifest/manifest.ts";

/** The outcome of a run that was computed again, in one line: `reproduced: 3 of 3 results the same, 1 of them in its tables alone`. */
export function reproductionHeadline({ reproduced, units }: ReproductionResult): string {
  const number = (outcome: ReproductionOutcome) => units.filter((unit) => unit.outcome === outcome).length;
  const [tables, differ, open] = [number("same-tables"), number("differs"), number("not-comparable")];
  const same = number("same-bytes") + tables;
  return [
    `${reproduced ? "reproduced" : "not reproduced"}: ${same} of ${count(units.length, "result")} the same`,
    ...(tables > 0 ? [`${tables === 1 ? "1 of them in its tables" : `${tables} of them in their tables`} alone`] : []),
    ...(differ > 0 ? [`${differ} differ${differ === 1 ? "s" : ""}`] : []),
    ...(open > 0 ? [`${open} cannot be compared`] : []),
  ].join(", ");
}

/** The units whose result is not the same, or cannot be compared. */
export function differingUnits(compared: ReproductionResult | undefined): readonly ReproducedUnit[] {
  return (compared?.units ?? []).filter(({ outcome }) => outcome === "differs" || outcome === "not-comparable");
}

/** A unit that is not the same, in one line. */
export function reproductionLine({ path, id, outcome, reason = "", moves = [] }: ReproducedUnit): string {
  const [largest] = moves;
  const moveText =
    largest === undefined
      ? ""
      : `; the largest move: ${largest.column} of ${largest.row}, ${largest.before} then, ${largest.after} now`;
  const what = outcome === "differs" ? "differs: " : outcome === "not-comparable" ? "cannot be compared: " : outcome;
  return `${path}, unit ${id}: ${what}${reason}${moveText}`;
}
