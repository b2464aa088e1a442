const encoder = new TextEncoder();

/** Collects bytes for output. */
export class ByteSink {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(byte: number): void {
    if (this.#length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.#length++] = byte;
  }

  copy(bytes: Uint8Array, from: number, to: number): void {
    if (this.#length + to - from > this.#bytes.length) this.#grow(to - from);
    const target = this.#bytes;
    let at = this.#length;
    for (let index = from; index < to; index++) target[at++] = bytes[index] ?? 0;
    this.#length = at;
  }

  text(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    if (this.#length + text.length * 3 > this.#bytes.length) this.#grow(text.length * 3);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** The bytes so far; the sink is empty again. */
  take(): Uint8Array {
    const copy = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return copy;
  }

  #grow(more: number): void {
    const room = Math.max(this.#bytes.length * 2, this.#length + more);
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(room));
  }
}
