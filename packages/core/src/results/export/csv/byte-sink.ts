const encoder = new TextEncoder();

/** Bytes on their way out. */
export class ByteSink {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(room = 1 << 16) {
    this.#bytes = new Uint8Array(room);
  }

  get length(): number {
    return this.#length;
  }

  byte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = byte;
  }

  copy(bytes: Uint8Array, from: number, to: number): void {
    if (this.#length + to - from > this.#bytes.length) this.#grow(to - from);
    const held = this.#bytes;
    let at = this.#length;
    for (let index = from; index < to; index++) held[at++] = bytes[index] ?? 0;
    this.#length = at;
  }

  text(text: string): void {
    // No character takes more bytes than three for each of its units.
    if (this.#length + text.length * 3 > this.#bytes.length) this.#grow(text.length * 3);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** What has come together, and begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  /** Some of what has come together. */
  copyTo(sink: ByteSink, from: number, to: number): void {
    sink.copy(this.#bytes, from, to);
  }

  /** Begins anew in the same room. */
  clear(): void {
    this.#length = 0;
  }

  #grow(more: number): void {
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
