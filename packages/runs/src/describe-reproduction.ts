import type { ReproducedUnit, ReproductionOutcome, ReproductionResult } from "./manifest.ts";

/** What became of a run that was computed again, in one line: `reproduced: 3 of 3 results the same, 1 of them in its tables alone`. */
export function reproductionHeadline({ reproduced, units }: ReproductionResult): string {
  const count = (...outcomes: ReproductionOutcome[]) =>
    units.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const [bytes, tables, differ, open] = [
    count("same-bytes"),
    count("same-tables"),
    count("differs"),
    count("not-comparable"),
  ];
  const same = `${bytes + tables} of ${units.length} result${units.length === 1 ? "" : "s"} the same`;
  return [
    `${reproduced ? "reproduced" : "not reproduced"}: ${same}`,
    ...(tables > 0 ? [`${tables === 1 ? "1 of them in its tables" : `${tables} of them in their tables`} alone`] : []),
    ...(differ > 0 ? [`${differ} differ${differ === 1 ? "s" : ""}`] : []),
    ...(open > 0 ? [`${open} cannot be compared`] : []),
  ].join(", ");
}

/** A unit that is not the same, in one line. */
export function reproductionLine({ path, id, outcome, reason = "", moves = [] }: ReproducedUnit): string {
  const [largest] = moves;
  const moved =
    largest === undefined
      ? ""
      : `; the largest move: ${largest.column} of ${largest.row}, ${largest.before} then, ${largest.after} now`;
  const what = outcome === "differs" ? "differs: " : outcome === "not-comparable" ? "cannot be compared: " : outcome;
  return `${path}, unit ${id}: ${what}${reason}${moved}`;
}
