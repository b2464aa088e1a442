import { copyBytes, repeatBytes } from "../copy.ts";
import { broken, MAX_BLOCK_BYTES } from "./block-limits.ts";
import type { HuffmanTable } from "./huffman.ts";
import { readLiterals } from "./literals.ts";
import { readSequences, type SequenceTables } from "./sequences.ts";

/** The state of a frame between its blocks. */
export interface FrameState {
  readonly out: Uint8Array;
  /** Where the frame's output begins: no match begins before it. */
  readonly start: number;
  length: number;
  tree: HuffmanTable | undefined;
  tables: SequenceTables | undefined;
  offsets: readonly [number, number, number];
}

/** Unpacks a compressed block and appends it to the output. */
export function unpackBlock(block: Uint8Array, state: FrameState): void {
  const { out, start } = state;
  const literals = readLiterals(block, state.tree);
  const { sequences, tables } = readSequences(block.subarray(literals.length), state.tables);
  state.tree = literals.tree;
  state.tables = tables;
  const end = Math.min(out.length, state.length + MAX_BLOCK_BYTES);
  let from = 0;
  let at = state.length;
  const takeLiterals = (count: number) => {
    if (from + count > literals.bytes.length || at + count > end) throw broken();
    copyBytes(literals.bytes, from, count, out, at);
    from += count;
    at += count;
  };
  for (const sequence of sequences) {
    takeLiterals(sequence.literals);
    const back = offsetOf(sequence.offset, sequence.literals === 0, state);
    if (back < 1 || at - back < start || at + sequence.match > end) throw broken();
    repeatBytes(out, at, back, sequence.match);
    at += sequence.match;
  }
  takeLiterals(literals.bytes.length - from);
  state.length = at;
}

/** A written offset of 1 to 3 means one of the last three offsets, shifted by one if no literals come before the match. */
function offsetOf(written: number, isBare: boolean, state: FrameState): number {
  const [first, second, third] = state.offsets;
  if (written > 3) {
    state.offsets = [written - 3, first, second];
    return written - 3;
  }
  const which = isBare ? written + 1 : written;
  if (which === 1) return first;
  const offset = which === 2 ? second : which === 3 ? third : first - 1;
  state.offsets = which === 2 ? [offset, first, third] : [offset, first, second];
  return offset;
}
