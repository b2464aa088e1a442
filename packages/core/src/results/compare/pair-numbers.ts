/** Numbers pairs of whole numbers of 32 bits, from 0. A `Map` with a key for each pair takes twenty times as long. */
export class PairNumbers {
  readonly #firsts: Int32Array;
  readonly #seconds: Int32Array;
  /** The number of the pair at each place, plus 1; 0 where there is none. */
  readonly #numbers: Int32Array;
  #size = 0;

  /** @param max the most different pairs */
  constructor(max: number) {
    // At most half of the places are used, so that the next free one is near.
    const places = 2 ** Math.ceil(Math.log2(2 * max + 2));
    this.#firsts = new Int32Array(places);
    this.#seconds = new Int32Array(places);
    this.#numbers = new Int32Array(places);
  }

  /** How many different pairs there are. */
  get size(): number {
    return this.#size;
  }

  /** The number of each pair. */
  numberPairs(one: Int32Array, other: Int32Array): Int32Array {
    const [firsts, seconds, numbers] = [this.#firsts, this.#seconds, this.#numbers];
    const mask = numbers.length - 1;
    const result = new Int32Array(one.length);
    let size = this.#size;
    for (let at = 0; at < one.length; at++) {
      const first = one[at] ?? 0;
      const second = other[at] ?? 0;
      let place = hash(first, second) & mask;
      while (numbers[place] !== 0 && (firsts[place] !== first || seconds[place] !== second)) place = (place + 1) & mask;
      if (numbers[place] === 0) {
        firsts[place] = first;
        seconds[place] = second;
        numbers[place] = ++size;
      }
      result[at] = (numbers[place] ?? 0) - 1;
    }
    this.#size = size;
    return result;
  }
}

/** Spreads pairs over all bits: consecutive numbers, and those that differ in high bits only. */
function hash(first: number, second: number): number {
  const bits = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
  const mixed = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35);
  return mixed ^ (mixed >>> 13);
}
