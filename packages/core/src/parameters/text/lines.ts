import type { Position } from "../issue.ts";

/**
 * Lines and columns of offsets, by offset, in one pass over the text. A line ends with LF, CRLF or CR.
 * No table of the lines is made: for a large file it would take more room than the file.
 */
export function positionsOf(text: string, offsets: Iterable<number>): ReadonlyMap<number, Position> {
  const positions = new Map<number, Position>();
  const nextLineStart = text.includes("\r") ? afterAnyLineEnd : afterLineFeed;
  let line = 1;
  let lineStart = 0;
  let nextStart = nextLineStart(text, 0);
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    while (nextStart <= offset) {
      line++;
      lineStart = nextStart;
      nextStart = nextLineStart(text, lineStart);
    }
    positions.set(offset, { line, column: offset - lineStart + 1, offset });
  }
  return positions;
}

/** Lines and columns of offsets asked for one by one, as `positionsOf` has them. The text is looked through once. */
export class LineIndex {
  readonly #starts: Uint32Array;

  constructor(text: string) {
    const nextLineStart = text.includes("\r") ? afterAnyLineEnd : afterLineFeed;
    const starts: number[] = [];
    for (let start = 0; start <= text.length; start = nextLineStart(text, start)) starts.push(start);
    this.#starts = Uint32Array.from(starts);
  }

  positionOf(offset: number): Position {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1, offset };
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
