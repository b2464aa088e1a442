import type { Column } from "../table.ts";
import { isPercentage, type Meaning, meaningOfHeader, quantityOfHeader } from "./meaning.ts";

/** Floats of 32 bits have seven digits. */
const PRECISION = 1e-7;

/** A column of percentages, and the scale that its own numbers show. */
interface Percentages {
  readonly meaning: Meaning;
  /** What the header calls them, without the words for portfolio and benchmark. */
  readonly quantity: string;
  readonly scale: Column["scale"];
}

/**
 * The columns of a table, each column of percentages with its scale. The service gives 12.5 for 12.5 %, but formulas of users may give 0.125.
 * Small numbers fit both, so the other columns of the table decide: those of the same quantity; for effects, also the returns that they add
 * up to; for all columns, the weights, since a report has one scale. If no column decides, there is no scale.
 */
export function withScales(columns: readonly Column[]): Column[] {
  const facts = columns.map(percentagesOf);
  const allFacts = facts.filter((one) => one !== undefined);
  return columns.map((column, index) => {
    const fact = facts[index];
    const scale = fact && scaleOf(fact, allFacts);
    return scale === undefined ? column : { ...column, scale };
  });
}

function scaleOf(fact: Percentages, all: readonly Percentages[]): Column["scale"] {
  if (fact.scale !== undefined) return fact.scale;
  const scales = new Set(all.filter((other) => explains(other, fact)).map(({ scale }) => scale));
  return scales.has("percent") && !scales.has("fraction") ? "percent" : undefined;
}

/** Whether the scale of `one` is also the scale of `other`. */
function explains(one: Percentages, other: Percentages): boolean {
  if (one.meaning === "weight") return true;
  if (other.meaning === "effect") return one.meaning === "effect" || one.meaning === "return";
  return one.meaning === other.meaning && one.quantity === other.quantity;
}

function percentagesOf({ header, values }: Column): Percentages | undefined {
  const meaning = meaningOfHeader(header);
  if (meaning === undefined || !isPercentage(meaning) || values.kind !== "number") return undefined;
  const quantity = quantityOfHeader(header);
  if (meaning === "weight") return { meaning, quantity, scale: scaleOfWeights(values.values) };
  const isPercent = values.values.some((value) => Number.isFinite(value) && Math.abs(value) >= 1);
  return { meaning, quantity, scale: isPercent ? "percent" : undefined };
}

/** Fractions add up to 1, or have fewer totals of 1 than parts. In a hundred equal weights of 1 %, all numbers are 1, so there are no parts. */
function scaleOfWeights(values: Float64Array): Column["scale"] {
  let sum = 0;
  let whole = 0;
  let parts = 0;
  for (const value of values) {
    if (!Number.isFinite(value) || value === 0) continue;
    if (Math.abs(value) > 1 + PRECISION) return "percent";
    if (Math.abs(value - 1) < PRECISION) whole++;
    else parts++;
    sum += value;
  }
  const isWhole = parts > 0 && Math.abs(sum - 1) < 0.02;
  return isWhole || (whole > 0 && whole < parts) ? "fraction" : undefined;
}
