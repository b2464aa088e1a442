const PRIME_1 = 0x9e3779b185ebca87n;
const PRIME_2 = 0xc2b2ae3d27d4eb4fn;
const PRIME_3 = 0x165667b19e3779f9n;
const PRIME_4 = 0x85ebca77c2b2ae63n;
const PRIME_5 = 0x27d4eb2f165667c5n;

const u64 = (value: bigint) => BigInt.asUintN(64, value);
const rotate = (value: bigint, bits: bigint) => u64(value << bits) | (value >> (64n - bits));
const round = (lane: bigint, word: bigint) => u64(rotate(u64(lane + u64(word * PRIME_2)), 31n) * PRIME_1);
const merge = (hash: bigint, lane: bigint) => u64((hash ^ round(0n, lane)) * PRIME_1 + PRIME_4);

/** XXH64 with seed 0. Its lower half is the checksum of a ZSTD frame. */
export function xxhash64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  let at = 0;
  let hash = PRIME_5;
  if (length >= 32) {
    let [a, b, c, d] = [u64(PRIME_1 + PRIME_2), PRIME_2, 0n, u64(-PRIME_1)];
    for (; at + 32 <= length; at += 32) {
      a = round(a, view.getBigUint64(at, true));
      b = round(b, view.getBigUint64(at + 8, true));
      c = round(c, view.getBigUint64(at + 16, true));
      d = round(d, view.getBigUint64(at + 24, true));
    }
    hash = u64(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n));
    for (const lane of [a, b, c, d]) hash = merge(hash, lane);
  }
  hash = u64(hash + BigInt(length));
  for (; at + 8 <= length; at += 8)
    hash = u64(rotate(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * PRIME_1 + PRIME_4);
  for (; at + 4 <= length; at += 4)
    hash = u64(rotate(hash ^ u64(BigInt(view.getUint32(at, true)) * PRIME_1), 23n) * PRIME_2 + PRIME_3);
  for (; at < length; at++) hash = u64(rotate(hash ^ u64(BigInt(view.getUint8(at)) * PRIME_5), 11n) * PRIME_1);
  hash = u64((hash ^ (hash >> 33n)) * PRIME_2);
  hash = u64((hash ^ (hash >> 29n)) * PRIME_3);
  return hash ^ (hash >> 32n);
}
