import type { NumberRow, UnitDetails } from "./records.ts";

/**
 * Why a number is another one than in the run before. `parameters`: the parameters are others. `dates`: it was computed for other days.
 * `restatement`: the same parameters and days have another answer. `unknown`: the results do not name their days or parameters.
 */
export type JumpReason = "parameters" | "dates" | "parameters-and-dates" | "restatement" | "unknown";

/** A number of a run, with what was computed. */
export type ComparedNumber = Pick<NumberRow, "value" | "digits"> & Omit<UnitDetails, "result" | "commit">;

/** The reason for a change between two runs; `undefined` if the numbers are the same. NaN is the same as NaN. */
export function jumpReason(before: ComparedNumber, after: ComparedNumber): JumpReason | undefined {
  if (isSameNumber(before, after)) return undefined;
  const hasOtherParameters = differ(before.parameters, after.parameters);
  const hasOtherDates = anyOf(
    differ(dayOf(before.start), dayOf(after.start)),
    differ(dayOf(before.end), dayOf(after.end)),
  );
  if (hasOtherParameters === true) return hasOtherDates === true ? "parameters-and-dates" : "parameters";
  if (hasOtherDates === true) return "dates";
  return hasOtherParameters === undefined || hasOtherDates === undefined ? "unknown" : "restatement";
}

function isSameNumber(before: ComparedNumber, after: ComparedNumber): boolean {
  if (before.digits !== null || after.digits !== null) return before.digits === after.digits;
  return before.value === after.value || (Number.isNaN(before.value) && Number.isNaN(after.value));
}

/** Whether two values differ; `undefined` where one is not known. */
function differ(before: string | null, after: string | null): boolean | undefined {
  return before === null || after === null ? undefined : before !== after;
}

/** Whether one is true; `undefined` where none is, and one is not known. */
function anyOf(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  return one === true || other === true ? true : one === undefined ? undefined : other;
}

function dayOf(day: Date | null): string | null {
  return day === null ? null : day.toISOString();
}
