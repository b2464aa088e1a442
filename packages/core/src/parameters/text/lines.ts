import type { Position, Range } from "../issue.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Turns offsets into lines and columns; the lines are found once, when first asked. A line ends with LF, CRLF or CR. */
export class Lines {
  readonly #text: string;
  #starts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  position(offset: number): Position {
    this.#starts ??= lineStarts(this.#text);
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset };
  }

  range(start: number, end: number): Range {
    return { start: this.position(start), end: this.position(end) };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === lineFeed) starts.push(at + 1);
    else if (char === carriageReturn && text.charCodeAt(at + 1) !== lineFeed) starts.push(at + 1);
  }
  return starts;
}
