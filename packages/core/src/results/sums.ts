import type { Column } from "./table.ts";

/** The significant digits that every decimal keeps in a double. */
const DIGITS_OF_DOUBLE = 15;
/** The most decimals that JavaScript writes. */
const MAX_FIXED_DECIMALS = 100;

/** Adds up numbers. The rounding of each addition is added at the end (Neumaier). */
export class PreciseSum {
  #sum = 0;
  #correction = 0;
  #size = 0;

  add(number: number): void {
    const next = this.#sum + number;
    this.#correction += Math.abs(this.#sum) >= Math.abs(number) ? this.#sum - next + number : number - next + this.#sum;
    this.#sum = next;
    this.#size += Math.abs(number);
  }

  get value(): number {
    // An infinite sum has a correction that is no number.
    return Number.isFinite(this.#sum) ? this.#sum + this.#correction : this.#sum;
  }

  /** The sum of the sizes, which says how far rounding can have moved the value. */
  get size(): number {
    return this.#size;
  }

  /** The value without the digits that come from the numbers being binary: 0.3 for 0.1 and 0.2, and 0 if -0.3 follows. */
  get decimal(): number {
    const decimals = DIGITS_OF_DOUBLE - 1 - Math.floor(Math.log10(this.#size));
    const isWritable = Number.isFinite(this.value) && decimals >= 0 && decimals <= MAX_FIXED_DECIMALS;
    // The addition makes 0 of -0.
    return isWritable ? Number(this.value.toFixed(decimals)) + 0 : this.value;
  }
}

/** The finite number of a cell; NaN for an empty cell, a text, NaN and infinity. */
export function numberAt({ values }: Column, row: number): number {
  if (values.kind !== "number" || values.isNull?.[row] === 1) return Number.NaN;
  const value = values.values[row] ?? Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

const steps = new WeakMap<Column, number>();
const MAX_STEP_DECIMALS = 6;
/** Floats of 32 bits have seven digits. */
const PRECISION = 1e-6;

/** The unit to which the numbers of a column are rounded, such as 0.01; 0 if they are not rounded. */
function roundingStep(column: Column): number {
  const cachedStep = steps.get(column);
  if (cachedStep !== undefined) return cachedStep;
  let decimals = 0;
  const { values } = column;
  for (const value of values.kind === "number" ? values.values : []) {
    if (!Number.isFinite(value)) continue;
    while (decimals <= MAX_STEP_DECIMALS && !isMultiple(value, decimals)) decimals++;
    if (decimals > MAX_STEP_DECIMALS) break;
  }
  const step = decimals > MAX_STEP_DECIMALS ? 0 : 10 ** -decimals;
  steps.set(column, step);
  return step;
}

function isMultiple(value: number, decimals: number): boolean {
  const scaled = value * 10 ** decimals;
  return Math.abs(scaled - Math.round(scaled)) <= 1e-9 * Math.max(1, Math.abs(scaled));
}

/** How far a sum may be from its total, by the rounding of each number. */
function tolerance(step: number, count: number, size: number): number {
  return step * Math.min(0.5 * (count + 1), 2 * Math.sqrt(count + 1)) + PRECISION * size;
}

/**
 * Compares a number with the sum of others, in the rounding of their columns. `empty`: the total is no number, or too small to prove anything.
 * @param column the column of the total, whose rounding counts; that of the parts is the same
 */
export function compareSum(column: Column, total: number, parts: Iterable<number>): "equal" | "different" | "empty" {
  let [sum, size, count] = [0, 0, 0];
  for (const number of parts) {
    if (Number.isNaN(number)) continue;
    sum += number;
    size += Math.abs(number);
    count++;
  }
  const distance = tolerance(roundingStep(column), count, size);
  if (Number.isNaN(total)) return Math.abs(sum) <= distance ? "empty" : "different";
  if (Math.abs(total - sum) > distance) return "different";
  return count > 0 && size > 2 * distance ? "equal" : "empty";
}
