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
  const parameters = differ(before.parameters, after.parameters);
  const days = [differ(before.start, after.start), differ(before.end, after.end)];
  if (parameters === true) return days.includes(true) ? "parameters-and-dates" : "parameters";
  if (days.includes(true)) return "dates";
  return parameters === undefined || days.includes(undefined) ? "unknown" : "restatement";
}

function isSameNumber(before: ComparedNumber, after: ComparedNumber): boolean {
  if (before.digits !== null || after.digits !== null) return before.digits === after.digits;
  return before.value === after.value || (Number.isNaN(before.value) && Number.isNaN(after.value));
}

/** Whether two facts differ; `undefined` where one is not known. */
function differ(before: string | Date | null, after: string | Date | null): boolean | undefined {
  return before === null || after === null ? undefined : before.valueOf() !== after.valueOf();
}
