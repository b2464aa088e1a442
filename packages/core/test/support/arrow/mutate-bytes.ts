import { seededRandom } from "../../../src/testing/index.ts";

const numbers = [0, 1, -1, 2, 4, 8, 255, 256, 65_536, 2 ** 24, 2 ** 31 - 1, -(2 ** 31), 0x20000000] as const;

/** Changes bytes, also in the size of lengths, offsets and kinds. The same seed always makes the same changes. */
export function mutateBytes(bytes: Uint8Array, seed: number): Uint8Array<ArrayBuffer> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  let changed: Uint8Array<ArrayBuffer> = Uint8Array.from(bytes);
  for (let left = 1 + below(4); left > 0; left--) changed = change(changed);
  return changed;

  function change(held: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const at = below(held.length);
    const word = at & ~3;
    const view = new DataView(held.buffer, held.byteOffset, held.byteLength);
    const hasWord = word + 4 <= held.length;
    switch (below(10)) {
      case 0:
        return held.slice(0, at);
      case 1: {
        const end = Math.min(held.length, at + 8 * below(16));
        return joined(held.subarray(0, at), held.subarray(end));
      }
      case 2: {
        const end = Math.min(held.length, at + 8 * below(16));
        return joined(held.subarray(0, end), held.subarray(at));
      }
      case 3:
        held[at] = below(256);
        return held;
      case 4:
        held[at] = (held[at] ?? 0) ^ (1 << below(8));
        return held;
      case 5:
        held[at] = below(32);
        return held;
      case 6:
        if (hasWord) view.setInt32(word, below(held.length), true);
        return held;
      case 7:
        if (hasWord) view.setInt32(word, view.getInt32(word, true) + below(33) - 16, true);
        return held;
      case 8: {
        // Copies one part of the bytes over another.
        const from = below(held.length);
        held.copyWithin(at, from, Math.min(held.length, from + 4 * below(64)));
        return held;
      }
      default:
        if (hasWord) view.setInt32(word, numbers[below(numbers.length)] ?? 0, true);
        return held;
    }
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
