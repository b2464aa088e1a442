import { broken } from "./block-limits.ts";

/** The index of the highest bit that is set. */
export const highestBit = (value: number) => 31 - Math.clz32(value);

/** Reads bits from the start of the bytes, the lowest of each byte first. */
export class ForwardBits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The next bits, 16 at most; the position stays. */
  peek(count: number): number {
    const byte = this.#at >> 3;
    const word = (this.#bytes[byte] ?? 0) | ((this.#bytes[byte + 1] ?? 0) << 8) | ((this.#bytes[byte + 2] ?? 0) << 16);
    return (word >> (this.#at & 7)) & ((1 << count) - 1);
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > 8 * this.#bytes.length) throw broken();
  }

  read(count: number): number {
    const bits = this.peek(count);
    this.skip(count);
    return bits;
  }

  /** The number of bytes from which at least one bit was read. */
  get bytesRead(): number {
    return (this.#at + 7) >> 3;
  }
}

/** Reads bits backwards from the end, which the highest set bit of the last byte marks. Reads beyond the first bit give zeros. */
export class BackwardBits {
  readonly #bytes: Uint8Array;
  /** The number of unread bits; below 0 after more reads than there are bits. */
  unreadBits: number;

  constructor(bytes: Uint8Array) {
    const last = bytes.at(-1) ?? 0;
    if (last === 0) throw broken();
    this.#bytes = bytes;
    this.unreadBits = 8 * (bytes.length - 1) + highestBit(last);
  }

  /** The next bits, 24 at most; the position stays. */
  peek(count: number): number {
    const bytes = this.#bytes;
    const from = this.unreadBits - count;
    if (from < 0) {
      const word = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8) | ((bytes[2] ?? 0) << 16);
      const availableBits = Math.max(this.unreadBits, 0);
      return (word & ((1 << availableBits) - 1)) << (count - availableBits);
    }
    const at = from >> 3;
    const word =
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
    return (word >>> (from & 7)) & ((1 << count) - 1);
  }

  read(count: number): number {
    const bits = this.peek(count);
    this.unreadBits -= count;
    return bits;
  }
}
