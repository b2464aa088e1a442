import { count } from "@analytics-engines/core/basics";
import type { ReproducedUnit, ReproductionOutcome, ReproductionResult } from "../folder/manifest/manifest.ts";
import type { PinnedFile } from "./pin-files.ts";

/** The most lines of one kind; the others are counted. */
const MAX_LINES = 100;

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

/** Each unit that is not the same, in one line, and how many more there are. */
export function differenceLines(compared: ReproductionResult | undefined): readonly string[] {
  return limitLines(differingUnits(compared).map(reproductionLine), "units");
}

/** Each relative date that a day replaced, in one line, and how many more there are. */
export function pinnedDateLines(dates: readonly PinnedFile[]): readonly string[] {
  const lines = dates.map(
    ({ path, pointer, text, day }) => `${path}: ${pointer}: ${text === "" ? "no date" : text} is ${day}`,
  );
  return limitLines(lines, "dates");
}

function limitLines(lines: readonly string[], what: string): readonly string[] {
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `And ${lines.length - MAX_LINES} more ${what}.`];
}

/** A unit that is not the same, in one line. */
function reproductionLine({ path, id, outcome, reason = "", moves = [] }: ReproducedUnit): string {
  const [largest] = moves;
  const moveText =
    largest === undefined
      ? ""
      : `; the largest move: ${largest.column} of ${largest.row}, ${largest.before} then, ${largest.after} now`;
  const what = outcome === "differs" ? "differs: " : outcome === "not-comparable" ? "cannot be compared: " : outcome;
  return `${path}, unit ${id}: ${what}${reason}${moveText}`;
}
