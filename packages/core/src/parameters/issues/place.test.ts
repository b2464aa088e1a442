import fc from "fast-check";
import { expect, test } from "vitest";
import { LineIndex } from "./place.ts";

test("a line ends with LF, CRLF or CR", () => {
  const lines = new LineIndex("a\nb\r\nc\rd");
  expect(
    [0, 1, 2, 4, 5, 7, 8].map((offset) => {
      const { line, column } = lines.positionOf(offset);
      return [offset, line, column];
    }),
  ).toEqual([
    [0, 1, 1],
    [1, 1, 2],
    [2, 2, 1],
    [4, 2, 3],
    [5, 3, 1],
    [7, 4, 1],
    [8, 4, 2],
  ]);
});

test("the position is the one counted from the start", () => {
  const texts = fc
    .array(fc.constantFrom("a", "bc", "\n", "\r", "\r\n"), { maxLength: 400 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(400)), (text, offsets) => {
      const lines = new LineIndex(text);
      for (const offset of offsets) {
        const { line, column } = lines.positionOf(offset);
        // Between CR and LF the line has not ended yet.
        const before = text.slice(0, offset).replace(/\r$/, text[offset] === "\n" ? "x" : "\r");
        const split = before.split(/\r\n|\r|\n/);
        if (offset <= text.length) expect([line, column]).toEqual([split.length, (split.at(-1) ?? "").length + 1]);
      }
    }),
  );
});
