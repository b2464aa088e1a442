import type { Position, Range } from "../issues/issue.ts";

/** The index has only the start of every 64th line, because the starts of all lines would take more memory than the text. */
const STEP = 64;

/** Lines and columns of offsets in a text. A line ends with LF, CRLF or CR. */
export class LineIndex {
  readonly #text: string;
  readonly #nextStart: (text: string, start: number) => number;
  /** The starts of the lines 1, 65, 129 ... */
  readonly #starts: number[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#nextStart = text.includes("\r") ? afterAnyLineEnd : afterLineFeed;
    let line = 0;
    for (let start = 0; start <= text.length; start = this.#nextStart(text, start))
      if (line++ % STEP === 0) this.#starts.push(start);
  }

  positionOf(offset: number): Position {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    let line = low * STEP + 1;
    let start = this.#starts[low] ?? 0;
    for (let next = this.#nextStart(this.#text, start); next <= offset; next = this.#nextStart(this.#text, next)) {
      line++;
      start = next;
    }
    return { line, column: offset - start + 1, offset };
  }

  rangeOf({ start, end }: { readonly start: number; readonly end: number }): Range {
    return { start: this.positionOf(start), end: this.positionOf(end) };
  }
}

function afterLineFeed(text: string, start: number): number {
  const at = text.indexOf("\n", start);
  return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
}

function afterAnyLineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === 0x0a) return at + 1;
    if (char === 0x0d) return text.charCodeAt(at + 1) === 0x0a ? at + 2 : at + 1;
  }
  return Number.POSITIVE_INFINITY;
}
