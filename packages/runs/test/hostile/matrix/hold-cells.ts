import { expect, it } from "vitest";
import { isSampled } from "../../../../core/test/support/sample.ts";
import { type Cell, cellName, cells, outcomeOf, runMatrixCell } from "./cells.ts";
import { readOutcomes } from "./outcomes.ts";

/** `npm test` runs one cell of this many. */
const ONE_IN = 24;

/** Tests the cells that `isOwn` chooses: all, or a sample that does not depend on their order. */
export function holdCells(isOwn: (cell: Cell) => boolean): void {
  const stated = readOutcomes();
  it.each(
    cells
      .filter((cell) => isOwn(cell) && isSampled(cellName(cell), ONE_IN))
      .map((cell) => ({ name: cellName(cell), cell })),
  )("keeps every promise and comes to the stated end after: $name", async ({ name, cell }) => {
    const end = await runMatrixCell(cell);
    expect(end.broken).toEqual([]);
    expect([end.hasMetFault, outcomeOf(end)]).toEqual([true, stated.get(name)]);
  });
}
