import { parseTolerance } from "@analytics-engines/core/basics";
import type { Tolerance } from "@analytics-engines/core/results";

/** What a comparison allows if nobody states a tolerance: the noise of numbers with seven digits. */
export const noiseTolerances: readonly Tolerance[] = [{ columns: "*", absolute: 1e-6, relative: 1e-6 }];

/** Reads tolerances that a user typed; none if the text is empty, undefined if it has another form. */
export function typedTolerances(text: string): readonly Tolerance[] | undefined {
  const parts = text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  // A number alone is a tolerance of all columns.
  const read = parts.map((part) => parseTolerance(part.includes("=") ? part : `*=${part}`));
  return read.every((tolerance) => tolerance !== undefined) ? read : undefined;
}
