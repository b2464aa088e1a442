import * as fc from "fast-check";
import { applyEdits } from "jsonc-parser";
import { expect, test } from "vitest";
import { CorrectedText } from "./corrected-text.ts";

/** A text, edits of it that do not overlap, and an edit of the corrected text that touches none of them. */
const cases = fc
  .array(fc.record({ kept: fc.string({ minLength: 1 }), removed: fc.string(), content: fc.string() }), { minLength: 1 })
  .chain((pieces) => {
    const written = pieces.map(({ kept, removed }) => kept + removed).join("");
    const corrected: { readonly start: number; readonly end: number }[] = [];
    const edits: { offset: number; length: number; content: string }[] = [];
    let [at, correctedAt] = [0, 0];
    for (const { kept, removed, content } of pieces) {
      corrected.push({ start: correctedAt, end: correctedAt + kept.length });
      edits.push({ offset: at + kept.length, length: removed.length, content });
      at += kept.length + removed.length;
      correctedAt += kept.length + Math.max(removed.length, content.length);
    }
    const outside = fc
      .tuple(fc.nat({ max: pieces.length - 1 }), fc.nat(), fc.nat(), fc.string())
      .map(([index, from, to, content]) => {
        const { start, end } = corrected[index] ?? { start: 0, end: 0 };
        const [first, last] = [start + (from % (end - start + 1)), start + (to % (end - start + 1))].sort(
          (a, b) => a - b,
        );
        return { offset: first ?? 0, length: (last ?? 0) - (first ?? 0), content };
      });
    return fc.record({ written: fc.constant(written), edits: fc.constant(edits), outside });
  });

test("a span outside of the corrections has the same text as it is written", () => {
  fc.assert(
    fc.property(cases, ({ written, edits, outside: { offset, length } }) => {
      fc.pre(length > 0);
      const corrected = new CorrectedText(written, edits);
      const { start, end } = corrected.spanAsWritten({ start: offset, end: offset + length });
      expect(written.slice(start, end)).toBe(corrected.text.slice(offset, offset + length));
    }),
  );
});

test("an edit outside of the corrections changes the text as it is written in the same way", () => {
  fc.assert(
    fc.property(cases, ({ written, edits, outside }) => {
      fc.pre(outside.length > 0);
      const corrected = new CorrectedText(written, edits);
      const padded = edits.map((edit) => ({ ...edit, content: edit.content.padEnd(edit.length, " ") }));
      expect(applyEdits(written, [...padded, ...corrected.editsAsWritten([outside])])).toBe(
        applyEdits(corrected.text, [outside]),
      );
    }),
  );
});

test("an insertion comes before the edit of what follows it, in whatever order they are given", () => {
  const edits = [
    { offset: 1, length: 1, content: " " },
    { offset: 1, length: 0, content: "}" },
    { offset: 1, length: 0, content: ":" },
  ];
  expect(new CorrectedText("a#b", edits).text).toBe("a}: b");
});

test("a span of a corrected part is the whole part as it is written", () => {
  const corrected = new CorrectedText("a: 'b', c", [
    { offset: 0, length: 1, content: '"a"' },
    { offset: 3, length: 3, content: '"b"' },
    { offset: 9, length: 0, content: "}" },
  ]);
  expect(corrected.text).toBe('"a": "b", c}');
  expect(corrected.spanAsWritten({ start: 0, end: 3 })).toEqual({ start: 0, end: 1 });
  expect(corrected.spanAsWritten({ start: 5, end: 8 })).toEqual({ start: 3, end: 6 });
  expect(corrected.spanAsWritten({ start: 11, end: 12 })).toEqual({ start: 9, end: 9 });
});
