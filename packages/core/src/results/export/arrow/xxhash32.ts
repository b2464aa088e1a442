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
