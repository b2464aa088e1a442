/** The significant digits that every decimal keeps in a double. */
const DIGITS_OF_DOUBLE = 15;
/** The most decimals that JavaScript writes. */
const MAX_DECIMALS = 100;

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
    const isWritable = Number.isFinite(this.value) && decimals >= 0 && decimals <= MAX_DECIMALS;
    // The addition makes 0 of -0.
    return isWritable ? Number(this.value.toFixed(decimals)) + 0 : this.value;
  }
}
