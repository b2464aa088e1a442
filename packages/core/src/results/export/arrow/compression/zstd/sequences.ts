import { BackwardBits } from "./bits.ts";
import { broken } from "./block-limits.ts";
import { buildFseTable, FseState, type FseTable, readFseTable, singleSymbol } from "./fse.ts";

/** The number of literals, the length of the match after them, and the written offset, which says how far back the match begins. */
export interface Sequence {
  readonly literals: number;
  readonly match: number;
  readonly offset: number;
}

export interface SequenceTables {
  readonly literals: FseTable;
  readonly offsets: FseTable;
  readonly matches: FseTable;
}

/** For each code, the number of bits after it and its least value. */
interface Codes {
  readonly bits: readonly number[];
  readonly bases: readonly number[];
}

function codesFrom(first: number, bits: readonly number[]): Codes {
  const bases = [first];
  for (const [code, count] of bits.entries()) bases.push((bases[code] ?? 0) + 2 ** count);
  return { bits, bases };
}

const growing = [1, 1, 1, 1, 2, 2, 3, 3, 4];
const zeros = (count: number) => Array.from({ length: count }, () => 0);
const literalCodes = codesFrom(0, [...zeros(16), ...growing, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
const matchCodes = codesFrom(3, [...zeros(32), ...growing, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
const MAX_OFFSET_CODE = 31;

const repeated = (chance: number, count: number) => Array.from({ length: count }, () => chance);

/** The tables that data need not describe, built from the chances in the format's definition. */
const predefined: SequenceTables = {
  literals: buildFseTable(
    [4, 3, ...repeated(2, 11), 1, 1, 1, ...repeated(2, 9), 3, 2, ...repeated(1, 5), ...repeated(-1, 4)],
    6,
  ),
  offsets: buildFseTable([...repeated(1, 6), 2, 2, 2, ...repeated(1, 15), ...repeated(-1, 5)], 5),
  matches: buildFseTable([1, 4, 3, ...repeated(2, 6), ...repeated(1, 37), ...repeated(-1, 7)], 6),
};

/** Reads the sequences of a block. Returns them with the tables that later blocks may use again. */
export function readSequences(
  bytes: Uint8Array,
  before: SequenceTables | undefined,
): { readonly sequences: readonly Sequence[]; readonly tables: SequenceTables | undefined } {
  const [count, headLength] = readCount(bytes);
  if (count === 0) {
    if (bytes.length !== headLength) throw broken();
    return { sequences: [], tables: before };
  }
  const modes = bytes[headLength];
  if (modes === undefined || modes & 3) throw broken();
  let at = headLength + 1;
  const table = (shift: number, defaultTable: FseTable, last: FseTable | undefined, most: number, mostLog: number) => {
    const mode = (modes >> shift) & 3;
    if (mode === 0) return defaultTable;
    if (mode === 1) {
      const symbol = bytes[at++];
      if (symbol === undefined || symbol > most) throw broken();
      return singleSymbol(symbol);
    }
    if (mode === 2) {
      const [newTable, length] = readFseTable(bytes.subarray(at), most, mostLog);
      at += length;
      return newTable;
    }
    if (last === undefined) throw broken();
    return last;
  };
  const tables: SequenceTables = {
    literals: table(6, predefined.literals, before?.literals, literalCodes.bits.length - 1, 9),
    offsets: table(4, predefined.offsets, before?.offsets, MAX_OFFSET_CODE, 8),
    matches: table(2, predefined.matches, before?.matches, matchCodes.bits.length - 1, 9),
  };
  return { sequences: decode(bytes.subarray(at), count, tables), tables };
}

/** The number of sequences, and the number of bytes that it takes. */
function readCount(bytes: Uint8Array): [count: number, length: number] {
  const [first, second = 0, third = 0] = bytes;
  if (first === undefined) throw broken();
  if (first < 128) return [first, 1];
  return first < 255 ? [((first - 128) << 8) + second, 2] : [second + (third << 8) + 0x7f00, 3];
}

function decode(bytes: Uint8Array, count: number, tables: SequenceTables): Sequence[] {
  const bits = new BackwardBits(bytes);
  const literal = new FseState(tables.literals, bits);
  const offset = new FseState(tables.offsets, bits);
  const match = new FseState(tables.matches, bits);
  const value = ({ bits: counts, bases }: Codes, code: number) => (bases[code] ?? 0) + bits.read(counts[code] ?? 0);
  const sequences: Sequence[] = [];
  for (let remaining = count; remaining > 0; remaining--) {
    const width = offset.symbol;
    // These are up to 31 bits, so they are read in two parts.
    const high = bits.read(Math.max(width - 16, 0));
    const low = bits.read(Math.min(width, 16));
    const written = 2 ** width + high * 2 ** 16 + low;
    const matchLength = value(matchCodes, match.symbol);
    sequences.push({ offset: written, match: matchLength, literals: value(literalCodes, literal.symbol) });
    if (remaining > 1) {
      literal.next(bits);
      match.next(bits);
      offset.next(bits);
    }
    if (bits.unreadBits < 0) throw broken();
  }
  if (bits.unreadBits !== 0) throw broken();
  return sequences;
}
