import { BackwardBits, highestBit } from "./bits.ts";
import { broken } from "./block-limits.ts";
import { FseState, readFseTable } from "./fse.ts";

const MAX_BITS = 11;
const MAX_WEIGHT_LOG = 6;

/** For each run of `bits` bits: the symbol at its start, and how many of the bits belong to that symbol. */
export interface HuffmanTable {
  readonly bits: number;
  readonly symbols: Uint8Array;
  readonly lengths: Uint8Array;
}

/** Reads the weights of a tree; returns its table and the number of bytes that describe it. */
export function readHuffmanTable(bytes: Uint8Array): [HuffmanTable, number] {
  const head = bytes[0];
  if (head === undefined) throw broken();
  const size = head < 128 ? head : (head - 126) >> 1;
  const described = bytes.subarray(1, 1 + size);
  if (described.length < size) throw broken();
  const weights = head < 128 ? packedWeights(described) : plainWeights(described, head - 127);
  return [buildTable(weights), 1 + size];
}

/** Reads weights of four bits each. */
function plainWeights(bytes: Uint8Array, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const byte = bytes[index >> 1] ?? 0;
    return index % 2 === 0 ? byte >> 4 : byte & 15;
  });
}

/** Reads weights with two states that take turns until no bits are left. */
function packedWeights(bytes: Uint8Array): number[] {
  const [table, length] = readFseTable(bytes, 255, MAX_WEIGHT_LOG);
  const bits = new BackwardBits(bytes.subarray(length));
  let [one, other] = [new FseState(table, bits), new FseState(table, bits)];
  if (bits.unreadBits < 0) throw broken();
  const weights: number[] = [];
  while (weights.length <= 255) {
    weights.push(one.symbol);
    one.next(bits);
    if (bits.unreadBits < 0) {
      weights.push(other.symbol);
      return weights;
    }
    [one, other] = [other, one];
  }
  throw broken();
}

/** The weight of the last symbol is not written: it makes the sum a power of two. */
function buildTable(weights: number[]): HuffmanTable {
  let sum = 0;
  for (const weight of weights) {
    if (weight > MAX_BITS) throw broken();
    if (weight > 0) sum += 1 << (weight - 1);
  }
  if (sum === 0 || weights.length > 255) throw broken();
  const bits = highestBit(sum) + 1;
  const rest = (1 << bits) - sum;
  if (bits > MAX_BITS || (rest & (rest - 1)) !== 0) throw broken();
  const all = [...weights, highestBit(rest) + 1];
  const longest = all.filter((weight) => weight === 1).length;
  if (longest < 2 || longest % 2 !== 0) throw broken();
  const symbols = new Uint8Array(1 << bits);
  const lengths = new Uint8Array(1 << bits);
  let at = 0;
  for (let weight = 1; weight <= bits; weight++) {
    for (const [symbol, symbolWeight] of all.entries()) {
      if (symbolWeight !== weight) continue;
      const end = at + (1 << (weight - 1));
      symbols.fill(symbol, at, end);
      lengths.fill(bits + 1 - weight, at, end);
      at = end;
    }
  }
  return { bits, symbols, lengths };
}

/** Fills `out` with symbols, which must use all bits. */
export function readHuffmanStream(bytes: Uint8Array, { bits, symbols, lengths }: HuffmanTable, out: Uint8Array): void {
  const stream = new BackwardBits(bytes);
  for (let index = 0; index < out.length; index++) {
    const code = stream.peek(bits);
    out[index] = symbols[code] ?? 0;
    stream.unreadBits -= lengths[code] ?? 0;
    if (stream.unreadBits < 0) throw broken();
  }
  if (stream.unreadBits !== 0) throw broken();
}
