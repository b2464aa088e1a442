import fc from "fast-check";
import { expect, test } from "vitest";
import { finishSteps } from "../steps.ts";
import { readCsv } from "./csv.ts";

/** All that a table says, with the number of steps that it took. */
function read(text: string, stepCharacters?: number) {
  const { columns, length, cellOf, problems, placeOf, placeOfColumn } = finishSteps(readCsv(text, stepCharacters));
  const numbers = columns.map((_, column) => column);
  const rows = Array.from({ length }, (_, row) => numbers.map((column) => [cellOf(row, column), placeOf(row, column)]));
  return { columns: columns.map((name, column) => [name, placeOfColumn(column)]), rows, problems };
}

test("a text that is read in small parts gives the same table, with the same places and mistakes", () => {
  const piece = fc.constantFrom("a", "7", " ", ",", ";", "\t", '"', '""', ',"', '",', "\n", "\r\n", "\n\n", "é");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 30 }), (pieces, stepCharacters) => {
      const text = pieces.join("");
      expect(read(text, stepCharacters)).toEqual(read(text));
    }),
    { numRuns: 3000 },
  );
});

test("a long text is read in steps of a few thousand rows", () => {
  const text = `account,benchmark\n${"Client:/Growth/GLOBAL_EQUITY.ACCT,BENCH:WORLD\n".repeat(100_000)}`;
  const steps = readCsv(text);
  let count = 0;
  while (!steps.next().done) count++;
  expect(count).toBeGreaterThan(15);
});
