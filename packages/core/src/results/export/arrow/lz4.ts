import { damaged, longAt, unsupported } from "./flatbuffer.ts";
import { viewOf } from "./framing.ts";

const MAGIC = 0x184d2204;
/** A block that is not packed has this bit set in its size. */
const PLAIN = 0x8000_0000;
const MIN_MATCH_BYTES = 4;

const broken = () => damaged("the LZ4 data does not unpack");

/** Unpacks LZ4 frames, one after another, to exactly `size` bytes, and compares every checksum. Throws ResultDecodeError. */
export function unpackLz4(packed: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  let at = 0;
  let length = 0;
  while (at < packed.length) {
    if (isSkippable(packed, at)) at = endOfSkippable(packed, at);
    else [at, length] = unpackFrame(packed, at, out, length);
  }
  if (length !== size) throw broken();
  return out;
}

/** Unpacks the frame at an offset. Returns its end and the new length of the output. */
function unpackFrame(packed: Uint8Array, start: number, out: Uint8Array, outStart: number): [number, number] {
  const view = viewOf(packed);
  const frame = readHeader(packed, start);
  let at = frame.end;
  const word = () => {
    at += 4;
    if (at > packed.length) throw broken();
    return view.getUint32(at - 4, true);
  };
  let length = outStart;
  for (;;) {
    const head = word();
    if (head === 0) break;
    const block = packed.subarray(at, at + (head & ~PLAIN));
    if (block.length !== (head & ~PLAIN)) throw broken();
    at += block.length;
    if (frame.hasBlockChecksums && word() !== xxhash32(block)) throw broken();
    const most = Math.min(out.length, length + frame.blockSize);
    const before = length;
    if (head & PLAIN) {
      if (length + block.length > most) throw broken();
      out.set(block, length);
      length += block.length;
    } else {
      length = unpackBlock(block, out.subarray(0, most), length, frame.isIndependent ? before : outStart);
    }
  }
  const content = out.subarray(outStart, length);
  if (frame.contentSize !== undefined && frame.contentSize !== content.length) throw broken();
  if (frame.hasContentChecksum && word() !== xxhash32(content)) throw broken();
  return [at, length];
}

function readHeader(packed: Uint8Array, start: number) {
  const flags = packed[start + 4] ?? 0;
  const contentSizeAt = start + 6;
  const end = contentSizeAt + (flags & 8 ? 8 : 0) + 1;
  const view = viewOf(packed);
  if (end > packed.length || view.getUint32(start, true) !== MAGIC || flags >> 6 !== 1) throw broken();
  if (flags & 1) throw unsupported("its LZ4 data needs a dictionary");
  const checksum = (xxhash32(packed.subarray(start + 4, end - 1)) >>> 8) & 0xff;
  const sizeCode = (packed[start + 5] ?? 0) >> 4;
  if (flags & 2 || packed[end - 1] !== checksum || sizeCode < 4 || sizeCode > 7) throw broken();
  return {
    end,
    isIndependent: (flags & 0x20) !== 0,
    hasBlockChecksums: (flags & 0x10) !== 0,
    hasContentChecksum: (flags & 4) !== 0,
    contentSize: flags & 8 ? longAt(view, contentSizeAt) : undefined,
    blockSize: 2 ** (8 + 2 * sizeCode),
  };
}

/** Unpacks a block and appends it to the output; matches reach back to `oldest` at most. Returns the new length of the output. */
function unpackBlock(block: Uint8Array, out: Uint8Array, start: number, oldest: number): number {
  let at = 0;
  let length = start;
  const lengthFrom = (first: number): number => {
    if (first < 15) return first;
    let sum = first;
    for (;;) {
      const more = block[at++];
      if (more === undefined) throw broken();
      sum += more;
      if (more < 255) return sum;
    }
  };
  for (;;) {
    const token = block[at++];
    if (token === undefined) throw broken();
    const literals = lengthFrom(token >> 4);
    if (at + literals > block.length || length + literals > out.length) throw broken();
    copyBytes(block, at, literals, out, length);
    at += literals;
    length += literals;
    // The last sequence has only literals.
    if (at === block.length) return length;
    const back = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    const match = lengthFrom(token & 15) + MIN_MATCH_BYTES;
    if (back === 0 || length - back < oldest || length + match > out.length) throw broken();
    repeatBytes(out, length, back, match);
    length += match;
  }
}

/** Frames that readers skip: one of sixteen marks, then a size. */
function isSkippable(packed: Uint8Array, at: number): boolean {
  return (
    ((packed[at] ?? 0) & 0xf0) === 0x50 && packed[at + 1] === 0x2a && packed[at + 2] === 0x4d && packed[at + 3] === 0x18
  );
}

function endOfSkippable(packed: Uint8Array, at: number): number {
  if (at + 8 > packed.length) throw broken();
  const end = at + 8 + new DataView(packed.buffer, packed.byteOffset).getUint32(at + 4, true);
  if (end > packed.length) throw broken();
  return end;
}

/** The platform copies more bytes than this faster than a loop. */
const SHORT = 32;

/** Copies bytes of `from` to a place in `out`; the caller has checked that both are long enough. */
function copyBytes(from: Uint8Array, start: number, length: number, out: Uint8Array, at: number): void {
  if (length > SHORT) out.set(from.subarray(start, start + length), at);
  else for (let index = 0; index < length; index++) out[at + index] = from[start + index] ?? 0;
}

/** Appends bytes of `out` that begin `back` bytes before its end; the copy may overlap its source. */
function repeatBytes(out: Uint8Array, at: number, back: number, length: number): void {
  if (back >= length && length > SHORT) out.copyWithin(at, at - back, at - back + length);
  else if (back === 1) out.fill(out[at - 1] ?? 0, at, at + length);
  else for (let index = at; index < at + length; index++) out[index] = out[index - back] ?? 0;
}

const PRIME_1 = 0x9e3779b1;
const PRIME_2 = 0x85ebca77;
const PRIME_3 = 0xc2b2ae3d;
const PRIME_4 = 0x27d4eb2f;
const PRIME_5 = 0x165667b1;

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** The checksum of LZ4 frames: XXH32 with seed 0, as a whole number without sign. */
export function xxhash32(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  let at = 0;
  let hash = PRIME_5;
  if (length >= 16) {
    let [a, b, c, d] = [(PRIME_1 + PRIME_2) | 0, PRIME_2 | 0, 0, -PRIME_1 | 0];
    const round = (lane: number) => {
      const mixed = Math.imul(rotate(lane + Math.imul(view.getUint32(at, true), PRIME_2), 13), PRIME_1);
      at += 4;
      return mixed;
    };
    while (at + 16 <= length) [a, b, c, d] = [round(a), round(b), round(c), round(d)];
    hash = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18);
  }
  hash = (hash + length) | 0;
  for (; at + 4 <= length; at += 4)
    hash = Math.imul(rotate(hash + Math.imul(view.getUint32(at, true), PRIME_3), 17), PRIME_4);
  for (; at < length; at++) hash = Math.imul(rotate(hash + Math.imul(view.getUint8(at), PRIME_5), 11), PRIME_1);
  hash = Math.imul(hash ^ (hash >>> 15), PRIME_2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME_3);
  return (hash ^ (hash >>> 16)) >>> 0;
}
