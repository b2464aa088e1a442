import type { LocatedFinding, TextEdit } from "../issues/issue.ts";

/** A part of the text as it is written, and its offsets in the corrected text. */
interface CorrectedPart {
  readonly start: number;
  readonly end: number;
  readonly correctedStart: number;
  readonly correctedEnd: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text after edits, and where its offsets are in the text as it is written. */
export class CorrectedText {
  readonly text: string;
  /** In the order of the text. */
  readonly #parts: CorrectedPart[] = [];

  /** @param edits in any order, those that insert at one offset in theirs; none may overlap another. Blanks fill the rest of a part whose new content is shorter. */
  constructor(written: string, edits: readonly TextEdit[] = []) {
    const pieces: string[] = [];
    let at = 0;
    let correctedAt = 0;
    for (const { offset: start, length, content } of [...edits].sort(byOffset)) {
      const piece = content.padEnd(length, " ");
      const correctedStart = correctedAt + start - at;
      pieces.push(written.slice(at, start), piece);
      at = start + length;
      correctedAt = correctedStart + piece.length;
      this.#parts.push({ start, end: at, correctedStart, correctedEnd: correctedAt });
    }
    pieces.push(written.slice(at));
    this.text = pieces.join("");
  }

  /** The span in the text as it is written. A span that begins or ends within a corrected part has the whole part. */
  spanAsWritten({ start, end }: Span): Span {
    return { start: this.#startAsWritten(start), end: this.#endAsWritten(end) };
  }

  /** A problem of the corrected text as a problem of the text as it is written. */
  problemAsWritten(problem: LocatedFinding): LocatedFinding {
    return {
      ...problem,
      ...this.spanAsWritten(problem),
      fixes: problem.fixes.map((fix) => ({ ...fix, edits: this.editsAsWritten(fix.edits) })),
    };
  }

  /** Edits of the corrected text as edits of the text as it is written. */
  editsAsWritten(edits: readonly TextEdit[]): readonly TextEdit[] {
    if (this.#parts.length === 0) return edits;
    return edits.map(({ offset, length, content }) => {
      const end = this.#endAsWritten(offset + length);
      const start = length === 0 ? end : this.#startAsWritten(offset);
      return { offset: start, length: end - start, content };
    });
  }

  /** Where the part that is written at an offset starts in the corrected text. */
  startOfPart(start: number): number {
    return this.#parts.find((part) => part.start === start)?.correctedStart ?? start;
  }

  #startAsWritten(offset: number): number {
    const part = this.#parts.findLast(({ correctedStart }) => correctedStart <= offset);
    if (part === undefined) return offset;
    return offset < part.correctedEnd ? part.start : offset - part.correctedEnd + part.end;
  }

  #endAsWritten(offset: number): number {
    const part = this.#parts.findLast(({ correctedStart }) => correctedStart < offset);
    if (part === undefined) return offset;
    return offset <= part.correctedEnd ? part.end : offset - part.correctedEnd + part.end;
  }
}

/** An insertion comes before the edit of what follows it. */
function byOffset(a: TextEdit, b: TextEdit): number {
  return a.offset - b.offset || Number(a.length > 0) - Number(b.length > 0);
}

/** A problem whose fixes are applied only where the author says so. */
export function withoutSafeFixes(problem: LocatedFinding): LocatedFinding {
  return { ...problem, fixes: problem.fixes.map((fix) => ({ ...fix, safe: false })) };
}
