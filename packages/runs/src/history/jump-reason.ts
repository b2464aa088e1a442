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
  const facts = [before, after].map(({ parameters, start, end }) => [parameters, start?.getTime(), end?.getTime()]);
  const [parameters, ...days] = [0, 1, 2].map((at) => differ(facts[0]?.[at], facts[1]?.[at]));
  if (parameters === true) return days.includes(true) ? "parameters-and-dates" : "parameters";
  if (days.includes(true)) return "dates";
  return parameters === undefined || days.includes(undefined) ? "unknown" : "restatement";
}

function isSameNumber(before: ComparedNumber, after: ComparedNumber): boolean {
  if (before.digits !== null || after.digits !== null) return before.digits === after.digits;
  return before.value === after.value || (Number.isNaN(before.value) && Number.isNaN(after.value));
}

type Fact = string | number | null | undefined;

/** Whether two facts differ; `undefined` where one is not known. */
function differ(before: Fact, after: Fact): boolean | undefined {
  return (before ?? undefined) === undefined || (after ?? undefined) === undefined ? undefined : before !== after;
}
