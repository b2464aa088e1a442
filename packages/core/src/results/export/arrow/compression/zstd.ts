import { unsupported } from "../errors.ts";
import { unpackFrames } from "./frames.ts";
import { xxhash64 } from "./xxhash64.ts";
import { type FrameState, unpackBlock } from "./zstd/block.ts";
import { broken, littleEndian, MAX_BLOCK_BYTES } from "./zstd/block-limits.ts";

const MAGIC = 0xfd2fb528;
const firstOffsets = [1, 4, 8] as const;

/**
 * Unpacks ZSTD frames (RFC 8878), one after another, to exactly `size` bytes. It compares every checksum, and refuses data with unused
 * bits. Throws ResultDecodeError.
 */
export function unpackZstd(packed: Uint8Array, size: number): Uint8Array {
  return unpackFrames(packed, size, unpackFrame, broken);
}

/** Unpacks the frame at an offset. Returns its end and the new length of the output. */
function unpackFrame(packed: Uint8Array, start: number, out: Uint8Array, outStart: number): [number, number] {
  const header = readHeader(packed, start);
  const state: FrameState = {
    out,
    start: outStart,
    length: outStart,
    tree: undefined,
    tables: undefined,
    offsets: firstOffsets,
  };
  let at = header.end;
  let isLast = false;
  while (!isLast) {
    if (at + 3 > packed.length) throw broken();
    const head = littleEndian(packed, at, 3);
    at += 3;
    isLast = (head & 1) === 1;
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    const block = packed.subarray(at, at + (kind === 1 ? 1 : size));
    if (size > MAX_BLOCK_BYTES || kind === 3 || block.length !== (kind === 1 ? 1 : size)) throw broken();
    at += block.length;
    if (kind === 2) unpackBlock(block, state);
    else {
      if (state.length + size > out.length) throw broken();
      if (kind === 0) out.set(block, state.length);
      else out.fill(block[0] ?? 0, state.length, state.length + size);
      state.length += size;
    }
  }
  const content = out.subarray(outStart, state.length);
  if (header.contentSize !== undefined && header.contentSize !== content.length) throw broken();
  if (header.hasChecksum) {
    at += 4;
    if (at > packed.length || BigInt(littleEndian(packed, at - 4, 4)) !== (xxhash64(content) & 0xffff_ffffn))
      throw broken();
  }
  return [at, state.length];
}

function readHeader(packed: Uint8Array, start: number) {
  const flags = packed[start + 4] ?? 0;
  const isSingle = (flags & 0x20) !== 0;
  const idLength = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeLength = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const idAt = start + (isSingle ? 5 : 6);
  const sizeAt = idAt + idLength;
  const end = sizeAt + sizeLength;
  if (end > packed.length || littleEndian(packed, start, 4) !== MAGIC || flags & 8) throw broken();
  if (littleEndian(packed, idAt, idLength) !== 0) throw unsupported("its ZSTD data needs a dictionary");
  const size = littleEndian(packed, sizeAt, sizeLength) + (sizeLength === 2 ? 256 : 0);
  return { end, hasChecksum: (flags & 4) !== 0, contentSize: sizeLength === 0 ? undefined : size };
}
