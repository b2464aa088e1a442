import fc from "fast-check";
import { expect, test } from "vitest";
import { positionsOf } from "./lines.ts";

test("a line ends with LF, CRLF or CR", () => {
  const text = "a\nb\r\nc\rd";
  expect(
    [...positionsOf(text, [7, 0, 1, 2, 4, 5, 8]).values()].map(({ offset, line, column }) => [offset, line, column]),
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
  const lines = fc.array(fc.constantFrom("a", "bc", "\n", "\r", "\r\n")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(lines, fc.array(fc.nat(40)), (text, offsets) => {
      for (const [offset, { line, column }] of positionsOf(text, offsets)) {
        // Between CR and LF the line has not ended yet.
        const before = text.slice(0, offset).replace(/\r$/, text[offset] === "\n" ? "x" : "\r");
        const split = before.split(/\r\n|\r|\n/);
        if (offset <= text.length) expect([line, column]).toEqual([split.length, (split.at(-1) ?? "").length + 1]);
      }
    }),
  );
});
