import { numberAt } from "./figures.ts";
import type { ChartMeasure } from "./measures.ts";
import { type Outline, rowsOf } from "./outline.ts";
import { measuresWith } from "./pick.ts";

/** The weights before and after an optimization. */
export interface WeightPair {
  readonly before: ChartMeasure;
  readonly after: ChartMeasure;
}

/** Undefined if the table lacks one of them. */
export function weightsBeforeAndAfter(outline: Outline): WeightPair | undefined {
  const weights = measuresWith(outline, "weight");
  const findWeight = (words: RegExp) => weights.find(({ levels }) => words.test(levels.join(" ")));
  const before = findWeight(/\b(initial|current|before)\b/i);
  const after = findWeight(/\b(optimal|target|final|after)\b/i);
  return before && after && { before, after };
}

/** Weights that add up to 100 % within this are complete. */
const ROUNDING = 0.01;

/**
 * Half of the sum of all absolute changes of weight, in the unit of the weights. Undefined if the table does not have all weights: those of
 * sold holdings or of cash may be missing, and then one of the sums is not 100.
 */
export function oneWayTurnover(outline: Outline): number | undefined {
  const pair = weightsBeforeAndAfter(outline);
  if (pair === undefined) return undefined;
  const rows = rowsOf(outline, outline.usefulLevels.at(-1), undefined, outline.time);
  const weightsOf = ({ index }: ChartMeasure) => rows.map((row) => numberAt(outline.table, index, row) || 0);
  const [before, after] = [weightsOf(pair.before), weightsOf(pair.after)];
  if ([before, after].some((weights) => Math.abs(sum(weights) - 100) > ROUNDING)) return undefined;
  return sum(after.map((weight, place) => Math.abs(weight - (before[place] ?? 0)))) / 2;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
