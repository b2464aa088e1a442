import { expect, it } from "vitest";
import { seededRandom } from "../../../src/testing/index.ts";
import { type Cell, cellName, cells, outcomeOf, runMatrixCell } from "./cells.ts";
import { readOutcomes } from "./outcomes.ts";

/** `HOSTILE=all` takes every cell, `npm test` one in eight, always the same. */
const isWhole = process.env["HOSTILE"] === "all";
const ONE_IN = 8;

/** The cells of a kind that are run: all, or a sample that no change of their order changes. */
export function holdCells(isOwn: (cell: Cell) => boolean): void {
  const stated = readOutcomes();
  it.each(
    cells.filter((cell) => isOwn(cell) && (isWhole || isSampled(cell))).map((cell) => ({ name: cellName(cell), cell })),
  )("keeps every promise and comes to the stated end after: $name", async ({ name, cell }) => {
    const end = await runMatrixCell(cell);
    expect(end.broken).toEqual([]);
    expect([end.struck, outcomeOf(end)]).toEqual([true, stated.get(name)]);
  });
}

function isSampled(cell: Cell): boolean {
  const seed = [...cellName(cell)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return seededRandom(seed)() < 1 / ONE_IN;
}
