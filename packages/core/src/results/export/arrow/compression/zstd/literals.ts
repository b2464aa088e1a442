import { broken, littleEndian, MAX_BLOCK_BYTES } from "./block-limits.ts";
import { type HuffmanTable, readHuffmanStream, readHuffmanTable } from "./huffman.ts";

export interface Literals {
  readonly bytes: Uint8Array;
  /** The tree that later blocks may use again. */
  readonly tree: HuffmanTable | undefined;
  /** How many bytes of the block they take. */
  readonly length: number;
}

/** How many bits each of the two sizes has, and how many bytes the head has, by the two bits in the head that state its format. */
const packedHeads = [
  { bits: 10, length: 3, streams: 1 },
  { bits: 10, length: 3, streams: 4 },
  { bits: 14, length: 4, streams: 4 },
  { bits: 18, length: 5, streams: 4 },
] as const;

/** Reads the literals of a block: plain, one byte again and again, or coded by a tree, its own or that of a block before. */
export function readLiterals(block: Uint8Array, tree: HuffmanTable | undefined): Literals {
  const head = block[0] ?? 0;
  const kind = head & 3;
  const format = (head >> 2) & 3;
  if (kind < 2) return simpleLiterals(block, kind, format, tree);
  const { bits, length, streams } = packedHeads[format] ?? packedHeads[0];
  if (block.length < length) throw broken();
  const sizes = Math.floor(littleEndian(block, 0, length) / 16);
  const size = sizes % 2 ** bits;
  const packedSize = Math.floor(sizes / 2 ** bits);
  const end = length + packedSize;
  if (size > MAX_BLOCK_BYTES || end > block.length) throw broken();
  let packed = block.subarray(length, end);
  let currentTree = tree;
  if (kind === 2) {
    const [newTree, treeLength] = readHuffmanTable(packed);
    packed = packed.subarray(treeLength);
    currentTree = newTree;
  }
  if (currentTree === undefined) throw broken();
  const bytes = new Uint8Array(size);
  if (streams === 1) readHuffmanStream(packed, currentTree, bytes);
  else readFourStreams(packed, currentTree, bytes);
  return { bytes, tree: currentTree, length: end };
}

function simpleLiterals(block: Uint8Array, kind: number, format: number, tree: HuffmanTable | undefined): Literals {
  const headLength = format === 3 ? 3 : format === 1 ? 2 : 1;
  if (block.length < headLength) throw broken();
  const size = littleEndian(block, 0, headLength) >> (headLength === 1 ? 3 : 4);
  const length = headLength + (kind === 0 ? size : 1);
  if (size > MAX_BLOCK_BYTES || length > block.length) throw broken();
  const bytes = kind === 0 ? block.subarray(headLength, length) : new Uint8Array(size).fill(block[headLength] ?? 0);
  return { bytes, tree, length };
}

/** Reads three sizes, then four streams, each with a quarter of the literals. */
function readFourStreams(packed: Uint8Array, tree: HuffmanTable, out: Uint8Array): void {
  const quarter = (out.length + 3) >> 2;
  if (packed.length < 6 || 3 * quarter > out.length) throw broken();
  let at = 6;
  for (let stream = 0; stream < 4; stream++) {
    const end = stream === 3 ? packed.length : at + littleEndian(packed, 2 * stream, 2);
    if (end > packed.length) throw broken();
    const part = out.subarray(stream * quarter, stream === 3 ? out.length : (stream + 1) * quarter);
    readHuffmanStream(packed.subarray(at, end), tree, part);
    at = end;
  }
}
