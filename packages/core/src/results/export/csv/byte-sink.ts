const encoder = new TextEncoder();

/** Collects bytes for output. */
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

  /** Copies some of the bytes to another sink. */
  copyTo(sink: ByteSink, from: number, to: number): void {
    sink.copy(this.#bytes, from, to);
  }

  /** Empties the sink and keeps its buffer. */
  clear(): void {
    this.#length = 0;
  }

  #grow(more: number): void {
    const room = Math.max(this.#bytes.length * 2, this.#length + more);
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(room));
  }
}
