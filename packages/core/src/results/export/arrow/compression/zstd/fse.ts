import { type BackwardBits, ForwardBits, highestBit } from "./bits.ts";
import { broken } from "./block-limits.ts";

/** A table of finite state entropy: for each state its symbol, and how the next bits give the next state. */
export interface FseTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bitCounts: Uint8Array;
  readonly bases: Uint16Array;
}

/** The current state in a table. */
export class FseState {
  readonly #table: FseTable;
  #state: number;

  constructor(table: FseTable, bits: BackwardBits) {
    this.#table = table;
    this.#state = bits.read(table.log);
  }

  get symbol(): number {
    return this.#table.symbols[this.#state] ?? 0;
  }

  next(bits: BackwardBits): void {
    const { bases, bitCounts } = this.#table;
    this.#state = (bases[this.#state] ?? 0) + bits.read(bitCounts[this.#state] ?? 0);
  }
}

/** A table of one symbol. */
export function singleSymbol(symbol: number): FseTable {
  return { log: 0, symbols: Uint8Array.of(symbol), bitCounts: new Uint8Array(1), bases: new Uint16Array(1) };
}

/** Reads the chances of up to `most` + 1 symbols; returns the table and the number of bytes that describe it. */
export function readFseTable(bytes: Uint8Array, most: number, mostLog: number): [FseTable, number] {
  const bits = new ForwardBits(bytes);
  const log = bits.read(4) + 5;
  if (log > mostLog) throw broken();
  const chances: number[] = [];
  let remainingChances = 1 << log;
  while (remainingChances > 0) {
    const chance = readChance(bits, remainingChances);
    remainingChances -= Math.abs(chance);
    chances.push(chance);
    if (chance === 0) {
      let zeros: number;
      do {
        zeros = bits.read(2);
        for (let index = 0; index < zeros; index++) chances.push(0);
      } while (zeros === 3 && chances.length <= most);
    }
    if (chances.length > most + 1) throw broken();
  }
  if (remainingChances !== 0) throw broken();
  return [buildFseTable(chances, log), bits.bytesRead];
}

/** Reads a chance, which takes as few bits as the remaining chances allow. -1 means less than one. */
function readChance(bits: ForwardBits, remainingChances: number): number {
  const width = highestBit(remainingChances + 1) + 1;
  const value = bits.peek(width);
  const lower = value & ((1 << (width - 1)) - 1);
  const spare = (1 << width) - 1 - (remainingChances + 1);
  if (lower < spare) {
    bits.skip(width - 1);
    return lower - 1;
  }
  bits.skip(width);
  return (value >= 1 << (width - 1) ? value - spare : value) - 1;
}

/** Spreads the symbols over the states by their chances. */
export function buildFseTable(chances: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const next = new Uint16Array(chances.length);
  let end = size;
  for (const [symbol, chance] of chances.entries()) {
    next[symbol] = Math.abs(chance);
    if (chance === -1) symbols[--end] = symbol;
  }
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  for (const [symbol, chance] of chances.entries()) {
    for (let count = 0; count < chance; count++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= end);
    }
  }
  if (at !== 0) throw broken();
  const bitCounts = new Uint8Array(size);
  const bases = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const symbol = symbols[state] ?? 0;
    const count = next[symbol] ?? 0;
    next[symbol] = count + 1;
    const width = log - highestBit(count);
    bitCounts[state] = width;
    bases[state] = (count << width) - size;
  }
  return { log, symbols, bitCounts, bases };
}
